"""Measure the reading of time expressions on labelled cues.

    python scripts/measure_time.py PLACE... [--wrong] [--write docs/benchmarks.md]

A PLACE is a folder that holds files of JSON lines, any of: memory_cues.jsonl (cues with the interval they ask about,
or why they ask about none), recognizers.jsonl (the parser specifications of Microsoft Recognizers-Text in neutral form)
and jionlp.jsonl (the tests of JioNLP); or a file of cues with "interval", "order", "kinds" and "actors", as in
tests/sets/cues.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from graphmem._version import __version__
from graphmem.clock import SystemClock
from graphmem.errors import InvalidInputError
from graphmem.evaluation.report import markdown, plain, section, write_section
from graphmem.language.questions import Reading, read

Row = Mapping[str, object]
Tally = dict[str, list[bool]]
Wrong = list[str]


def rows(path: Path) -> Iterator[dict[str, object]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def _moment(text: object) -> datetime | None:
    return None if text is None else datetime.fromisoformat(str(text)).astimezone(UTC)


def _near(found: datetime | None, wanted: datetime | None, hours: float) -> bool:
    if found is None or wanted is None:
        return found is wanted
    return abs(found - wanted) <= timedelta(hours=hours)


def memory_cues(path: Path, wrong: Wrong) -> Tally:
    """Exact within the tolerance of the line, or one of its other readings; and false alarms."""
    tally: Tally = defaultdict(list)
    for row in rows(path):
        text, language = str(row["text"]), str(row["lang"])
        reading = read(text, now=_moment(row["ref_utc"]) or datetime.now(UTC), time_zone=str(row["tz"]))
        found, kind = reading.interval, row["kind"]
        if kind == "range":
            readings = [(row["start_utc"], row["end_utc"]), *row["alt_utc"]]  # type: ignore[misc]
            right = found is not None and any(
                _near(found.since, _moment(since), float(str(row["tol_h"])) if place == 0 else 0)
                and _near(found.until, _moment(until), float(str(row["tol_h"])) if place == 0 else 0)
                for place, (since, until) in enumerate(readings)
            )
        else:
            order = {"latest": "last", "earliest": "first"}.get(str(kind))
            right = found is None and (order is None or reading.order == order)
            right = right and (kind != "fuzzy" or reading.vague is not None)
            tally[f"false alarms, {language}"].append(found is not None)
        tally[f"exact, {language}"].append(right)
        if not right:
            wrong.append(f"{row['id']} {text} -> {_shown(reading)}, not {row['start_utc']} {row['end_utc']} {kind}")
    return tally


def _local(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def past_range(value: Mapping[str, str]) -> tuple[datetime, datetime] | None:
    """The range of a "past" value: a date is a day; a moment is one, without a length."""
    if "None" in value.values():
        return None
    if "date" in value:
        return _local(value["date"]), _local(value["date"]) + timedelta(days=1)
    if "startDate" in value and "endDate" in value:
        return _local(value["startDate"]), _local(value["endDate"])
    if "startDateTime" in value and "endDateTime" in value:
        return _local(value["startDateTime"]), _local(value["endDateTime"])
    if "dateTime" in value:
        return _local(value["dateTime"]), _local(value["dateTime"])
    return None


def recognizers(path: Path, wrong: Wrong) -> Tally:
    """Of expressions with a past value, those whose range is read exactly; of moments, those in which it begins."""
    tally: Tally = defaultdict(list)
    for row in rows(path):
        expected = [value for hit in row["expected"] for value in hit["values"]]  # type: ignore[attr-defined]
        value = expected[0].get("past") if expected else None
        wanted = past_range(value) if value else None
        if wanted is None or wanted[0].year < 1000:
            continue
        now = _local(str(row["reference"] or "2020-01-01T00:00:00"))  # absolute dates have none
        reading = read(str(row["text"]), now=now, time_zone="UTC")
        found = reading.interval
        right = found is not None and found.since == wanted[0]
        if found is not None and wanted[0] < wanted[1]:
            right = right and found.until is not None and timedelta() <= found.until - wanted[1] <= timedelta(seconds=1)
        language = str(row["lang"])
        inclusive = right or (
            found is not None and found.since == wanted[0] and found.until == wanted[1] + timedelta(days=1)
        )  # "from the 3rd to the 5th": whether the 5th is meant to be in it is a convention
        tally[f"all, {language}"].append(right)
        tally[f"all, either end, {language}"].append(inclusive)
        if wanted[0] <= now:
            tally[f"past, {language}"].append(right)
            tally[f"past, either end, {language}"].append(inclusive)
            if "startDate" in value or "startDateTime" in value:
                tally[f"past ranges, {language}"].append(right)
                tally[f"past ranges, either end, {language}"].append(inclusive)
        if not right:
            wrong.append(
                f"{language} {row['text']} @{now:%F %R} -> {_shown(reading)}, not {wanted[0]:%F %R} {wanted[1]:%F %R}"
            )
    return tally


def jionlp(path: Path, wrong: Wrong) -> Tally:
    """Points and spans of JioNLP's own tests, read exactly: its ends are the last second."""
    tally: Tally = defaultdict(list)
    zone = ZoneInfo("Asia/Shanghai")
    for row in rows(path):
        expected = row["expected"]
        if not isinstance(expected, dict) or expected.get("type") not in ("time_point", "time_span"):
            continue
        try:
            since, until = (datetime.fromisoformat(text).replace(tzinfo=zone) for text in expected["time"])
        except (ValueError, TypeError):
            continue
        base = row["base"]
        now = datetime.fromtimestamp(base, zone) if isinstance(base, int | float) else _base(base, zone)
        reading = read(str(row["text"]), now=now, time_zone="Asia/Shanghai")
        found = reading.interval
        right = (
            found is not None
            and _near(found.since, since.astimezone(UTC), 1 / 3600)
            and _near(found.until, until.astimezone(UTC), 1 / 3600)
        )
        tally["exact, zh"].append(right)
        if not right:
            wrong.append(f"{row['text']} @{now:%F %R} -> {_shown(reading)}, not {since:%F %R} {until:%F %R}")
    return tally


