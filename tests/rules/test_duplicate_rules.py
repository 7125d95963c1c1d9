"""The numbers behind uniting."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from graphmem.config import load_settings
from graphmem.language.encoder import make_encoder
from graphmem.models import EncoderIdentity
from graphmem.rules.duplicates import LOOP_LIMIT, SAME_WITHIN, threshold


def calibrated() -> set[str]:
    text = files("graphmem.rules").joinpath("duplicates.toml").read_text(encoding="utf-8")
    return set(tomllib.loads(text)["threshold"])


UNKNOWN = EncoderIdentity(model="somebody/else", dimension=8)


@pytest.mark.parametrize("name", ["e5", "use", "hash"])
def test_every_encoder_that_can_be_chosen_is_calibrated(name: str) -> None:
    identity = make_encoder(load_settings().model_copy(update={"encoder": name})).identity
    assert identity.model in calibrated()
    assert 0 < threshold(identity) < 1


def test_an_encoder_that_nobody_has_calibrated_unites_cautiously() -> None:
    assert threshold(UNKNOWN) >= 0.95


def test_a_week_and_three_of_a_loop() -> None:
    assert SAME_WITHIN.days == 7
    assert LOOP_LIMIT == 3
