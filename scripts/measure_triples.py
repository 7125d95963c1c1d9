"""Measure the extraction of triples.

    python scripts/measure_triples.py PATH [--wrong] [--sample N] [--write docs/benchmarks.md]

PATH is a file of utterances with "triples" as in tests/sets/triples, or a folder that holds any of persona_en_dev.jsonl
(utterances with facts about their speaker: the share whose object is found), carb.jsonl (open relations in English,
scored as CaRB does: Bhardwaj et al., EMNLP 2019) and benchie_zh.jsonl (open relations in Chinese, scored as BenchIE
does: Gashteovski et al., ACL 2022).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

from graphmem._version import __version__
from graphmem.clock import SystemClock
from graphmem.errors import InvalidInputError
from graphmem.evaluation.report import markdown, plain, section, write_section
from graphmem.language.triples import Triple, extract
from graphmem.language.triples.open import open_triples

Row = dict[str, object]
Table = list[list[str]]
_ROLES = {"assistant": "agent", "tool": "tool"}
_ARTICLES = re.compile(r"^(?:the|an?|my|our|some)\s+")
_IGNORED = re.compile(r"[\W_]+")
_SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "my",
        "our",
        "his",
        "her",
        "their",
        "some",
        "of",
        "to",
        "in",
        "at",
        "for",
        "i",
        "me",
        "is",
        "am",
        "this",
        "that",
    ]
)


def rows(path: Path) -> Iterator[Row]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def _folded(text: str) -> str:
    return _IGNORED.sub("", _ARTICLES.sub("", text.lower()))


def agrees(found: Triple, wanted: Mapping[str, str]) -> bool:
    """The same subject, predicate and polarity; objects without case, blanks and articles, one within the other."""
    if (found.predicate, found.polarity) != (wanted["predicate"], wanted["polarity"]):
        return False
    mine, theirs = _folded(found.object), _folded(wanted["object"])
    near = mine == theirs or (min(len(mine), len(theirs)) > 1 and (mine in theirs or theirs in mine))
    return near and _folded(found.subject) == _folded(wanted["subject"])


def own_set(path: Path, wrong: list[str]) -> Table:
    """Precision and recall over utterances of our own; `also_ok` is neither wanted nor wrong."""
    counts: dict[str, list[int]] = {}
    for row in rows(path):
        actor, language = str(row["actor"]), str(row["language"])
        found = _read(str(row["text"]), actor, str(row["occurred_at"]))
        wanted: list[Mapping[str, str]] = list(row["triples"])  # type: ignore[call-overload]
        allowed: list[Mapping[str, str]] = list(row.get("also_ok", []))  # type: ignore[call-overload]
        hits = [any(agrees(one, other) for one in found) for other in wanted]
        bad = [one for one in found if not any(agrees(one, other) for other in (*wanted, *allowed))]
        good = [one for one in found if any(agrees(one, other) for other in wanted)]
        for key in (language, "all"):
            count = counts.setdefault(key, [0, 0, 0, 0, 0])
            for place, more in enumerate((1, len(good), len(bad), sum(hits), len(wanted))):
                count[place] += more
        if bad or not all(hits):
            missed = [other for other, hit in zip(wanted, hits, strict=True) if not hit]
            wrong.append(f"{row['id']} {row['text']}\n  found {[_shown(one) for one in bad]}\n  missed {missed}")
    table = [["set", "language", "utterances", "wanted", "precision", "recall"]]
    for language, (texts, good, bad, hit, wanted_count) in sorted(counts.items()):
        table.append(
            [path.stem, language, str(texts), str(wanted_count), _share(good, good + bad), _share(hit, wanted_count)]
        )
    return table


def _read(text: str, actor: str, occurred_at: str) -> list[Triple]:
    moment = datetime.fromisoformat(occurred_at)
    found = extract(text, actor=actor, actor_role=_ROLES.get(actor, "user"), occurred_at=moment)
    return [triple for triple in found if not triple.said.one_off]


def _shown(triple: Triple) -> str:
    aspect = f" @{triple.aspect}" if triple.aspect else ""
    return f"{triple.subject} | {triple.polarity}{triple.predicate} | {triple.object}{aspect}"


def _share(part: float, whole: float) -> str:
    return f"{part / whole:.3f}".removeprefix("0") if whole else "–"


def _words(text: str) -> frozenset[str]:
    return frozenset(
        re.sub(r"(ing|es|s|ed)$", "", word) for word in re.findall(r"\w+", text.lower()) if word not in _SMALL
    )


def persona(path: Path, wrong: list[str], sample: list[str]) -> Table:
    """Recall of annotated facts: the words of the object are those of one that was found, or one holds the other."""
    hits = exact = total = 0
    for row in rows(path):
        found = extract(str(row["text"]))
        sample += [f"{_shown(one)}   <= {row['text']}" for one in found]
        for fact in row["triples"]:  # type: ignore[attr-defined]
            wanted = _words(fact["object"])
            near = any(
                wanted and _words(one.object) and (wanted <= _words(one.object) or _words(one.object) <= wanted)
                for one in found
            )
            exact += any(wanted == _words(one.object) for one in found)
            hits += near
            total += 1
            if not near:
                wrong.append(f"{row['text']}\n  missed {fact['object']} in {[_shown(one) for one in found]}")
    return [
        ["persona_en_dev", "recall, one object within the other", _share(hits, total)],
        ["persona_en_dev", "recall, the same words", _share(exact, total)],
        ["persona_en_dev", "triples found", str(len(sample))],
    ]


def carb(path: Path) -> Table:
    """Precision and recall by CaRB's own matcher: words shared, arguments after the first taken together."""
    right = found_count = recalled = wanted_count = 0.0
    for row in rows(path):
        found = [(one.relation, one.subject, one.object) for one in open_triples(str(row["sentence"]))]
        wanted = [(gold[0], gold[1], " ".join(gold[2:])) for gold in row["tuples"]]  # type: ignore[attr-defined]
        scores = [[_carb_match(gold, one) for one in found] for gold in wanted]
        recalled += sum(max((recall for _, recall in line), default=0) for line in scores)
        right += _greedy([[precision for precision, _ in line] for line in scores])
        found_count += len(found)
        wanted_count += len(wanted)
    return _figures("carb dev", right / max(found_count, 1), recalled / wanted_count)


