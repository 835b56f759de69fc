"""A decoder-only transformer and its loss for each token, by torch in float64.

Kernels are in the layout of the TypeScript engine, [in, out]; torch wants them transposed. A block is
torch.nn.TransformerEncoderLayer with the norms first, exact GELU and a causal mask. Documents have different length:
behind a document's end tokens and targets are 0 and weigh nothing. Where m is 1 and there is one block, the gradient by
the positions is that by the block's input.
"""

import math

import torch
from torch import nn
from torch.nn import functional

from text_rnn import PROJECTION_STREAM, power_of_two, summary
from values import classes, hash32, values

# m, context, vocabulary, layers, width, heads. The first is one block of the workload, at its size.
CASES = [
    [1, 128, 81, 1, 128, 4],
    [5, 32, 81, 2, 64, 2],
]

# Of a block: our name, torch's name, shape in widths of the residual stream.
BLOCK = [
    ("attention-norm/gain", "norm1.weight", [1]),
    ("attention-norm/bias", "norm1.bias", [1]),
    ("query-key-value/kernel", "self_attn.in_proj_weight", [1, 3]),
    ("query-key-value/bias", "self_attn.in_proj_bias", [3]),
    ("attention-output/kernel", "self_attn.out_proj.weight", [1, 1]),
    ("attention-output/bias", "self_attn.out_proj.bias", [1]),
    ("dense-norm/gain", "norm2.weight", [1]),
    ("dense-norm/bias", "norm2.bias", [1]),
    ("expand/kernel", "linear1.weight", [1, 4]),
    ("expand/bias", "linear1.bias", [4]),
    ("contract/kernel", "linear2.weight", [4, 1]),
    ("contract/bias", "linear2.bias", [1]),
]


class CharLm(nn.Module):
    def __init__(self, context: int, vocabulary: int, layers: int, width: int, heads: int) -> None:
        super().__init__()
        self.table = nn.Embedding(vocabulary, width)
        self.positions = nn.Parameter(torch.empty(context, width))
        self.blocks = nn.ModuleList(
            nn.TransformerEncoderLayer(
                width, heads, 4 * width, dropout=0.0, activation=functional.gelu, batch_first=True, norm_first=True
            )
            for _ in range(layers)
        )
        self.norm = nn.LayerNorm(width)
        self.output = nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        steps = tokens.shape[1]
        mask = torch.full((steps, steps), -math.inf).triu(1)
        x = self.table(tokens) + self.positions
        for block in self.blocks:
            x = block(x, mask)
        return self.output(self.norm(x))


def parameter_names(context: int, vocabulary: int, layers: int, width: int) -> list[tuple[str, str, list[int]]]:
    """Our name, torch's, and shape, in the order of the engine's model."""
    names = [("embedding/table", "table.weight", [vocabulary, width]), ("positions", "positions", [context, width])]
    for layer in range(layers):
        for ours, theirs, shape in BLOCK:
            names.append((f"block{layer + 1}/{ours}", f"blocks.{layer}.{theirs}", [width * length for length in shape]))
    names += [("norm/gain", "norm.weight", [width]), ("norm/bias", "norm.bias", [width])]
    return names + [("output/kernel", "output.weight", [width, vocabulary])]


def scale_of(name: str, shape: list[int]) -> float:
    """Values up to 1 for embeddings and gains, 1/4 for biases, and √(3 / in) for kernels, to a power of two."""
    if name.endswith("kernel"):
        return power_of_two(2 * math.sqrt(3 / shape[0]))
    return 0.5 if name.endswith("bias") else 2.0


def documents(examples: int, context: int, vocabulary: int, stream: int):
    """Tokens, targets and weights [m, context]; the first document is a whole window."""
    tokens = classes(examples * context, stream, vocabulary).reshape(examples, context)
    targets = classes(examples * context, stream + 1, vocabulary).reshape(examples, context)
    lengths = [context] + [1 + hash32(i, stream) % context for i in range(1, examples)]
    weights = (torch.arange(context) < torch.tensor(lengths)[:, None]).to(torch.float64)
    ended = weights == 0
    return lengths, tokens.masked_fill(ended, 0), targets.masked_fill(ended, 0), weights / weights.sum()


def case(sizes: list[int], stream: int) -> dict:
    examples, context, vocabulary, layers, width, heads = sizes
    model = CharLm(context, vocabulary, layers, width, heads)
    parameters = dict(model.named_parameters())
    described = []
    for position, (name, theirs, shape) in enumerate(parameter_names(context, vocabulary, layers, width)):
        entry = {"name": name, "stream": stream + 2 + position, "scale": scale_of(name, shape)}
        initial = values(shape, entry["stream"], entry["scale"])
        with torch.no_grad():
            parameters[theirs].copy_(initial.t() if name.endswith("kernel") else initial)
        described.append((entry, parameters.pop(theirs)))
    if parameters:
        raise SystemExit(f"no values for {list(parameters)}")
    lengths, tokens, targets, weights = documents(examples, context, vocabulary, stream)
    losses = functional.cross_entropy(model(tokens).flatten(0, 1), targets.flatten(), reduction="none")
    loss = (losses * weights.flatten()).sum()
    loss.backward()
    for entry, parameter in described:
        gradient = parameter.grad
        entry.update(summary(gradient.t() if entry["name"].endswith("kernel") else gradient))
    return {
        "case": sizes,
        "stream": stream,
        "lengths": lengths,
        "loss": float(loss),
        "parameters": [entry for entry, _ in described],
    }


def char_lm_fixture() -> dict:
    cases = [case(sizes, 200 + 100 * position) for position, sizes in enumerate(CASES)]
    return {"projectionStream": PROJECTION_STREAM, "cases": cases}
