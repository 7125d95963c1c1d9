"""Settings: from arguments, else the environment, else `graphmem.toml` in the working folder, else the defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self

from platformdirs import user_cache_path, user_data_path
from pydantic import (
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from graphmem.errors import ConfigurationError

SETTINGS_FILE = "graphmem.toml"

# The bounds put on what callers hand in. A value in a range index of Neo4j may have about 8,160 bytes, and several
# ids share one composite key; beyond it the server fails with an internal error.
LONGEST_ID_BYTES = 1_000
"""UTF-8 bytes of an id (user, session, event), an actor, a task type or a user's name."""
LONGEST_CONTENT_CHARACTERS = 1_000_000
"""Characters of one event; what is longer belongs into a document store, with an event that points to it."""
LONGEST_CUE_CHARACTERS = 100_000
"""Characters of a cue. Of a long one the most telling words are searched for, and its beginning is encoded."""
LONGEST_METADATA_BYTES = 100_000
"""UTF-8 bytes of one event's metadata as JSON."""
DEEPEST_METADATA = 50
"""Lists and maps inside one another."""
BATCH_ROWS = 500
"""Events written in one transaction by `record_many`, at most."""
BATCH_CHARACTERS = 4_000_000
"""Characters of their contents together, at most (unless a single event has more)."""

GatePolicy = Literal["strict", "balanced", "everything"]


class ImportanceRule(BaseModel):
    """A rule of importance that an operator adds: `[[importance.rules]]` in `graphmem.toml`; see docs/gate.md."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,40}$")
    """Code of the reason that is stored with the event."""
    patterns: tuple[str, ...] = Field(min_length=1)
    """Phrases, English or Chinese, one of which must be in the text."""
    weight: float = Field(0.3, ge=0, le=1)
    """How much nearer to 1 the importance comes."""
    floor: float = Field(0, ge=0, le=1)
    """What the importance is at least."""
    roles: tuple[Literal["user", "agent", "tool"], ...] = ()
    """Roles of actors it holds for; empty for all."""
    event_types: tuple[str, ...] = ()
    """Types of event it holds for; empty for all."""


class ImportanceSettings(BaseModel):
    """`[importance]` in `graphmem.toml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rules: tuple[ImportanceRule, ...] = ()


class RedactionSettings(BaseModel):
    """`[redaction]` in `graphmem.toml`; see docs/redaction.md."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    patterns: dict[str, str] = Field(default_factory=dict)
    """Own types of secrets: a name and a regular expression, `employee_id = "EMP-[0-9]{6}"`."""


class RecallSettings(BaseModel):
    """`[recall]` in `graphmem.toml`; see docs/recall.md."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    recent_days: float = Field(default=14, gt=0)
    """How far back "recently" and 最近 reach."""
    floor: float | None = Field(default=None, ge=0, le=2)
    """How near the best event must be to a cue for recall to answer at all; 0 to answer always. By default the one that
    was measured for the encoder."""
    cache_seconds: float = Field(default=300, ge=0)
    """How long an answer may be given again while the user's memory does not change; 0 for not at all."""


class LlmSettings(BaseModel):
    """`[llm]` in `graphmem.toml`, or `GRAPHMEM_LLM_BASE_URL` and so on; off unless it names an endpoint or a key.

    See docs/facts.md.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: str | None = Field(default=None, pattern=r"^$|^https?://")
    """Of an endpoint that speaks OpenAI's protocol, such as `http://localhost:11434/v1`; OpenAI's own by default."""
    api_key: SecretStr | None = None
    """What the endpoint knows the caller by; many local ones need none."""
    model: str = Field(default="", max_length=200)
    """Name of the model, as the endpoint calls it."""
    timeout: float = Field(default=30, gt=0, le=600)
    """Seconds to wait for an answer, each of the three times that it is asked for."""

    @property
    def configured(self) -> bool:
        """Whether a model is to be asked at all."""
        return bool(self.base_url or (self.api_key and self.api_key.get_secret_value()))

    @model_validator(mode="after")
    def _names_a_model(self) -> Self:
        if self.configured and not self.model.strip():
            raise ValueError("name the model too, as model beside the endpoint or key")
        return self


