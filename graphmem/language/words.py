"""The words of a text: as terms for ranking, and as words to ask a full-text index for.

English and Chinese are equals: English words are stemmed and stop words dropped, Chinese is cut into words. Letters of
every other script stay as they are; scripts written without spaces are cut into pairs of characters. Emoji and
punctuation are no words.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import Stemmer

from graphmem.language.identify import HAN
from graphmem.rules.phrases import plain

_STOP = """
a an the and or but if of in on at to for with from by as is are was were be been am do does did doing have has had it
its this that these those there here i you he she they we me him her them us my your his their our what which who whom
whose when where why how would could should will can may might about into not no so than then too very just
s t re ve ll d m
"""
STOP_WORDS = frozenset(_STOP.split())
"""English words that say nothing about the subject, with the remains of contractions ("don't" is "don" and "t")."""

_CHINESE_STOP = """
的 了 吗 呢 吧 啊 呀 嘛 着 过 地 得 来着 我 你 您 他 她 它 我们 你们 他们
她们 它们 咱们 咱 自己 大家 这 那 这个 那个 这些 那些 这里 那里 这儿 那儿 这样
那样 什么 啥 怎么 怎样 怎么样 如何 为什么 为何 哪 哪个 哪些 哪里 哪儿 哪位 谁 几
多少 是 有 在 和 与 跟 及 或 或者 还是 就 都 也 还 又 再 很 太 更 最 不 没
没有 被 把 给 对 从 到 向 于 以 而 但 但是 因为 所以 如果 会 能 可以 要 应该
个 一个 请
"""
CHINESE_STOP_WORDS = frozenset(_CHINESE_STOP.split())
"""Chinese words that say nothing about the subject: the kin of the English ones."""

_MARKS = (  # vowel signs and accents: part of a word, though no letters
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4"
    "\u0900-\u0963\u0971-\u0de5\u0df2\u0df3\u1ab0-\u1aff\u200d"
)
_UNSPACED = "\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uac00-\ud7a3\u1100-\u11ff\u0e01-\u0eff\u1000-\u109f\u1780-\u17d3"
"""Kana, Hangul (whose particles stick to the word), Thai, Lao, Burmese, Khmer."""
_LETTER = rf"(?:(?![{HAN}{_UNSPACED}])[^\W_])"
"""A letter or digit of a script that puts spaces between words."""
_HAN_RUN = re.compile(f"[{HAN}]+")
_TOKEN = re.compile(
    rf"(?P<han>[{HAN}]+)"
    rf"|(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<number>v?\d+(?:[.,]\d+)+(?!{_LETTER}))"
    rf"|(?P<word>{_LETTER}(?:{_LETTER}|[{_MARKS}])*)"
)
_ASCII_TOKEN = re.compile(r"(?P<number>v?\d+(?:[.,]\d+)+(?![a-zA-Z0-9]))|(?P<word>[a-zA-Z0-9]+)")
"""The same for a text in ASCII, of which it finds the same in half the time."""
_COMPOUND = re.compile(rf"(?:(?<![^\W_])|(?<=[{HAN}{_UNSPACED}])){_LETTER}+(?:[._]{_LETTER}+)+")
_POSSESSIVE = re.compile(r"(?<=[^\W\d_])'s(?![^\W_])")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_LONGEST_WORD = 100
"""Characters of a term: what is longer is a blob, not a word, and Lucene would not have it as one either."""
_HAN_CHARACTERS_PER_WORD = 4

_local = threading.local()


@dataclass(frozen=True)
class SearchWords:
    """What to ask a full-text index for. Nothing in it means anything to Lucene's query parser."""

    words: tuple[str, ...]
    """Distinct, unstemmed, in lower case: letters and digits, joined by single inner `.` or `_` ("v3.2")."""
    han_runs: tuple[str, ...]
    """Distinct runs of Chinese characters between stop words; of a very long text, its longest words instead."""


def folded(text: str) -> str:
    """`text` in the form in which words are compared: NFKC, case folded, straight apostrophes."""
    return _straight(text).casefold()


