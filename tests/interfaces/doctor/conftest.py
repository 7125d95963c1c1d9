"""The ward: a store of its own, which every test of the doctor damages anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from wards import Ward

from graphmem.config import Settings
from graphmem.language.encoder import Encoder


@pytest.fixture(scope="session")
def hospital(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Iterator[Ward]:
    settings = Settings(
        data_dir=tmp_path_factory.mktemp("ward"), instance="ward", encoder="hash", heap="512m", page_cache="128m"
    )
    ward = Ward(settings, encoder)
    yield ward
    ward.close()


@pytest.fixture
def ward(hospital: Ward) -> Ward:
    hospital.refill()
    return hospital