class PredicateSettings(BaseModel):
    """A predicate that an operator adds or redefines: `[predicates.NAME]` in `graphmem.toml`; see docs/facts.md."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    cardinality: Literal["one", "many", "one per aspect"] = "many"
    """How many objects can be true at once."""
    fact_type: Literal["preference", "profile", "project", "date", "need", "general"] = "general"
    inverse: str | None = None
    """The predicate that says the same with subject and object exchanged."""
    opposite: str | None = None
    """The predicate that says the contrary of the same object."""
    en: str = ""
    """How it reads in English between a subject and an object."""
    zh: str = ""


def _policy(given: object) -> object:
    """`gate = "strict"`, or `policy = "strict"` in a table `[gate]`."""
    return given["policy"] if isinstance(given, dict) and set(given) == {"policy"} else given


class Settings(BaseSettings):
    """Everything that can be configured.

    The four `neo4j_*` settings have the names of Aura's credentials file; the others are read from the environment
    with the prefix `GRAPHMEM_` (`GRAPHMEM_INSTANCE=work`) and from `graphmem.toml` without it (`instance = "work"`).
    What stands in a table there has its name between (`GRAPHMEM_RECALL_FLOOR=0`, `GRAPHMEM_LLM_MODEL=...`).
    """

    model_config = SettingsConfigDict(
        env_prefix="GRAPHMEM_",
        env_nested_delimiter="_",
        env_nested_max_split=1,
        toml_file=SETTINGS_FILE,
        extra="forbid",
        frozen=True,
        populate_by_name=True,
    )

    neo4j_uri: str | None = Field(None, validation_alias=AliasChoices("neo4j_uri", "NEO4J_URI"))
    """Where Neo4j listens (`bolt://`, `neo4j://`, `neo4j+s://`); without it the managed local server is used."""
    neo4j_username: str = Field("neo4j", validation_alias=AliasChoices("neo4j_username", "NEO4J_USERNAME"))
    neo4j_password: SecretStr | None = Field(None, validation_alias=AliasChoices("neo4j_password", "NEO4J_PASSWORD"))
    neo4j_database: str = Field("neo4j", validation_alias=AliasChoices("neo4j_database", "NEO4J_DATABASE"))

    instance: str = Field("default", pattern=r"^[a-z0-9][a-z0-9_-]{0,40}$")
    """Name of the managed local server: own data, own ports, own password."""
    data_dir: Path = Field(default_factory=lambda: user_data_path("graphmem", appauthor=False))
    """Data, logs and passwords of the managed servers."""
    cache_dir: Path = Field(default_factory=lambda: user_cache_path("graphmem", appauthor=False))
    """Downloads that can be had again: the server's jars, the encoder's weights."""
    keep_server: bool = True
    """Leave the managed server running when the program that started it ends."""
    heap: str = Field("1g", pattern=r"^\d+[mg]$")
    """Java heap of the managed server."""
    page_cache: str = Field("512m", pattern=r"^\d+[mg]$")
    """Page cache of the managed server."""

    encoder: Literal["e5", "use", "hash"] = "e5"
    """`e5` is multilingual-e5-small; `use` is lighter and finds less; `hash` counts words, for tests."""
    weights: Path | None = None
    """A sentence-transformers folder, or a packed weights file, of the encoder."""
    encoder_threads: int | None = Field(None, ge=1)
    """Threads for encoding; by default 1 on machines of up to 2 cores, else half the cores."""
    encoder_batch: int = Field(64, ge=1)
    """Texts encoded at once."""

    gate: Annotated[GatePolicy, BeforeValidator(_policy)] = "balanced"
    """What the write gate does in doubt: `balanced` keeps, `strict` refuses; `everything` refuses nothing at all."""
    importance: ImportanceSettings = ImportanceSettings()
    """Own rules of importance, beside the built-in ones."""
    predicates: dict[str, PredicateSettings] = Field(default_factory=dict)
    """Own predicates of facts, beside the built-in ones or in place of them."""

    llm: LlmSettings = LlmSettings()
    """A language model that reads facts instead of the rules; texts of events are sent to it."""

    redact_contacts: bool = False
    """Take out e-mail addresses and phone numbers before anything is stored, beside secrets, ids and cards."""
    redaction: RedactionSettings = RedactionSettings()
    """Own patterns of what must not be stored, beside the built-in ones."""

    recall: RecallSettings = RecallSettings()
    """How recall reads a cue and when it answers."""
    count_recalls: bool = True
    """Count how often each event is recalled, and when last; written in the background."""

    unite: bool = True
    """Make one event of the same thing said again within a week."""
    embed_later: bool = False
    """Record without waiting for the encoder; `graphmem embed` makes the embeddings."""

    background: bool = True
    """Find the entities of events in a thread of the program that records; without it `graphmem worker` does."""

    @property
    def redaction_patterns(self) -> dict[str, str]:
        """The operator's patterns by type, for `graphmem.language.redaction.Redactor`."""
        return self.redaction.patterns

    @property
    def importance_rules(self) -> tuple[ImportanceRule, ...]:
        """The operator's rules of importance, for `graphmem.rules.importance.importance_table`."""
        return self.importance.rules

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def load_settings(**overrides: object) -> Settings:
    """The settings in force, with `overrides` before everything else.

    Raises:
        ConfigurationError: a value does not fit, or `graphmem.toml` names a setting that does not exist.
    """
    try:
        return Settings(**overrides)  # type: ignore[arg-type]  # pydantic checks them
    except ValidationError as error:
        problems = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg'].lower()}" for e in error.errors())
        raise ConfigurationError(
            f"Some settings cannot be used: {problems}. Look at the arguments, the environment (GRAPHMEM_*, NEO4J_*) "
            f"and {SETTINGS_FILE}."
        ) from None
    except ValueError as error:  # a graphmem.toml that is not TOML
        raise ConfigurationError(f"{SETTINGS_FILE} cannot be read: {error}") from None
