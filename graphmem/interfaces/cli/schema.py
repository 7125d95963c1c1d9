"""`graphmem schema status | upgrade | rebuild`: what keeps a store in shape, and its encoder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import TracebackType
from typing import NoReturn, Self

import click
from tqdm import tqdm

from graphmem.config import Settings, load_settings
from graphmem.connecting import connect
from graphmem.errors import StoreError
from graphmem.interfaces.cli.options import echo_json, instance_option, json_option
from graphmem.interfaces.cli.phases import Phases
from graphmem.language.checked import passage_vectors
from graphmem.language.encoder import make_encoder
from graphmem.models import EncoderIdentity
from graphmem.server import down
from graphmem.store.connection import Database
from graphmem.store.embeddings import EMBEDDED, Count, IndexState, count_embedded, index_states
from graphmem.store.rebuild import Rebuild, RebuildPlan, RebuildReport
from graphmem.store.schema import Schema, SchemaStatus
from graphmem.store.slots import SlotRecord

TO_DO = 6
"""Exit code of `status` when something is to be done."""


@click.group()
def schema() -> None:
    """Constraints, indexes and embeddings of the store: look, bring up to date, make anew."""


@schema.command()
@instance_option
@json_option
@click.pass_context
def status(ctx: click.Context, instance: str | None, as_json: bool) -> None:
    """Say which migrations were applied, which encoder the store has, and how far its events are embedded.

    Exit code 6 when something is to be done: a migration, a rebuild, or an index that is not online.
    """
    settings = _settings(instance)
    with _database(settings, quiet=as_json) as database:
        found = Schema(database).status()
        indexes = {index.name: index for index in index_states(database)}
        slots = [
            (slot, count_embedded(database, slot.index_name), indexes.get(slot.index_name)) for slot in found.slots
        ]
    configured = make_encoder(settings).identity
    to_do = list(_to_do(found, configured, slots, indexes))
    if as_json:
        echo_json(
            {
                "version": str(found.applied[-1]) if found.applied else None,
                "applied": [{"migration": str(each), "applied_at": each.applied_at} for each in found.applied],
                "pending": [str(each) for each in found.pending],
                "encoder": found.encoder.model_dump() if found.encoder else None,
                "configured": configured.model_dump(),
                "slots": [_slot_json(*each) for each in slots],
                "to_do": to_do,
            }
        )
    else:
        for name, value in _status_rows(found, configured, slots):
            click.echo(f"{name:<12}{value}")
        for each in to_do:
            click.echo(each)
    if to_do:
        ctx.exit(TO_DO)


@schema.command()
@click.option("--dry-run", is_flag=True, help="Only say what would be applied.")
@instance_option
@json_option
def upgrade(dry_run: bool, instance: str | None, as_json: bool) -> None:
    """Apply the migrations that this version of graphmem brings and the store lacks.

    Opening a memory does the same; this is for doing it at a time of your choice. The store's encoder stays what it is.
    """
    settings = _settings(instance)
    with _database(settings, quiet=as_json) as database:
        schema = Schema(database)
        identity = schema.status().encoder or make_encoder(settings).identity
        pending = schema.upgrade(identity, dry_run=dry_run)
    if as_json:
        echo_json(
            {
                "dry_run": dry_run,
                "migrations": [
                    {"migration": str(each), "statements": [statement.name for statement in each.statements]}
                    for each in pending
                ],
            }
        )
        return
    for each in pending:
        click.echo(f"{'Would apply' if dry_run else 'Applied'} {each}:")
        for statement in each.statements:
            click.echo(f"  {statement.name.rpartition('.')[2]}  {statement.summary}")
    if not pending:
        click.echo("The schema is up to date.")


@schema.command()
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
@instance_option
@json_option
def rebuild(dry_run: bool, instance: str | None, as_json: bool) -> None:
    """Make all embeddings anew with the configured encoder, from the texts; the memory stays in use.

    Recall goes on over the old embeddings until all new ones are there, then the store is switched at once; programs
    that still use the old encoder are refused from then on. Run it again after an interruption: it goes on where it
    was.
    """
    settings = _settings(instance)
    encoder = make_encoder(settings)
    with _database(settings, quiet=as_json) as database, _Bars(quiet=as_json) as bars:
        schema = Schema(database)
        found = schema.status()
        if not dry_run:
            schema.upgrade(found.encoder or encoder.identity)
        elif found.encoder is None:
            raise click.ClickException("This store is empty: it has no encoder yet, so there is nothing to rebuild.")
        work = Rebuild(
            database,
            encoder.identity,
            partial(passage_vectors, encoder),
            batch=settings.encoder_batch,
            progress=bars,
        )
        plan = work.plan()
        if not as_json:
            for line in _plan_lines(plan):
                click.echo(line)
        report = None if dry_run or plan.nothing_to_do else _run(work)
    if as_json:
        echo_json(_plan_json(plan) | ({"dry_run": True} if dry_run else _report_json(report)))
    elif report:
        click.echo(
            f"Embedded {report.embedded:,} events and facts and removed {report.removed:,} embeddings in "
            f"{report.seconds:.0f} s."
        )


def _run(work: Rebuild) -> RebuildReport:
    try:
        return work.run()
    except (StoreError, KeyboardInterrupt):
        click.echo("Interrupted. What was embedded is kept; the same command goes on where it was.", err=True)
        raise


class _Bars:
    """A progress bar with rate and remaining time for each step, on a terminal."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._step = ""
        self._bar: tqdm[NoReturn] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def __call__(self, step: str, done: int, total: int) -> None:
        if self._quiet:
            return
        if self._bar is None or step != self._step:
            if self._bar is not None:
                self._bar.close()
            self._step = step
            self._bar = tqdm(desc=step.capitalize(), total=total, initial=done, unit=" texts", disable=None)
        self._bar.total = total
        self._bar.update(done - self._bar.n)


