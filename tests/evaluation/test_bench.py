"""`graphmem bench`: it answers how fast, and leaves the store as it was."""

from __future__ import annotations

import importlib.util
import json
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

from graphmem.episodic.outcomes import RecordReport
from graphmem.episodic.policy import WritePolicy
from graphmem.errors import EncoderError, InvalidInputError
from graphmem.evaluation.bench import bench, load, sizes_up_to
from graphmem.evaluation.bench_data import Generator, GivenVectors
from graphmem.evaluation.bench_recall import Asker, Effort, percentile, shared
from graphmem.evaluation.bench_recording import insert, measure_recording, record_many, record_many_gated, users_needed
from graphmem.evaluation.bench_report import latency_plot
from graphmem.evaluation.temporary import KEEPER
from graphmem.interfaces.cli import main
from graphmem.memory import GraphMemory

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "bench_million.py"
ONCE = Effort(cues=4, scanned=4, fetched=1, warming=2)
PROMISED = {
    "record_many_vs_driver",
    "record_many_gated_vs_driver",
    "record_per_s",
    "record_vs_driver",
    "memory_growth_mib",
    "recall_p95_30k_vs_1k",
    "recall_p95_vs_search_30k",
    "exact_scan_vs_recall_30k",
    "recall_of_exact_top20",
    "small_user_same_hits",
    "bytes_per_event",
}


@pytest.fixture
def given(encoder) -> GivenVectors:
    return GivenVectors(encoder.identity)


@pytest.fixture
def speedy(database, given) -> GraphMemory:
    """A memory whose vectors are given."""
    return GraphMemory(database, given, policy=WritePolicy(gate="everything", unite=False))


@pytest.fixture
def generator(encoder) -> Generator:
    return Generator(dimension=encoder.identity.dimension)


@pytest.fixture
def million() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_million", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_same_seed_tells_the_same_events_however_they_are_cut():
    whole, again = (Generator(seed=3, dimension=64).told(0, 0, 60) for _ in range(2))
    part = Generator(seed=3, dimension=64).told(0, 40, 20)

    assert whole.episodes == again.episodes
    assert part.episodes == whole.episodes[40:]
    assert np.array_equal(part.vectors, whole.vectors[40:])
    assert Generator(seed=4, dimension=64).told(0, 0, 60).episodes != whole.episodes


def test_both_languages_are_told_and_events_have_neighbours():
    told = Generator(dimension=384).told(0, 0, 2000)

    chinese = sum(episode["content"].endswith("。") for episode in told.episodes)
    similar = told.vectors @ told.vectors.T - 2 * np.eye(len(told))

    assert 800 < chinese < 1200
    assert np.median(similar.max(axis=1)) > 0.5
    assert np.median(similar) < 0.1


def test_dated_cues_ask_for_a_small_part_of_the_time_in_which_the_event_lies():
    generator = Generator(dimension=64)
    times = [episode["occurred_at"] for episode in generator.told(0, 0, 4000).episodes]

    cues = generator.cues(0, 30, among=4000)

    kept = [sum(cue.since <= time < cue.until for time in times) / len(times) for cue in cues]
    assert all(0.03 < share < 0.12 for share in kept)
    assert cues[0].text == generator.cues(0, 1, among=4000)[0].text


def test_vectors_are_given_for_what_was_made_up_and_for_nothing_else(given):
    told = Generator(dimension=64).told(0, 0, 20)
    given.learn(told)

    first = told.episodes[0]
    assert np.array_equal(given.passages([f"{first['actor']}: {first['content']}"])[0], told.vectors[0])
    with pytest.raises(EncoderError, match="1 texts are not as they were made up"):
        given.passages(["something else"])
    with pytest.raises(EncoderError, match="No cue was given"):
        given.queries(["who?"])


def test_a_small_run_answers_every_question_and_leaves_nothing_behind(speedy, given, graph, encoder):
    found = bench(speedy, given, scale=200, runs=1, effort=ONCE, real=encoder, quiet=True).as_json()

    assert found.keys() >= PROMISED
    assert found["record_many_vs_driver"] > 0
    assert found["record_many_gated_vs_driver"] > 0
    assert found["record_per_s"] > 0
    assert found["record_vs_driver"] > 0
    assert found["recording"]["record_embed_later_per_second"] > 0
    assert found["recording"]["driver_single_per_second"] > 0
    assert found["recording"]["kept"] == {"record_many": 1, "record_many_gated": 1}
    assert found["recall_of_exact_top20"] == found["recall_of_exact_top20_dated"] == 1
    assert found["small_user_same_hits"] == 1
    assert found["recall_p95_30k_vs_1k"] is found["exact_scan_vs_recall_30k"] is found["bytes_per_event"] is None
    assert found["recording"]["with_encoder_per_second"] > 0
    assert found["round_trips"].keys() == {"record", "record_many_500", "recall"}
    assert [size["events"] for size in found["sizes"]] == [200]
    assert graph.rows("MATCH (n) WHERE n.user_id STARTS WITH $keeper RETURN n", keeper=KEEPER) == []


