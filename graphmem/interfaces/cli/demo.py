"""`graphmem demo`: a stranger sees what the memory is for."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

from graphmem.errors import NotFoundError
from graphmem.forgetting.audit import GateAudit
from graphmem.interfaces.cli.options import echo_json, instance_option, json_option, open_memory
from graphmem.interfaces.jsonl import FileReport, count_lines, import_file
from graphmem.memory import GraphMemory
from graphmem.rules.belief import Fact, Provenance
from graphmem.semantic.facts import Dispute
from graphmem.user import UserMemory

USER, NAME, ZONE = "demo", "Lin Yue 林悦", "Asia/Shanghai"
SAYING = "demo-facts"
"""A second user, who says a few plain things: what becomes of them can be followed step by step."""
_DATA = files("graphmem.interfaces") / "demo"


@click.command()
@instance_option
@json_option
def demo(instance: str | None, as_json: bool) -> None:
    """Load half a year of an agent's work, recall from it, and show what was kept.

    The work is told in English and Chinese. Run again, it loads nothing twice.
    """
    with open_memory(instance, quiet=as_json) as memory:
        report = _load(memory, quiet=as_json)
        memory.analyse(user_id=USER)  # so that the first run answers like the second
        user = memory.user(USER)
        answers = [_ask(user, cue) for cue in json.loads((_DATA / "cues.json").read_text(encoding="utf-8"))]
        audit = user.gate_audit(latest=0)
        beliefs = _believe(memory)
        server = memory.server
    if as_json:
        echo_json(
            {"user": USER, "loaded": report.as_json(), "cues": answers, "gate": audit.as_json(), **beliefs.as_json()}
        )
        return
    _tell(report, answers)
    _tell_gate(audit, instance)
    _tell_beliefs(beliefs, instance)
    if server:
        click.echo(f"Look at the graph in Neo4j Browser: {server.browser_url}")
        click.echo("User neo4j; `graphmem browse --show-password` prints the password. Stop it: `graphmem down`.")


def _load(memory: GraphMemory, *, quiet: bool) -> FileReport:
    """The history is loaded once: of what the gate refuses only a count is left, which a second time would double."""
    user = memory.user(USER, name=NAME, time_zone=ZONE)
    user.recall("hello")  # introduces the user
    with as_file(_DATA / "history.jsonl") as history:
        lines = count_lines(history)
        if _is_there(user, history):
            return FileReport(already_there=lines, users=1)
        with tqdm(total=lines, unit=" episodes", desc="Loading the history", disable=quiet or None) as bar:
            return import_file(memory, history, user_id=USER, progress=bar.update)


def _is_there(user: UserMemory, history: Path) -> bool:
    """Whether the last episode is stored: it is kept by every policy, and all are stored in one transaction."""
    *_, last = history.read_text(encoding="utf-8").splitlines()
    try:
        user.chain(json.loads(last)["event_id"])
    except NotFoundError:
        return False
    return True


@dataclass(frozen=True)
class _Beliefs:
    """What became of the few plain things."""

    preference: Provenance | None
    disputes: list[Dispute]
    cities: list[Fact]

    def as_json(self) -> dict[str, object]:
        return {
            "preference": self.preference.as_json() if self.preference else None,
            "disputes": [each.as_json() for each in self.disputes],
            "cities": [each.as_json() for each in self.cities],
        }


def _believe(memory: GraphMemory) -> _Beliefs:
    """Record what was said, make facts of it, and look at them. Again, it changes nothing."""
    with as_file(_DATA / "said.jsonl") as said:
        import_file(memory, said, user_id=SAYING)
    user = memory.user(SAYING)
    user.consolidate()
    preferred = [fact for fact in user.facts(predicate="prefers") if fact.aspect == "report format"]
    return _Beliefs(
        user.provenance(preferred[0]) if preferred else None, user.disputes(), user.history("user", "lives_in")
    )


def _tell_beliefs(beliefs: _Beliefs, instance: str | None) -> None:
    click.secho("What is held true, and why (of another user, who said a few plain things)", bold=True)
    click.secho("  A preference with its evidence:", dim=True)
    click.echo(_indented(str(beliefs.preference)))
    click.secho("  A contradiction is doubted before it is believed:", dim=True)
    click.echo(_indented("\n".join(map(str, beliefs.disputes))))
    click.secho("  A move ends the old city, which stays in the history:", dim=True)
    click.echo(_indented("\n".join(map(str, beliefs.cities))))
    where = f" --instance {instance}" if instance else ""
    click.echo(f"All of it: `graphmem facts --user {SAYING} --status all{where}`\n")


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def _ask(user: UserMemory, cue: dict[str, Any]) -> dict[str, Any]:
    started = time.monotonic()
    found = user.recall(cue["text"], k=4, budget=300)
    return {
        "cue": cue["text"],
        "look_for": cue["why"],
        "brief": found.brief(),
        "why": found.events[0].explain() if found.events else "",
        "milliseconds": round((time.monotonic() - started) * 1000),
    }


def _tell(report: FileReport, answers: list[dict[str, Any]]) -> None:
    if report.already_there and not report.stored:
        click.echo(f"\nAll {report.already_there} episodes of Lin Yue's agent were there already.\n")
    else:
        lines = report.stored + report.already_there + report.united + sum(report.not_kept.values())
        click.echo(f"\n{lines} episodes of Lin Yue's agent, June to November 2026, are loaded.\n")
    for answer in answers:
        click.secho(f"? {answer['cue']}", bold=True)
        click.secho(f"  ({answer['look_for']})", dim=True)
        click.echo(answer["brief"])
        click.secho(f"  Why the first: {answer['why']} [{answer['milliseconds']} ms]\n", dim=True)


def _tell_gate(audit: GateAudit, instance: str | None) -> None:
    refused = audit.refused_by_reason
    loop = refused.pop("loop", 0)
    kept = {each.reason: each.events for each in audit.kept}
    click.secho("What was worth keeping", bold=True)
    click.echo(f"  kept      {audit.events:4}  {_counted(kept)}")
    click.echo(f"  refused   {sum(refused.values()):4}  {_counted(refused)}")
    click.echo(f"  repeated  {audit.repetitions + loop:4}  {audit.repetitions} said again, {loop} more in loops")
    click.echo(f"  redacted  {sum(audit.redacted.values()):4}  {_counted(audit.redacted)}")
    where = f" --instance {instance}" if instance else ""
    click.echo(f"Why each of them: `graphmem audit --user {USER} --gate{where}`\n")


def _counted(counts: Mapping[str, int], most: int = 6) -> str:
    """The largest of the counts in words, then "…" for the others."""
    largest = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    told = [f"{count} {reason}" for reason, count in largest[:most]]
    return ", ".join([*told, "…"] if len(largest) > most else told)