def _settings(instance: str | None) -> Settings:
    return load_settings(**({"instance": instance} if instance else {}))


@contextmanager
def _database(settings: Settings, *, quiet: bool) -> Iterator[Database]:
    """The configured store, whatever its encoder."""
    with Phases(quiet=quiet) as phases:
        database, _, stop_at_close = connect(settings, phases)
    try:
        with database:
            yield database
    finally:
        if stop_at_close:
            down(stop_at_close)


def _to_do(
    found: SchemaStatus,
    configured: EncoderIdentity,
    slots: list[tuple[SlotRecord, Count, IndexState | None]],
    indexes: Mapping[str, IndexState],
) -> Iterator[str]:
    if found.pending:
        yield f"Pending migrations: {len(found.pending)}. Run: graphmem schema upgrade"
    if found.encoder is not None and found.encoder != configured:
        yield f"{configured} is configured, which is not the store's. Configure the other, or: graphmem schema rebuild"
    elif len(slots) > 1:
        yield "A rebuild was not finished. Run: graphmem schema rebuild"
    for slot, count, _ in slots:
        if slot != found.active:
            continue
        if count.embedded < count.all:
            yield f"{count.all - count.embedded:,} events and facts are not embedded. Run: graphmem schema rebuild"
        for name in (each.indexes[slot.index_name] for each in EMBEDDED):
            index = indexes.get(name)
            if index is None or index.state != "ONLINE":
                yield f"The index {name} is {index.state.lower() if index else 'missing'}. Run: graphmem doctor"


def _status_rows(
    found: SchemaStatus, configured: EncoderIdentity, slots: list[tuple[SlotRecord, Count, IndexState | None]]
) -> Iterator[tuple[str, str]]:
    for applied in found.applied:
        yield "Applied", f"{applied}  {applied.applied_at:%Y-%m-%d %H:%M} UTC"
    for pending in found.pending:
        yield "Pending", str(pending)
    yield "Encoder", str(found.encoder) if found.encoder else "none yet"
    yield "Configured", str(configured)
    for slot, count, index in slots:
        online = f"{index.state.lower()}, {index.percent:.0f} %" if index else "no index"
        yield "Slot", f"{slot.index_name}: {slot.state}, {slot.encoder}"
        yield "", f"{count.embedded:,} of {count.all:,} events and facts embedded; index {online}"


def _slot_json(slot: SlotRecord, count: Count, index: IndexState | None) -> dict[str, object]:
    return {
        "index_name": slot.index_name,
        "state": slot.state.value,
        "encoder": slot.encoder.model_dump(),
        "claimed_at": slot.claimed_at,
        "texts": count.all,
        "embedded": count.embedded,
        "missing": count.all - count.embedded,
        "index": {"state": index.state, "percent": index.percent, "dimension": index.dimension} if index else None,
    }


def _plan_lines(plan: RebuildPlan) -> Iterator[str]:
    if plan.nothing_to_do:
        yield f"Nothing to do: all {plan.events.all:,} events and facts are embedded by {plan.encoder}."
        return
    if plan.leftover:
        yield f"A rebuild was not finished. What is left of the embeddings of {plan.leftover} is removed."
    if plan.switches:
        yield f"From {plan.active} to {plan.encoder}."
    yield f"{plan.events.all - plan.events.embedded:,} of {plan.events.all:,} events and facts are to be embedded."


def _plan_json(plan: RebuildPlan) -> dict[str, object]:
    return {
        "encoder": plan.encoder.model_dump(),
        "from": plan.active.model_dump(),
        "switches": plan.switches,
        "leftover": plan.leftover.model_dump() if plan.leftover else None,
        "nothing_to_do": plan.nothing_to_do,
        "events": plan.events.all,
        "embedded_before": plan.events.embedded,
    }


def _report_json(report: RebuildReport | None) -> dict[str, object]:
    if report is None:
        return {"embedded": 0, "removed": 0, "seconds": 0.0}
    return {"embedded": report.embedded, "removed": report.removed, "seconds": round(report.seconds, 1)}