def test_a_batch_of_500_takes_three_round_trips_at_most_and_a_recall_six_queries(speedy, given):
    trips = bench(speedy, given, scale=20, runs=1, effort=ONCE, part="recall", quiet=True).round_trips

    assert trips["record"] <= trips["record_many_500"] <= 3
    assert trips["recall"] <= 6


def test_a_part_can_be_measured_alone(speedy, given):
    recording = bench(speedy, given, scale=40, runs=1, part="recording", quiet=True).as_json()
    recall = bench(speedy, given, scale=40, runs=1, effort=ONCE, part="recall", quiet=True).as_json()

    assert recording["recall_of_exact_top20"] is None
    assert recording["record_many_vs_driver"] > 0
    assert recall["record_many_vs_driver"] is None
    assert recall["recall_of_exact_top20"] == 1


def test_another_way_of_recording_is_measured_beside_the_first(speedy, given, generator, new_user):
    def one_by_one(memory, user_id, episodes) -> RecordReport:
        return [memory.user(user_id).record_many([each]) for each in episodes][-1]

    ways = {"together": record_many, "one by one": one_by_one}
    users = [new_user().id for _ in range(users_needed(1, ways))]

    report = measure_recording(speedy, given, generator, users, runs=1, count=60, ways=ways)

    assert report.vs_driver["together"] > report.vs_driver["one by one"] > 0
    assert report.kept["together"] == 1


def test_what_the_driver_inserts_is_what_recording_stores(speedy, given, generator, graph, new_user):
    from graphmem.evaluation import bench_recording

    ours, raw = new_user(), new_user()
    told = generator.told(2, 0, 60)
    given.learn(told)
    speedy.user(ours.id).record_many(told.episodes)

    insert(speedy, raw.id, told, bench_recording._model(speedy, ours.id))

    def shape(user_id):
        return graph.rows(
            "MATCH (e:Event {user_id: $u}) "
            "RETURN e.event_id AS id, labels(e) AS labels, e {.*, user_id: null, tenant_key: null} AS properties, "
            "[(e)-[r]->(x) | [type(r), coalesce(x.event_id, x.session_id)]] AS links ORDER BY id",
            u=user_id,
        )

    def comparable(rows):
        return [row | {"labels": sorted(row["labels"]), "links": sorted(row["links"])} for row in rows]

    stored = comparable(shape(ours.id))
    assert len(stored) == 60
    assert comparable(shape(raw.id)) == stored
    for session in {episode["session_id"] for episode in told.episodes}:
        assert graph.chain(raw.id, session) == graph.chain(ours.id, session)


def test_the_exact_scan_and_the_one_over_fetched_embeddings_find_the_same(speedy, given, generator, new_user):
    user = new_user()
    load(speedy.user(user.id), given, generator, 0, 0, 300, lambda _: None)
    asker = Asker(speedy, given, generator, stream=0, user_id=user.id)

    for cue in generator.cues(0, 3, among=300):
        told = generator.told(0, 0, 300)
        best = [told.episodes[place]["event_id"] for place in np.argsort(-(told.vectors @ cue.vector))[:20]]
        assert shared(best, asker._scanned(cue)[1]) == 1
        assert shared(best, asker._fetched(cue)[1]) == 1


def test_a_load_that_was_interrupted_is_taken_up_anywhere(speedy, given, generator, new_user, graph):
    user = speedy.user(new_user().id)

    assert load(user, given, generator, 0, 0, 30, lambda _: None) == 30
    assert load(user, given, generator, 0, 30, 70, lambda _: None) == 40
    assert load(user, given, generator, 0, 0, 70, lambda _: None) == 0
    assert graph.count(user.id) == 70


@pytest.mark.parametrize(("scale", "sizes"), [(20, [20]), (1000, [1000]), (30_000, [1000, 10_000, 30_000])])
def test_sizes_grow_to_the_scale(scale, sizes):
    assert sizes_up_to(scale) == sizes


