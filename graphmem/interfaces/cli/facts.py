"""What is held true, and why: facts on the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Protocol

import click

from graphmem.interfaces.cli.options import Moment, echo_json, instance_option, json_option, open_memory, user_option
from graphmem.rules.facts import Status
from graphmem.user import UserMemory


class _Shown(Protocol):
    def as_json(self) -> dict[str, Any]: ...


def _for_user(command: Callable[..., None]) -> Callable[..., None]:
    """The options of every command here: whose memory, which server, how to print."""
    return user_option(instance_option(json_option(command)))


def _show(
    act: Callable[[UserMemory], _Shown | Sequence[_Shown]],
    user_id: str,
    instance: str | None,
    *,
    as_json: bool,
    nothing: str = "",
) -> None:
    with open_memory(instance, quiet=as_json) as memory:
        found = act(memory.user(user_id))
    if isinstance(found, Sequence):
        if as_json:
            echo_json([each.as_json() for each in found])
        else:
            click.echo("\n".join(map(str, found)) or nothing)
    elif as_json:
        echo_json(found.as_json())
    else:
        click.echo(str(found))


@click.command()
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would be written.")
@_for_user
def consolidate(dry_run: bool, user_id: str, instance: str | None, as_json: bool) -> None:
    """Make facts of the events that wait for it, and show what became of which fact, and why."""
    _show(lambda user: user.consolidate(dry_run=dry_run), user_id, instance, as_json=as_json)


@click.command()
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would be written.")
@_for_user
def reflect(dry_run: bool, user_id: str, instance: str | None, as_json: bool) -> None:
    """Look for what recurs week after week, and make at most three new judgements of it."""
    _show(lambda user: user.reflect(dry_run=dry_run), user_id, instance, as_json=as_json)


@click.command()
@click.option("--predicate", metavar="NAME", help="Only of this predicate, such as lives_in.")
@click.option("--subject", metavar="NAME", help='Only about this entity, by any of its names; "user" is the user.')
@click.option("--status", type=click.Choice([*(status.value for status in Status), "all"]), help="Only of this status.")
@click.option("--as-of", type=Moment(), help="What held at that time of the world.")
@click.option("--known-at", type=Moment(), help="What was believed at that time.")
@_for_user
def facts(
    predicate: str | None,
    subject: str | None,
    status: str | None,
    as_of: datetime | None,
    known_at: datetime | None,
    user_id: str,
    instance: str | None,
    as_json: bool,
) -> None:
    """List what is held true: believed facts, disputed ones with their rivals, and what was said once.

    With --status others are listed as well.
    """
    _show(
        lambda user: user.facts(predicate=predicate, subject=subject, status=status, as_of=as_of, known_at=known_at),
        user_id,
        instance,
        as_json=as_json,
        nothing="No facts.",
    )


@click.command()
@click.argument("fact_id")
@_for_user
def provenance(fact_id: str, user_id: str, instance: str | None, as_json: bool) -> None:
    """Show why the fact FACT_ID (or the beginning of its id) is believed: events, words, each step of confidence."""
    _show(lambda user: user.provenance(fact_id), user_id, instance, as_json=as_json)


@click.command()
@click.argument("subject")
@click.argument("predicate")
@_for_user
def history(subject: str, predicate: str, user_id: str, instance: str | None, as_json: bool) -> None:
    """List all that was ever held about SUBJECT ("user" is the user) and PREDICATE, in the order in which it held."""
    _show(lambda user: user.history(subject, predicate), user_id, instance, as_json=as_json, nothing="No facts.")


@click.command("assert-fact")
@click.argument("subject")
@click.argument("predicate")
@click.argument("object")
@click.option("--aspect", default="", metavar="TEXT", help='What a preference is about, such as "report format".')
@click.option("--not", "negated", is_flag=True, help="State that it is not so.")
@click.option("--evidence", multiple=True, metavar="EVENT_ID", help="An event that it rests on; can be repeated.")
@click.option("--from", "valid_from", type=Moment(), help="From when on it holds.")
@click.option("--until", "valid_until", type=Moment(), help="Until when, exclusive.")
@_for_user
def assert_fact(
    subject: str,
    predicate: str,
    object: str,
    aspect: str,
    negated: bool,
    evidence: tuple[str, ...],
    valid_from: datetime | None,
    valid_until: datetime | None,
    user_id: str,
    instance: str | None,
    as_json: bool,
) -> None:
    """State a fact outright, such as: user lives_in Lyon. It is believed at once."""
    _show(
        lambda user: user.assert_fact(
            subject,
            predicate,
            object,
            aspect=aspect,
            polarity="-" if negated else "+",
            evidence=evidence,
            valid_from=valid_from,
            valid_until=valid_until,
        ),
        user_id,
        instance,
        as_json=as_json,
    )


@click.command()
@click.argument("fact_id")
@_for_user
def confirm(fact_id: str, user_id: str, instance: str | None, as_json: bool) -> None:
    """Say that the fact FACT_ID is true."""
    _show(lambda user: user.confirm(fact_id), user_id, instance, as_json=as_json)


@click.command()
@click.argument("fact_id")
@_for_user
def retract(fact_id: str, user_id: str, instance: str | None, as_json: bool) -> None:
    """Say that the fact FACT_ID was never true."""
    _show(lambda user: user.retract(fact_id), user_id, instance, as_json=as_json)


@click.command()
@_for_user
def disputes(user_id: str, instance: str | None, as_json: bool) -> None:
    """List the facts that are believed and contradicted, each with what stands against it."""
    _show(lambda user: user.disputes(), user_id, instance, as_json=as_json, nothing="Nothing is disputed.")


@click.command()
@_for_user
def review(user_id: str, instance: str | None, as_json: bool) -> None:
    """List pairs of names that may mean one entity, for `graphmem unite`."""
    _show(lambda user: user.review(), user_id, instance, as_json=as_json, nothing="No names are in doubt.")


@click.command()
@click.argument("run_id")
@_for_user
def rollback(run_id: str, user_id: str, instance: str | None, as_json: bool) -> None:
    """Undo the facts of the run RUN_ID of `graphmem consolidate`; its events wait for the next one."""
    _show(lambda user: user.rollback(run_id), user_id, instance, as_json=as_json, nothing="Nothing changed.")


@click.command()
@click.argument("name")
@click.argument("other")
@_for_user
def unite(name: str, other: str, user_id: str, instance: str | None, as_json: bool) -> None:
    """Let OTHER mean the entity NAME, with all facts of both; `graphmem split` undoes it."""
    _show(lambda user: user.unite(name, other), user_id, instance, as_json=as_json, nothing="No fact changed.")


@click.command()
@click.argument("name")
@_for_user
def split(name: str, user_id: str, instance: str | None, as_json: bool) -> None:
    """Let NAME, which was united with another, mean an entity of its own again."""
    _show(lambda user: user.split(name), user_id, instance, as_json=as_json, nothing="No fact changed.")
