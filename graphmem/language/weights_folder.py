"""Writes packed weights as an ordinary sentence-transformers folder, with 16-bit floats (240 MB)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.language.weights import PackedWeights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_TOKENS = 512

_LAYER_MATRICES = (  # name in transformers, name in the packed file
    ("attention.self.query", "q"),
    ("attention.self.key", "k"),
    ("attention.self.value", "v"),
    ("attention.output.dense", "ao"),
    ("intermediate.dense", "fi"),
    ("output.dense", "fo"),
)
_LAYER_NORMS = (("attention.output.LayerNorm", "aln"), ("output.LayerNorm", "oln"))
_MODULES = ("Transformer", ""), ("Pooling", "1_Pooling"), ("Normalize", "2_Normalize")
_PRIVATE = "\U0010fffd"
"""Stands for the wide tilde while the rest of the text is folded: the model knows ～ and ~ as two signs."""


def write_folder(weights: PackedWeights, folder: Path) -> None:
    """Write `weights` into the empty `folder`, which sentence-transformers then loads like any other model."""
    from safetensors.numpy import save_file

    save_file(_tensors(weights), folder / "model.safetensors", metadata={"format": "pt"})
    _tokenizer_file(weights, folder / "tokenizer.json")
    piece = [text for text, _ in weights.pieces]
    special = weights.special
    files: dict[str, object] = {
        "config.json": _model_config(weights),
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "model_max_length": MAX_TOKENS,
            "padding_side": "right",
            "bos_token": piece[special.begin],
            "cls_token": piece[special.begin],
            "eos_token": piece[special.end],
            "sep_token": piece[special.end],
            "pad_token": piece[special.padding],
            "unk_token": piece[special.unknown],
        },
        "sentence_bert_config.json": {"max_seq_length": MAX_TOKENS, "do_lower_case": False},
        "config_sentence_transformers.json": {"model_type": "SentenceTransformer", "similarity_fn_name": "cosine"},
        "modules.json": [
            {"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.models.{kind}"}
            for i, (kind, path) in enumerate(_MODULES)
        ],
        "1_Pooling/config.json": {
            "word_embedding_dimension": weights.shape.hidden,
            "pooling_mode_cls_token": False,
            "pooling_mode_mean_tokens": True,
        },
        "2_Normalize/config.json": {},
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(json.dumps(content, indent=2, ensure_ascii=False), encoding="utf-8")


def _tensors(weights: PackedWeights) -> dict[str, NDArray[np.float16]]:
    import numpy as np

    shape = weights.shape
    sizes = {"fi": (shape.feed_forward, shape.hidden), "fo": (shape.hidden, shape.feed_forward)}
    tensors: dict[str, NDArray[np.float16]] = {}

    def add(target: str, source: str, *size: int) -> None:
        tensors[target] = weights.tensor(source, *size).astype(np.float16)

    add("embeddings.word_embeddings.weight", "emb.word", shape.vocabulary, shape.hidden)
    add("embeddings.position_embeddings.weight", "emb.pos", shape.positions, shape.hidden)
    add("embeddings.token_type_embeddings.weight", "emb.type", shape.token_types, shape.hidden)
    add("embeddings.LayerNorm.weight", "emb.ln.w", shape.hidden)
    add("embeddings.LayerNorm.bias", "emb.ln.b", shape.hidden)
    for layer in range(shape.layers):
        prefix = f"encoder.layer.{layer}"
        for target, source in _LAYER_MATRICES:
            rows, columns = sizes.get(source, (shape.hidden, shape.hidden))
            add(f"{prefix}.{target}.weight", f"l{layer}.{source}.w", rows, columns)
            add(f"{prefix}.{target}.bias", f"l{layer}.{source}.b", rows)
        for target, source in _LAYER_NORMS:
            add(f"{prefix}.{target}.weight", f"l{layer}.{source}.w", shape.hidden)
            add(f"{prefix}.{target}.bias", f"l{layer}.{source}.b", shape.hidden)
    # BertModel has a pooler that a sentence encoder never uses; without it the loader would complain.
    tensors["pooler.dense.weight"] = np.zeros((shape.hidden, shape.hidden), np.float16)
    tensors["pooler.dense.bias"] = np.zeros(shape.hidden, np.float16)
    return tensors


def _model_config(weights: PackedWeights) -> dict[str, object]:
    shape = weights.shape
    return {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "vocab_size": shape.vocabulary,
        "hidden_size": shape.hidden,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "intermediate_size": shape.feed_forward,
        "max_position_embeddings": shape.positions,
        "type_vocab_size": shape.token_types,
        "layer_norm_eps": weights.epsilon,
        "hidden_act": "gelu",
        "pad_token_id": 0,
        "torch_dtype": "float32",  # stored in 16 bits, computed in 32: a CPU is slow with halves
    }


def _tokenizer_file(weights: PackedWeights, path: Path) -> None:
    """The XLM-RoBERTa tokenizer: a unigram model over text folded as SentencePiece's nmt_nfkc does it."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    special = weights.special
    begin, end = weights.pieces[special.begin][0], weights.pieces[special.end][0]
    tokenizer = Tokenizer(models.Unigram(list(weights.pieces), unk_id=special.unknown, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(Regex(r"[\x01-\x08\x0b\x0e-\x1f\x7f\u008f\u009f]"), ""),
            normalizers.Replace(Regex(r"[\u200b-\u200f\u2581\ufeff\ufffd]"), " "),
            normalizers.Replace("～", _PRIVATE),
            normalizers.NFKC(),
            normalizers.Replace(_PRIVATE, "～"),
            normalizers.Replace(Regex(r"\s+"), " "),
            normalizers.Strip(),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}",
        pair=f"{begin} $A {end} $B {end}",
        special_tokens=[(begin, special.begin), (end, special.end)],
    )
    tokenizer.save(str(path), pretty=False)
