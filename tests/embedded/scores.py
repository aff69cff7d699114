"""What a network of the llama family says of the next token, computed in double precision from the weights of a file.

    pip install gguf numpy
    python tests/embedded/scores.py MODEL.gguf < PROMPTS > tests/embedded/smollm2-scores.json

PROMPTS is JSON: a list of lists of tokens. For each prompt the twelve likeliest tokens are told with the natural
logarithm of their probability.
"""

import json
import sys

import numpy as np
from gguf import GGUFReader
from gguf.quants import dequantize

file = GGUFReader(sys.argv[1])
weights = {t.name: dequantize(t.data, t.tensor_type).astype(np.float64) for t in file.tensors}


def setting(name):
    return file.fields[f"llama.{name}"].parts[-1][0]


layers = int(setting("block_count"))
heads = int(setting("attention.head_count"))
key_heads = int(setting("attention.head_count_kv"))
width = int(setting("embedding_length")) // heads
epsilon = float(setting("attention.layer_norm_rms_epsilon"))
base = float(setting("rope.freq_base"))


def normed(rows, name):
    return rows / np.sqrt((rows * rows).mean(-1, keepdims=True) + epsilon) * weights[f"{name}.weight"]


def turned(rows, count):
    rows = rows.reshape(len(rows), count, width // 2, 2)
    angle = np.arange(len(rows))[:, None] * base ** (-np.arange(width // 2) * 2 / width)
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    one, other = rows[..., 0], rows[..., 1]
    both = np.stack([one * cos - other * sin, one * sin + other * cos], -1)
    return both.reshape(len(rows), count, width)


def next_token(tokens):
    rows = weights["token_embd.weight"][tokens]
    later = np.triu(np.full((len(tokens), len(tokens)), -np.inf), 1)
    for layer in range(layers):
        def times(rows, name):
            return rows @ weights[f"blk.{layer}.{name}.weight"].T

        seen = normed(rows, f"blk.{layer}.attn_norm")
        asked = turned(times(seen, "attn_q"), heads)
        keys = turned(times(seen, "attn_k"), key_heads)
        values = times(seen, "attn_v").reshape(len(tokens), key_heads, width)
        keys, values = (np.repeat(one, heads // key_heads, 1) for one in (keys, values))
        share = np.einsum("qhd,khd->hqk", asked, keys) / np.sqrt(width) + later
        share = np.exp(share - share.max(-1, keepdims=True))
        share /= share.sum(-1, keepdims=True)
        heard = np.einsum("hqk,khd->qhd", share, values).reshape(len(tokens), -1)
        rows = rows + times(heard, "attn_output")
        seen = normed(rows, f"blk.{layer}.ffn_norm")
        gate = times(seen, "ffn_gate")
        rows = rows + times(gate / (1 + np.exp(-gate)) * times(seen, "ffn_up"), "ffn_down")
    words = weights.get("output.weight", weights["token_embd.weight"])
    scores = normed(rows[-1], "output_norm") @ words.T
    scores -= scores.max()
    return scores - np.log(np.exp(scores).sum())


lines = []
for tokens in json.load(sys.stdin):
    likely = next_token(tokens)
    best = np.argsort(-likely)[:12]
    told = {"tokens": tokens, "next": [[int(token), round(float(likely[token]), 3)] for token in best]}
    lines.append(json.dumps(told, separators=(",", ":")))
print("[\n" + ",\n".join(lines) + "\n]")