def test_percentiles_are_by_nearest_rank():
    assert percentile([float(n) for n in range(1, 101)], 95) == 95
    assert percentile([3.0, 1.0, 2.0], 95) == 3
    assert percentile([7.0], 50) == 7


@pytest.mark.parametrize("asked", [{"scale": 5}, {"runs": 0}, {"effort": Effort(cues=0)}])
def test_too_little_to_measure_is_refused(speedy, given, asked):
    with pytest.raises(InvalidInputError, match="at least 20"):
        bench(speedy, given, **asked)


@pytest.mark.usefixtures("database")
def test_the_command_prints_the_keys_and_writes_the_page_with_its_plot(server, tmp_path, monkeypatch):
    page = tmp_path / "benchmarks.md"
    page.write_text("# Benchmarks\n", encoding="utf-8")
    monkeypatch.setenv("NEO4J_URI", server.bolt_uri)
    monkeypatch.setenv("NEO4J_USERNAME", server.username)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password.get_secret_value())
    monkeypatch.setenv("GRAPHMEM_ENCODER", "hash")

    done = CliRunner().invoke(
        main, ["bench", "--scale", "60", "--runs", "1", "--cues", "3", "--json", "--write", str(page)]
    )

    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found.keys() >= PROMISED | {"versions", "command"}
    text = page.read_text(encoding="utf-8")
    assert "<!-- begin bench -->" in text
    assert "`graphmem bench --scale 60 --runs 1 --cues 3`" in text
    assert "(latency.svg)" in text
    plot = ElementTree.fromstring((tmp_path / "latency.svg").read_text(encoding="utf-8"))
    assert "60" in [element.text for element in plot.iter()]


def test_a_page_is_not_given_half_the_figures(tmp_path):
    done = CliRunner().invoke(main, ["bench", "--only", "recall", "--write", str(tmp_path / "page.md")])

    assert done.exit_code == 2
    assert "leave out --only" in done.output


def test_names_in_the_plot_do_not_lie_on_one_another(speedy, given, generator, new_user):
    user = new_user()
    load(speedy.user(user.id), given, generator, 0, 0, 40, lambda _: None)
    sizes = [
        Asker(speedy, given, generator, stream=0, user_id=user.id).measure(size, runs=1, effort=ONCE)
        for size in (20, 40)
    ]

    plot = ElementTree.fromstring(latency_plot(sizes))

    labelled = [e for e in plot.iter() if ": " in (e.text or "") and (e.text or "").endswith(" ms")]
    heights = sorted(float(e.attrib["y"]) for e in labelled)
    assert len(labelled) == 4
    assert all(lower - upper >= 15 for upper, lower in pairwise(heights))


def test_the_long_run_goes_on_where_it_was_interrupted(million, speedy, given, generator, new_user, tmp_path, graph):
    user, state = new_user(), tmp_path / "state.json"
    stops = iter([False, True])

    def interrupt(_: int) -> None:
        if next(stops, False):
            raise KeyboardInterrupt

    grow = million.Growth(speedy, given, generator, user_id=user.id, state_file=state, step=40)
    with pytest.raises(KeyboardInterrupt):
        grow.run([40, 120], effort=ONCE, runs=1, progress=interrupt)
    first = json.loads(state.read_text(encoding="utf-8"))
    assert first["stored"] == 80
    assert [size["events"] for size in first["sizes"]] == [40]

    again = million.Growth(speedy, given, generator, user_id=user.id, state_file=state, step=40)
    found = again.run([40, 120], effort=ONCE, runs=1, progress=lambda _: None)

    assert found["sizes"][0] == first["sizes"][0], "what was measured is not measured again"
    assert [size["events"] for size in found["sizes"]] == [40, 120]
    assert graph.count(user.id) == 120


def test_made_up_events_are_worth_keeping_and_none_is_another_again(speedy, given, generator, new_user):
    told = generator.told(2, 0, 500)
    given.learn(told)

    report = record_many_gated(speedy, new_user().id, told.episodes)

    assert report.stored == 500


def test_growth_of_the_process_is_told_only_of_a_long_run(speedy, given, monkeypatch):
    from graphmem.evaluation import bench as module

    monkeypatch.setattr(module, "SIZES", (20, 40))
    short = bench(speedy, given, scale=60, runs=1, effort=ONCE, part="recall", quiet=True)
    monkeypatch.setattr(module, "GROWTH", (20, 60))
    long = bench(speedy, given, scale=60, runs=1, effort=ONCE, part="recall", quiet=True)

    assert short.memory_growth_mib is None
    assert long.memory_growth_mib is not None
