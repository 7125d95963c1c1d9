"""The one entry: GraphMemory → UserMemory → SessionMemory (the last two in `graphmem.user`)."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Container, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Lock
from types import TracebackType
from typing import Self

from graphmem.background import Background, Stop
from graphmem.checks import checked_id, checked_text, checked_zone
from graphmem.clock import Clock, SystemClock
from graphmem.config import RecallSettings, Settings, load_settings
from graphmem.connecting import connect
from graphmem.episodic.embed import EmbedReport, embed_waiting
from graphmem.episodic.embed import Progress as EmbedProgress
from graphmem.episodic.policy import Opinion, WritePolicy
from graphmem.episodic.prepare import Stamps
from graphmem.errors import GraphmemError
from graphmem.language.encoder import Encoder, make_encoder
from graphmem.language.llm import ModelReader, ModelUse, model_reader
from graphmem.language.tokens import TokenCounter, estimated_tokens
from graphmem.recall.access import RecallCounter
from graphmem.recall.cache import AnswerCache
from graphmem.recall.recall import Means
from graphmem.rules.predicates import Predicate, open_table
from graphmem.rules.ranking import Ranking
from graphmem.rules.ranking import ranking as default_ranking
from graphmem.semantic.consolidate import Progress as FactProgress
from graphmem.semantic.consolidate import consolidate_waiting
from graphmem.semantic.embed import embed_facts, embed_waiting_facts
from graphmem.semantic.mentions import AnalysisReport, analyse_waiting
from graphmem.semantic.mentions import Progress as AnalysisProgress
from graphmem.semantic.reflect import reflect_waiting
from graphmem.server import Instance, RunningServer, down
from graphmem.server import Progress as ServerProgress
from graphmem.store.connection import Database
from graphmem.store.schema import Schema
from graphmem.store.tenant import TenantStore
from graphmem.user import UserMemory

_SIDE_THREADS = 32
"""At most: a recall has one or two queries run by them, so that many agents can ask at once."""


class GraphMemory:
    """A memory for any number of users, over one Neo4j database.

    Use `GraphMemory.open()`; the constructor takes its parts ready made.
    """

    def __init__(
        self,
        database: Database,
        encoder: Encoder,
        *,
        clock: Clock | None = None,
        count_tokens: TokenCounter = estimated_tokens,
        ranking: Ranking | None = None,
        recalling: RecallSettings | None = None,
        policy: WritePolicy | None = None,
        predicates: Mapping[str, Predicate] | None = None,
        reader: ModelReader | None = None,
        count_recalls: bool = False,
        server: RunningServer | None = None,
        stop_at_close: Instance | None = None,
        background: bool = False,
    ) -> None:
        self.database = database
        self.encoder = encoder
        self.clock = clock or SystemClock()
        self.count_tokens = count_tokens
        self.ranking = ranking or default_ranking()
        self.recalling = recalling or RecallSettings()
        self.policy = policy or WritePolicy()
        self.predicates = predicates or open_table()
        self.reader = reader
        """Asks a language model for facts, where one is configured."""
        self.cache = AnswerCache(self.recalling.cache_seconds)
        database.watch(self.cache.changed)
        self.counter = RecallCounter(database) if count_recalls else None
        self.stamps = Stamps(self.clock)
        self.side = ThreadPoolExecutor(max_workers=_SIDE_THREADS, thread_name_prefix="graphmem")
        """Threads for what runs beside its caller; they end when nobody holds the memory any more."""
        self.server = server
        """The managed local server, where one is used."""
        self._stop_at_close = stop_at_close
        self._told: dict[str, bool] = {}
        self._telling = Lock()
        self._background = Background(self._work_waiting) if background else None

    @classmethod
    def open(
        cls,
        *,
        settings: Settings | None = None,
        encoder: Encoder | None = None,
        clock: Clock | None = None,
        count_tokens: TokenCounter = estimated_tokens,
        opinion: Opinion | None = None,
        progress: ServerProgress | None = None,
        **overrides: object,
    ) -> GraphMemory:
        """Connect to the configured Neo4j, or to the managed local one, which is started when it does not run.

        Args:
            settings: all settings at once; otherwise `overrides` (such as `instance="work"`, `neo4j_uri=...`), the
                environment and `graphmem.toml` decide.
            encoder: makes the embeddings, instead of the configured one.
            clock: tells the time, instead of the machine's.
            count_tokens: counts the tokens of a brief.
            opinion: says how much a text matters, 0 to 1, such as by asking a model; it may raise an importance above
                what the rules say, never lower it. It sees texts after redaction.
            progress: is told how the start of the local server goes.

        Raises:
            ConfigurationError: a setting cannot be used.
            ServerError: the local server cannot be installed or started.
            StoreError: Neo4j does not answer, refuses the password, or is too old.
            EncoderMismatchError: the store was filled by another encoder.
        """
        settings = settings or load_settings(**overrides)
        policy = WritePolicy.of(settings, opinion)
        encoder = encoder or make_encoder(settings)
        database, server, stop_at_close = connect(settings, progress)
        try:
            schema = Schema(database)
            schema.upgrade(encoder.identity)
            schema.check_encoder(encoder.identity)
        except BaseException:
            database.close()
            raise
        predicates = open_table(settings.predicates)
        memory = cls(
            database,
            encoder,
            clock=clock,
            count_tokens=count_tokens,
            recalling=settings.recall,
            policy=policy,
            predicates=predicates,
            reader=model_reader(settings.llm, predicates),
            count_recalls=settings.count_recalls,
            server=server,
            stop_at_close=stop_at_close,
            background=settings.background,
        )
        if stop_at_close:
            atexit.register(memory.close)
        return memory

    def user(self, id: str, *, name: str | None = None, time_zone: str | None = None) -> UserMemory:
        """The memory of one user: a person, or a team that shares one. Any text is an id.

        Args:
            id: 1 to 1,000 bytes.
            name: kept for display.
            time_zone: IANA name; kept, so that it need be given once. Times are shown in it, and naive datetimes
                are read in it.

        Raises:
            InvalidInputError: the id, the name or the zone cannot be used.
        """
        checked_id("user id", id)
        if name is not None:
            checked_text(name, "The name", 250)
        if time_zone is not None:
            checked_zone(time_zone)
        return UserMemory(self, id, name=name, time_zone=time_zone)

    def embed(self, *, progress: EmbedProgress | None = None) -> EmbedReport:
        """Embed what was recorded with `embed_later`, of all users, and unite it with its likes; and what facts say.

        Safe to interrupt and to run beside others.

        Raises:
            EncoderError: the encoder cannot encode.
            StoreError: the store failed; running it again goes on.
        """
        report = embed_waiting(self.database, self.encoder, self.stamps, self.policy, progress=progress)
        return replace(report, facts=embed_waiting_facts(self.database, self.encoder))

    def analyse(self, *, user_id: str | None = None, progress: AnalysisProgress | None = None) -> AnalysisReport:
        """Find the entities of events that wait for it, of all users or of one; now, instead of in the background.

        Safe to interrupt and to run beside others.

        Raises:
            StoreError: the store failed; running it again goes on.
        """
        return analyse_waiting(self.database, user_id=user_id, progress=progress)

    @property
    def background_failure(self) -> GraphmemError | None:
        """What the work in the background failed with the last time; None where it did not, or there is none."""
        return self._background.failure if self._background else None

    def wake(self, user_id: str, *, ended: bool = False) -> None:
        """Tell the work in the background, where there is any, that there is something to do.

        Args:
            user_id: for whom; that is done before what waits of others.
            ended: a session has ended, so that the user's events do not wait for others any longer.
        """
        if self._background:
            with self._telling:
                self._told[user_id] = self._told.get(user_id, False) or ended
            self._background.wake()

    def consolidate_waiting(self, *, progress: FactProgress | None = None, use: ModelUse | None = None) -> int:
        """Make facts of what users said, of all of whom enough waits; now, instead of in the background.

        Enough are 10 events, or one that somebody asked to remember. Safe to interrupt and to run beside others.

        Args:
            progress: is told of every group of events.
            use: counts what asking the language model came to, where one is configured.

        Returns:
            How many events were consumed.

        Raises:
            StoreError: the store failed; running it again goes on.
        """
        consumed = consolidate_waiting(
            self.database, self.predicates, self.clock, progress=progress, reader=self.reader, use=use
        )
        embed_waiting_facts(self.database, self.encoder)
        return consumed

    def reflect_waiting(self) -> int:
        """Look for what recurs, of all users for whom it is time; now, instead of in the background.

        Time it is a day after the last time, where something was recorded since.

        Returns:
            How many judgements are new or have changed.

        Raises:
            StoreError: the store failed; running it again goes on.
        """
        touched = reflect_waiting(self.database, self.predicates, self.clock)
        embed_waiting_facts(self.database, self.encoder)
        return touched

    def _work_waiting(self, stop: Stop, closing: Stop) -> None:
        with self._telling:
            told, self._told = self._told, {}
        ended = {user_id for user_id, has_ended in told.items() if has_ended}
        try:
            for user_id in told:
                analyse_waiting(self.database, user_id=user_id, stop=stop)
            self._consolidate(stop, only=told, at_once=ended)
            for user_id in told:
                embed_facts(TenantStore(self.database, user_id), self.encoder, stop=stop)
        except Exception:
            with self._telling:
                self._told = {**told, **self._told, **dict.fromkeys(ended, True)}
            raise

        def give_way() -> bool:
            return stop() or closing() or bool(self._told)

        analyse_waiting(self.database, stop=give_way)
        self._consolidate(give_way)
        reflect_waiting(self.database, self.predicates, self.clock, stop=give_way)
        embed_waiting_facts(self.database, self.encoder, stop=give_way)

    def _consolidate(
        self, stop: Callable[[], bool], *, only: Container[str] | None = None, at_once: Container[str] = ()
    ) -> None:
        consolidate_waiting(
            self.database, self.predicates, self.clock, only=only, at_once=at_once, stop=stop, reader=self.reader
        )

    def means(self, store: TenantStore) -> Means:
        """What recall works with for one user."""
        return Means(
            store=store,
            encoder=self.encoder,
            ranking=self.ranking,
            settings=self.recalling,
            count_tokens=self.count_tokens,
            side=self.side,
            predicates=self.predicates,
            cache=self.cache,
        )

    def close(self) -> None:
        """Finish the work in the background on what was recorded here, for 10 seconds at most, write what is left to
        be counted, and give back the connections.

        What is not finished is still marked in the store, and done by whoever comes next. The server stays up unless
        it was started here with `keep_server=False`.
        """
        has_ended = self._background is None or self._background.close()
        if self.counter:
            self.counter.close()
            self.counter = None
        if self._background and not has_ended:
            self._background.when_ended(self._give_back)  # its thread uses the connections
        else:
            self._give_back()
        if self._stop_at_close:
            down(self._stop_at_close)
            self._stop_at_close = None
            atexit.unregister(self.close)

    def _give_back(self) -> None:
        if self.reader:
            self.reader.close()
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