def _carb_match(gold: Sequence[str], found: Sequence[str]) -> tuple[float, float]:
    shared = predicted = wanted = 0
    for mine, theirs in zip(found, gold, strict=True):
        left, same = mine.split(), 0
        predicted, wanted = predicted + len(left), wanted + len(theirs.split())
        for word in theirs.split():
            if word in left:
                left.remove(word)
                same += 1
        if not same:
            return 0.0, 0.0
        shared += same
    return shared / predicted, shared / wanted


def _greedy(scores: list[list[float]]) -> float:
    """The sum of the best pairs, each row and column used once."""
    pairs = sorted(((score, i, j) for i, line in enumerate(scores) for j, score in enumerate(line)), reverse=True)
    rows_used: set[int] = set()
    columns_used: set[int] = set()
    total = 0.0
    for score, i, j in pairs:
        if i not in rows_used and j not in columns_used:
            rows_used.add(i)
            columns_used.add(j)
            total += score
    return total


def benchie(path: Path) -> Table:
    """Precision and recall over sets of equivalent facts, exact but for words in square brackets."""
    right = found_count = recalled = wanted_count = 0
    for row in rows(path):
        text = str(row["sentence"]).replace(" ", "")
        found = {(one.subject, one.relation, one.object) for one in open_triples(text)}
        facts = [{form for fact in synset for form in _forms(fact)} for synset in row["facts"]]  # type: ignore[attr-defined]
        right += sum(any(one in forms for forms in facts) for one in found)
        recalled += sum(bool(found & forms) for forms in facts)
        found_count += len(found)
        wanted_count += len(facts)
    return _figures("benchie zh (60)", right / max(found_count, 1), recalled / max(wanted_count, 1))


def _forms(fact: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A fact with and without each of the parts that may be left out."""
    yield from product(*(_slot(text.replace(" ", "")) for text in fact))


def _slot(text: str) -> list[str]:
    pieces = re.split(r"\[([^\]]*)\]", text)
    optional = pieces[1::2]
    forms = []
    for keep in product((True, False), repeat=len(optional)):
        kept = [piece if take else "" for piece, take in zip(optional, keep, strict=True)]
        forms.append("".join(part for pair in zip(pieces[::2], [*kept, ""], strict=True) for part in pair))
    return forms


def _figures(name: str, precision: float, recall: float) -> Table:
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return [
        [name, what, _share(value, 1)] for what, value in (("precision", precision), ("recall", recall), ("F1", f1))
    ]


PERSONA = "persona_en_dev.jsonl"
OPEN: dict[str, Callable[[Path], Table]] = {"carb.jsonl": carb, "benchie_zh.jsonl": benchie}


def measure(place: Path, wrong: list[str], sample: list[str]) -> Table:
    if place.is_file():
        return own_set(place, wrong)
    table = [["set", "figure", "value"]]
    if (place / PERSONA).exists():
        table += persona(place / PERSONA, wrong, sample)
    for name, judge in OPEN.items():
        if (place / name).exists():
            table += judge(place / name)
    if len(table) == 1:
        raise InvalidInputError(f"{place} holds none of {PERSONA}, {', '.join(OPEN)}.")
    return table


def speed(place: Path) -> str:
    """Texts a second by language, after a first that loads the models."""
    texts: dict[str, list[str]] = {}
    for row in rows(place):
        texts.setdefault(str(row["language"]), []).append(str(row["text"]))
    parts = []
    for language, some in sorted(texts.items()):
        extract(some[0])
        start = time.process_time()
        for text in some:
            extract(text)
        parts.append(f"{language} {len(some) / (time.process_time() - start):.0f}")
    return "Texts a second on one processor: " + ", ".join(parts) + "."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("place", type=Path)
    parser.add_argument(
        "--wrong", action="store_true", help="list what is read otherwise; not for a set that stays unseen"
    )
    parser.add_argument(
        "--sample", type=int, default=0, metavar="N", help="print N triples of persona_en_dev, to be read"
    )
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table into this page")
    options = parser.parse_args()
    wrong: list[str] = []
    sample: list[str] = []
    try:
        table = measure(options.place, wrong, sample)
        note = speed(options.place) if options.place.is_file() else ""
        sys.stdout.write(plain(table) + (f"\n{note}\n" if note else "\n"))
        if options.wrong:
            sys.stdout.write("\n".join(wrong) + "\n")
        if options.sample:
            picked = random.Random(options.sample).sample(sample, min(options.sample, len(sample)))
            sys.stdout.write("\n".join(picked) + "\n")
        if options.write:
            text = section(
                body=markdown(table) + (f"\n\n{note}" if note else ""),
                command=f"python scripts/measure_triples.py {options.place.name}",
                versions={"graphmem": __version__},
                day=SystemClock().now().astimezone(UTC).date(),
            )
            write_section(options.write, f"triples {options.place.stem}", text)
    except (InvalidInputError, OSError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