def terms(text: str) -> list[str]:
    """The terms of `text` for ranking, in order, repetitions kept.

    English words are reduced to their stems (Snowball), stop words and possessives dropped; Chinese is cut into words
    by jieba's dictionary in simplified characters, single ones kept, stop words dropped. "2026.09" and "v3.2" stay
    whole, "1,200" is "1200".

    >>> terms("Melanie's friends were running 2,000 metres in São Paulo")
    ['melani', 'friend', 'run', '2000', 'metr', 'são', 'paulo']
    >>> terms("我喜欢北京")
    ['喜欢', '北京']
    """
    found: list[str] = []
    for kind, token in _tokens(_POSSESSIVE.sub("", plain(text))):
        if kind == "word":
            if token not in STOP_WORDS:
                found.append(_stem(token))
        elif kind == "han":
            found += [word for word in _chinese_words(token) if word not in CHINESE_STOP_WORDS]
        elif kind == "unspaced":
            found += [pair for pair in _pairs(token) if any(map(str.isalnum, pair))]  # no mark that stands alone
        else:
            found += _numbers(token)
    return found


def search_words(text: str, *, limit: int = 64) -> SearchWords:
    """The distinct words of `text` for a full-text query of bounded size.

    At most `limit` words, and runs of at most four times as many Chinese characters together. A longer text gives
    its most telling words first: those with digits, then the longest. Compound names ("get_weather", "graphmem.toml")
    come whole, as the index holds them, and in parts. Stop words are dropped unless there is nothing else.

    >>> search_words("What did get_weather say about 北京的天气?")
    SearchWords(words=('get_weather', 'get', 'weather', 'say'), han_runs=('北京', '天气'))
    """
    lowered = _POSSESSIVE.sub("", _straight(text).lower())  # as the index lowers it: "größe", not "grösse"
    words, runs = list(dict.fromkeys(_spaced_words(lowered))), _han_runs(lowered)
    kept = [word for word in words if word not in STOP_WORDS]
    pieces = [piece for run in runs for piece in _without_stop_words(run)]
    if not kept and not pieces:
        kept, pieces = words, runs
    if len(kept) > limit:
        kept = sorted(kept, key=lambda word: (not any(map(str.isdigit, word)), -len(word)))[:limit]
    return SearchWords(words=tuple(kept), han_runs=_bounded_runs(pieces, limit * _HAN_CHARACTERS_PER_WORD))


def _han_runs(text: str) -> list[str]:
    """Runs of Chinese characters as written, and in simplified characters: a memory may hold either."""
    return list(dict.fromkeys([*_HAN_RUN.findall(text), *_HAN_RUN.findall(plain(text))]))


def _straight(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace("’", "'")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for match in (_ASCII_TOKEN if text.isascii() else _TOKEN).finditer(text):
        yield match.lastgroup or "word", match.group()


def _spaced_words(lowered: str) -> Iterator[str]:
    """Words and the compounds they are part of, the compound first."""
    compounds = {match.start(): match.group() for match in _COMPOUND.finditer(lowered)}
    for match in _TOKEN.finditer(lowered):
        compound = compounds.get(match.start())
        if compound and len(compound) <= _LONGEST_WORD:
            yield compound
        if match.lastgroup == "number":
            yield from _numbers(match.group())
        elif match.lastgroup != "han":
            yield match.group()[:_LONGEST_WORD]


def _bounded_runs(pieces: list[str], characters: int) -> tuple[str, ...]:
    runs = list(dict.fromkeys(pieces))
    if sum(map(len, runs)) <= characters:
        return tuple(runs)
    words = dict.fromkeys(word for run in runs for word in _chinese_words(run))
    chosen: list[str] = []
    for word in sorted(words, key=lambda word: -len(word)):
        characters -= len(word)
        if characters < 0:
            break
        chosen.append(word)
    return tuple(chosen)


def _numbers(token: str) -> list[str]:
    """A number as one term without its thousands separators; a list of numbers ("3,5,8") in parts."""
    if _THOUSANDS.fullmatch(token):
        return [token.replace(",", "")]
    return [part for part in token.split(",") if part]


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def _chinese_words(run: str) -> list[str]:
    import rjieba

    words: list[str] = rjieba.cut(run)
    return words


def _without_stop_words(run: str) -> Iterator[str]:
    """The unbroken pieces of a Chinese run between its stop words."""
    piece = ""
    for word in _chinese_words(run):
        if word in CHINESE_STOP_WORDS:
            if piece:
                yield piece
            piece = ""
        else:
            piece += word
    if piece:
        yield piece


@lru_cache(50_000)
def _stem(word: str) -> str:
    if len(word) > _LONGEST_WORD:
        return word[:_LONGEST_WORD]
    if not hasattr(_local, "stemmer"):  # a stemmer must not be shared between threads
        _local.stemmer = Stemmer.Stemmer("english")
    stemmed: str = _local.stemmer.stemWord(word)
    return stemmed
