"""Triples by a language model, at any endpoint that speaks OpenAI's protocol: asked, checked, and counted.

What the model says is only believed as far as the texts say it: see `answer`. Where it gives no answer that can be
used, rules read instead.
"""

from __future__ import annotations

from graphmem.language.llm.prompt import Passage
from graphmem.language.llm.reader import ModelReader, model_reader
from graphmem.language.llm.usage import ModelUse

__all__ = ["ModelReader", "ModelUse", "Passage", "model_reader"]
