"""The figures of a benchmark for people: tables, and a plot of latency against size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log10
from xml.sax.saxutils import escape

from graphmem.evaluation.bench import BenchReport
from graphmem.evaluation.bench_recall import SizeReport
from graphmem.evaluation.report import Table

_RATIOS = {
    "record_many_vs_driver": "`record_many` over the raw driver, events/s",
    "record_many_gated_vs_driver": "the same with gate, redaction, importance and uniting",
    "record_per_s": "`record` by one client, events/s",
    "record_vs_driver": "the same over the raw driver, one at a time, events/s",
    "memory_growth_mib": "growth of the process from 10,000 to 100,000 events, MiB",
    "recall_p95_30k_vs_1k": "p95 of recall at 30,000 events over that at 1,000",
    "recall_p95_vs_search_30k": "recall over one bare vector search at 30,000 events, p95 over p50",
    "exact_scan_vs_recall_30k": "exact scan over recall at 30,000 events, p50",
    "recall_of_exact_top20": "exact top 20 found by the vector channel",
    "recall_of_exact_top20_dated": "the same within 7 % of the time",
    "small_user_same_hits": "same hits for a user of 100 events alone in the store and among all others",
    "bytes_per_event": "bytes on disk per event",
}
_WIDTH, _HEIGHT = 720, 440
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 200, 56, 56
_LINES = (  # what, its attribute, its colour, its dashes
    ("recall, p50", "recall_p50_ms", "#0b6e99", ""),
    ("recall, p95", "recall_p95_ms", "#0b6e99", "2 5"),
    ("vector channel, p50", "meaning_p50_ms", "#7a5195", ""),
    ("exact scan, p50", "scan_p50_ms", "#c44e34", ""),
)
_APART = 16
"""Pixels between two names at least."""
_STYLE = """
    .paper { fill: #ffffff } .grid { stroke: #d8dce0; stroke-width: 1 }
    text { font: 13px system-ui, sans-serif; fill: #30363c } .title { font-size: 15px; font-weight: 600 }
    .mark { fill: #5a636b } .line { fill: none; stroke-width: 2.2; stroke-linejoin: round; stroke-linecap: round }
"""


def bench_tables(report: BenchReport) -> list[Table]:
    """The ratios; recording; recall by size. Parts that were not measured are left out."""
    found = report.as_json()
    ratios = [[title, _figure(found[name])] for name, title in _RATIOS.items() if found[name] is not None]
    trips = [[f"queries of one `{name}`", str(count)] for name, count in report.round_trips.items()]
    tables: list[Table] = [[["", "figure"], *ratios, *trips]]
    if report.recording:
        tables.append(_recording(report))
    if report.sizes:
        tables.append(_by_size(report.sizes))
    return tables


def bench_title(report: BenchReport) -> str:
    """What was measured, in a sentence or two."""
    before, after = report.load_average
    beside = f" beside {report.others:,} of other users" if report.sizes else ""
    runs = "1 run" if report.runs == 1 else f"Median of {report.runs} runs"
    return (
        f"{runs}. Up to {report.scale:,} made-up events of one user{beside}; {report.events:,} in the store at the "
        f"end. Encoding is not in the times unless it says so. Load of the machine {before:.1f} before, "
        f"{after:.1f} after."
    )


def latency_plot(sizes: Sequence[SizeReport]) -> str:
    """An SVG of milliseconds against events, both axes logarithmic."""
    times = [getattr(size, attribute) for size in sizes for _, attribute, _, _ in _LINES]
    left, right = log10(sizes[0].events), log10(max(sizes[-1].events, sizes[0].events * 10))
    low, high = _decades(min(times), max(times))

    def x(events: float) -> float:
        return _LEFT + (log10(events) - left) / (right - left) * (_WIDTH - _LEFT - _RIGHT)

    def y(ms: float) -> float:
        return _HEIGHT - _BOTTOM - (log10(ms) - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="Latency against the size of a memory">',
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{_WIDTH}" height="{_HEIGHT}" rx="6"/>',
        f'<text class="title" x="{_LEFT}" y="28">Latency against the size of a memory</text>',
    ]
    for ms in _ticks(low, high):
        parts.append(f'<path class="grid" d="M{_LEFT} {y(ms):.1f}H{_WIDTH - _RIGHT}"/>')
        parts.append(f'<text class="mark" x="{_LEFT - 8}" y="{y(ms) + 4:.1f}" text-anchor="end">{ms:g} ms</text>')
    for size in sizes:
        parts.append(f'<path class="grid" d="M{x(size.events):.1f} {_TOP}V{_HEIGHT - _BOTTOM}"/>')
        parts.append(
            f'<text class="mark" x="{x(size.events):.1f}" y="{_HEIGHT - _BOTTOM + 20}" text-anchor="middle">'
            f"{size.events:,}</text>"
        )
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{_HEIGHT - 12}" text-anchor="middle">events of the user who is asked</text>')
    ends = _spread([y(getattr(sizes[-1], attribute)) for _, attribute, _, _ in _LINES])
    for (name, attribute, colour, dashes), end in zip(_LINES, ends, strict=True):
        points = [(x(size.events), y(getattr(size, attribute))) for size in sizes]
        path = " ".join(f"{across:.1f},{down:.1f}" for across, down in points)
        parts.append(f'<polyline class="line" stroke="{colour}" stroke-dasharray="{dashes}" points="{path}"/>')
        parts += [f'<circle cx="{across:.1f}" cy="{down:.1f}" r="3.2" fill="{colour}"/>' for across, down in points]
        label = f"{name}: {getattr(sizes[-1], attribute):,.0f} ms"
        parts.append(
            f'<text x="{points[-1][0] + 12:.1f}" y="{end + 4:.1f}" style="fill:{colour}">{escape(label)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _recording(report: BenchReport) -> Table:
    recording = report.recording
    if recording is None:
        return []
    rows = [
        [f"`{name}`", f"{rate:,.0f}", f"{recording.vs_driver[name]:.2f}", f"{recording.kept[name]:.1%}"]
        for name, rate in recording.ways.items()
    ]
    rows.append(["`record`, one at a time", f"{recording.single:,.0f}", f"{recording.single_vs_driver:.2f}", ""])
    rows.append(["the same, embeddings later", f"{recording.single_later:,.0f}", "", ""])
    rows.append(["raw driver, one at a time", f"{recording.single_driver:,.0f}", "", ""])
    if recording.with_encoder:
        rows.append([f"`{next(iter(recording.ways))}` with encoding", f"{recording.with_encoder:,.0f}", "", ""])
    head = ["recording", "events/s", "of the driver's", "kept"]
    return [head, *rows, ["raw driver", f"{recording.driver:,.0f}", "", ""]]


def _by_size(sizes: Sequence[SizeReport]) -> Table:
    head = [
        "events",
        "recall p50, ms",
        "p95, ms",
        "vector channel p50, ms",
        "exact scan p50, ms",
        "fetched and scanned p50, ms",
        "exact top 20 found",
        "with dates",
    ]
    rows = [
        [
            f"{size.events:,}",
            f"{size.recall_p50_ms:,.0f}",
            f"{size.recall_p95_ms:,.0f}",
            f"{size.meaning_p50_ms:,.0f}",
            f"{size.scan_p50_ms:,.0f}",
            f"{size.fetched_scan_p50_ms:,.0f}",
            f"{size.exact_top20:.3f}",
            f"{size.exact_top20_dated:.3f}",
        ]
        for size in sizes
    ]
    return [head, *rows]


def _figure(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3f}" if value <= 1 else f"{value:.2f}"


def _decades(least: float, most: float) -> tuple[float, float]:
    """The logarithms between which the axis reaches: from a 1, 2 or 5 below to one above."""
    marks = [digit * 10.0**power for power in range(-3, 7) for digit in (1, 2, 5)]
    return log10(max(mark for mark in marks if mark < least)), log10(min(mark for mark in marks if mark > most))


def _ticks(low: float, high: float) -> list[float]:
    marks = [digit * 10.0**power for power in range(-3, 7) for digit in (1, 2, 5)]
    return [mark for mark in marks if low - 1e-9 <= log10(mark) <= high + 1e-9]


def _spread(places: Sequence[float]) -> list[float]:
    """The places, moved down where two would be closer than two names may be."""
    moved = list(places)
    order = sorted(range(len(places)), key=lambda index: places[index])
    for before, index in pairwise(order):
        moved[index] = max(moved[index], moved[before] + _APART)
    return moved