def _base(base: object, zone: ZoneInfo) -> datetime:
    """A base as seconds, a list or a map of parts; of those that are left out, any day will do."""
    if isinstance(base, dict):
        base = [base.get(name) for name in ("year", "month", "day", "hour", "minute", "second")]
    parts = [2021, 6, 14, 1, 6, 44]
    if isinstance(base, list):
        parts = [
            default if part in (None, -1) else int(part)
            for part, default in zip([*base, *parts[len(base) :]], parts, strict=True)
        ]
    return datetime(*parts[:6], tzinfo=zone)  # type: ignore[misc,arg-type]


def cues(path: Path, wrong: Wrong) -> Tally:
    """Cues of our own: interval, order, kinds, actors and types of events, each exact."""
    tally: Tally = defaultdict(list)
    for row in rows(path):
        reading = read(str(row["text"]), now=_moment(row["now"]) or datetime.now(UTC), time_zone=str(row["time_zone"]))
        found, wanted = reading.interval, row["interval"]
        accepted = [wanted, *row.get("interval_also_ok", [])]  # type: ignore[misc]
        right = {
            "interval": any(_same(found, other) for other in accepted),
            "order": reading.order == row["order"],
            "kinds": set(reading.kinds) == set(row["kinds"]),  # type: ignore[call-overload]
            "actors": set(reading.actors) == set(row["actors"]),  # type: ignore[call-overload]
            "event types": set(reading.event_types) == set(row.get("event_types", [])),  # type: ignore[call-overload]
        }
        language = str(row["language"])
        for name, correct in right.items():
            tally[f"{name}, {language}"].append(correct)
        tally[f"one kind right, {language}"].append(bool(set(reading.kinds) & set(row["kinds"])))  # type: ignore[call-overload]
        if wanted is None:
            tally[f"false alarms, {language}"].append(found is not None)
        missed = [name for name, correct in right.items() if not correct]
        if missed:
            wrong.append(f"{row['id']} {row['text']} {missed} -> {_shown(reading)}")
    return tally


def _same(found: object, wanted: object) -> bool:
    if found is None or wanted is None:
        return found is wanted
    return all(getattr(found, end) == _moment(wanted[end]) for end in ("since", "until"))  # type: ignore[index]


def _shown(reading: Reading) -> str:
    found = reading.interval
    when = "none" if found is None else f"{found.since} {found.until} {found.precision}"
    return (
        f"{when} order {reading.order} kinds {list(reading.kinds)} actors {list(reading.actors)} "
        f"types {list(reading.event_types)}"
    )


MEASURES: dict[str, Callable[[Path, Wrong], Tally]] = {
    "memory_cues.jsonl": memory_cues,
    "recognizers.jsonl": recognizers,
    "jionlp.jsonl": jionlp,
}


LANGUAGES = ("en", "zh")


def measure(place: Path, wrong: Wrong) -> list[list[str]]:
    """A row for each figure, English and Chinese beside one another."""
    files = {place: cues} if place.is_file() else {place / name: judge for name, judge in MEASURES.items()}
    rows = []
    for path, judge in files.items():
        if path.exists():
            name = f"{path.parent.name}/{path.stem}" if judge is cues else path.stem
            tally = judge(path, wrong)
            whats = dict.fromkeys(key.rpartition(", ")[0] for key in sorted(tally))
            rows += [[name, what, *(_share(tally.get(f"{what}, {each}", [])) for each in LANGUAGES)] for what in whats]
    if not rows:
        raise InvalidInputError(f"{place} holds none of {', '.join(MEASURES)}.")
    return rows


def _share(hits: list[bool]) -> str:
    share = f"{sum(hits) / len(hits):.3f}".removeprefix("0") if hits else ""
    return f"{sum(hits)} of {len(hits)} ({share})" if hits else ""


def _typed(place: Path) -> str:
    """How a place is named on the page: a folder by its own name, for it may lie anywhere."""
    return str(place) if place.is_file() else place.name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("places", type=Path, nargs="+", metavar="PLACE")
    parser.add_argument(
        "--wrong", action="store_true", help="list what is read otherwise; not for a set that stays unseen"
    )
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table into this page")
    options = parser.parse_args()
    wrong: Wrong = []
    start = time.process_time()
    try:
        head = ["set", "what", "English", "Chinese"]
        table = [head, *(row for place in options.places for row in measure(place, wrong))]
        spent = f"{time.process_time() - start:.1f} s on one processor.\n"
        sys.stdout.write(f"{plain(table)}\n{spent}")
        if options.wrong:
            sys.stdout.write("\n".join(wrong) + "\n")
        if options.write:
            text = section(
                body=markdown(table),
                command=f"python scripts/measure_time.py {' '.join(_typed(place) for place in options.places)}",
                versions={"graphmem": __version__},
                day=SystemClock().now().astimezone(UTC).date(),
            )
            write_section(options.write, "time", text)
    except (InvalidInputError, OSError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
