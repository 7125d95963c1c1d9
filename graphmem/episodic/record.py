"""Recording: episodes become events, in batches, each batch one transaction, acknowledged after commit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.episodic.batches import batches, circles, first_of, lost
from graphmem.episodic.outcomes import Fate, Outcome, RecordReport, report
from graphmem.episodic.policy import WritePolicy
from graphmem.episodic.prepare import Row, Stamps, Zone, prepare
from graphmem.episodic.unite import Uniter
from graphmem.errors import CircularCauseError, GraphmemError, InvalidInputError, UnknownEventError
from graphmem.language.checked import passage_vectors
from graphmem.language.encoder import Encoder
from graphmem.models import Episode, Event
from graphmem.rules.duplicates import SAME_WITHIN
from graphmem.rules.keys import id_key
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_RECORD = tenant_query("episodic.record")
_KNOWN = tenant_query("episodic.known")

TRANSIENT_FOR = timedelta(hours=24)
"""How long what the gate refused stays in the window of its session."""

Progress = Callable[[int], object]
"""Called with the number of episodes just dealt with."""
_Outcomes = dict[str, Outcome | GraphmemError]
"""By the id of the row."""


class Recorder:
    """Writes the episodes of one user.

    Args:
        store: the user's part of the store.
        encoder: makes the embeddings.
        stamps: gives times to episodes that have none.
        policy: what is done with an episode before it is stored.
    """

    def __init__(self, store: TenantStore, encoder: Encoder, stamps: Stamps, policy: WritePolicy) -> None:
        self._store, self._encoder, self._stamps, self._policy = store, encoder, stamps, policy
        self._uniter = Uniter(store, encoder.identity, stamps)
        self._let_go: dict[str, None] = {}
        """Ids of what the gate refused, the last ones: nothing else remembers them, and an effect may name one."""

    def record_many(
        self,
        episodes: Sequence[Episode | Mapping[str, Any]],
        *,
        zone: Zone,
        session_id: str | None = None,
        task_type: str | None = None,
        embed_later: bool | None = None,
        progress: Progress | None = None,
    ) -> RecordReport:
        """Store what is new and worth keeping among `episodes`; what cannot be used is refused with its reason.

        Raises:
            StoreError: the store failed; batches before this one are stored, and recording the same again is safe.
        """
        if isinstance(episodes, str | bytes | Mapping) or not isinstance(episodes, Iterable):
            raise InvalidInputError("record_many takes a list of episodes, each a map with at least 'content'.")
        policy = self._policy.but(embed_later=embed_later)
        outcomes: dict[int, Outcome | GraphmemError] = {}
        rows: dict[int, Row] = {}
        for position, given in enumerate(episodes):
            try:
                rows[position] = prepare(
                    given, policy=policy, stamps=self._stamps, zone=zone, session_id=session_id, task_type=task_type
                )
            except GraphmemError as error:
                outcomes[position] = error
        for position, event_ids in circles(rows).items():
            del rows[position]
            outcomes[position] = CircularCauseError(event_ids=event_ids)
        if progress and outcomes:
            progress(len(outcomes))
        while rows:
            # A repetition is a replay of the first of its kind that was handed in, unless that one is refused.
            firsts = first_of(rows)
            for batch in batches({position: rows[position] for position in set(firsts.values())}):
                stored = self._store_batch({row.event_id: row for row in batch.values()}, policy)
                outcomes |= {position: stored[row.event_id] for position, row in batch.items()}
                if progress:
                    progress(len(batch))
            again: dict[int, Row] = {}
            for position, first in firsts.items():
                if position == first:
                    continue
                outcome = outcomes[first]
                if isinstance(outcome, GraphmemError):
                    again[position] = rows[position]
                    continue
                not_kept = outcome.fate is Fate.NOT_KEPT
                outcomes[position] = outcome if not_kept else Outcome(outcome.event, Fate.ALREADY_THERE)
                if progress:
                    progress(1)
            rows = again
        return report(outcomes)

    def _store_batch(self, rows: dict[str, Row], policy: WritePolicy) -> _Outcomes:
        """What is stored already is neither encoded nor written again."""
        outcomes: _Outcomes = {}
        if len(rows) > 1:  # for one row a look beforehand costs more than it saves
            outcomes |= self._known(rows)
        let_go = {id: row for id, row in rows.items() if id not in outcomes and not row.verdict.keep}
        kept = {id: row for id, row in rows.items() if id not in outcomes and row.verdict.keep}
        if let_go or kept:
            outcomes |= self._write(kept, let_go, policy)
        return outcomes

    def _known(self, rows: dict[str, Row]) -> _Outcomes:
        keys = {id: row.keys(self._store.user_id) for id, row in rows.items()}
        asked = [{"event_id": id, "replay_key": row.replay_key, "own_keys": keys[id]} for id, row in rows.items()]
        lucene = " ".join(key for found in keys.values() for key in found)
        return {
            found["row"]: Outcome(Event.stored(found["event"]), Fate.ALREADY_THERE)
            for found in self._store.run(_KNOWN, rows=asked, lucene=lucene)
        }

    def _write(self, rows: dict[str, Row], let_go: dict[str, Row], policy: WritePolicy) -> _Outcomes:
        """A row whose cause is unknown is refused, and so is what it caused."""
        outcomes: _Outcomes = {}
        embeddings = {} if policy.embed_later else self._embeddings(rows)
        while rows or let_go:
            recorded_at = self._stamps.next()
            parameters = self._parameters(rows, let_go, policy)
            answer = self._store.run(
                _RECORD,
                rows=[row.as_given(policy, self._store.user_id, embeddings.get(id)) for id, row in rows.items()],
                recorded_at=recorded_at,
                expired=recorded_at - TRANSIENT_FOR,
                same_within=SAME_WITHIN.days,
                tenant_key=self._store.tenant_key,
                **parameters,
            )[0]
            if missing := set(answer["missing"]):
                unknown = lost(rows, missing)
                outcomes |= {id: UnknownEventError(event_ids=sorted(ids)) for id, ids in unknown.items()}
                rows = {id: row for id, row in rows.items() if id not in unknown}
                continue
            for item in answer["recorded"]:
                id, stored = item["row"], item["event"]
                outcomes[id] = (
                    Outcome(Event.stored(stored), Fate.ALREADY_THERE)
                    if stored
                    else Outcome(rows[id].event(recorded_at, kept=True), Fate.STORED)
                )
            outcomes |= {id: Outcome(row.event(recorded_at, kept=False), Fate.NOT_KEPT) for id, row in let_go.items()}
            self._remember(let_go)
            if answer["twins"] and not policy.embed_later:
                outcomes |= self._united(outcomes, answer["twins"], policy)
            return outcomes
        return outcomes

    def _united(self, outcomes: _Outcomes, twins: list[str], policy: WritePolicy) -> _Outcomes:
        """The outcomes that uniting the new events with their likes has changed."""
        keepers = self._uniter.unite(twins, loops=policy.gate != "everything")
        changed: _Outcomes = {}
        for id, outcome in outcomes.items():
            if isinstance(outcome, Outcome) and (keeper := keepers.get(outcome.event.event_id)):
                taken_up = keeper.event_id != outcome.event.event_id and outcome.fate is Fate.STORED
                changed[id] = Outcome(keeper, Fate.UNITED if taken_up else outcome.fate)
        return changed

    def _embeddings(self, rows: dict[str, Row]) -> dict[str, NDArray[np.float32]]:
        vectors = passage_vectors(self._encoder, [row.passage for row in rows.values()]) if rows else ()
        return dict(zip(rows, vectors, strict=True))

    def _parameters(self, rows: dict[str, Row], let_go: dict[str, Row], policy: WritePolicy) -> dict[str, Any]:
        user_id, now = self._store.user_id, self._stamps.now()
        passing = {
            id: row
            for id, row in let_go.items()
            if row.episode.session_id is not None and abs(now - row.occurred_at) < TRANSIENT_FOR
        }
        causes = {id: [cause for cause in row.episode.caused_by if cause not in self._let_go and cause not in let_go]
                  for id, row in rows.items()}  # fmt: skip
        links = [{"event_id": id, "cause_id": cause} for id, named in causes.items() for cause in named]
        named = {link["cause_id"] for link in links} - rows.keys()
        answered = {row.episode.reply_to for row in rows.values() if row.episode.reply_to}
        refusals = Counter(row.verdict.reason for row in let_go.values())
        return {
            "transients": [row.passing(policy, user_id) for row in passing.values()],
            "sessions": _sessions([*rows.values(), *passing.values()]),
            "links": links,
            "causes": sorted(named),
            "lucene": " ".join(
                [key for row in rows.values() for key in row.keys(user_id)]
                + [id_key(user_id, id) for id in sorted(named | answered)]
            )
            or id_key(user_id, ""),
            "actors": sorted({row.episode.actor for row in rows.values()}),
            "refusals": [
                {"day": f"{now:%Y-%m-%d}", "reason": reason, "count": count}
                for reason, count in sorted(refusals.items())
            ],
        }

    def _remember(self, let_go: dict[str, Row]) -> None:
        self._let_go |= dict.fromkeys(let_go)
        for id in list(self._let_go)[: max(0, len(self._let_go) - _REMEMBERED)]:
            self._let_go.pop(id, None)  # another thread may have done it


_REMEMBERED = 10_000


def _sessions(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Every session that the rows name, with its task type and the time of its first row."""
    sessions: dict[str, dict[str, Any]] = {}
    for row in rows:
        if (session_id := row.episode.session_id) is not None:
            fresh = {"session_id": session_id, "task_type": row.episode.task_type, "started_at": row.occurred_at}
            session = sessions.setdefault(session_id, fresh)
            session["started_at"] = min(session["started_at"], row.occurred_at)
            session["task_type"] = row.episode.task_type or session["task_type"]
    return list(sessions.values())
