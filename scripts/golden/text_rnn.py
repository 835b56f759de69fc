"""A whole-sequence GRU with maximum over time, and the TextRNN around it, by torch in float64.

Tensors are in the layout of the TypeScript engine: kernels [in, out] with gates in the order r, z, n, ids [T, m] for the
GRU alone and [m, T] for the network. Torch wants kernels transposed. The GRU alone gets W_i x + b_i from a table, which
torch.nn.GRU computes where W_i is the identity and b_i is zero.
"""

import math

import torch
from torch import nn
from torch.nn import functional

from values import classes, sample_indices, values

PROJECTION_STREAM = 3
SAMPLES = 16
# How near the two largest values over time may be before float32 could decide otherwise than float64.
SMALLEST_MARGIN = 2e-5

# T, m, units, inputs. Blocks have at most 64 steps; workgroups have 1, 2 or 4 examples; threads come in 32s, up to 256.
GRU_CASES = [
    [1, 1, 9, 1],
    [1, 5, 9, 4],
    [7, 64, 9, 4],
    [64, 5, 9, 20],
    [65, 3, 9, 9],
    [1000, 1, 9, 50],
    [4, 131, 9, 70],
    [4, 3, 32, 5],
    [3, 2, 33, 6],
    [3, 2, 200, 9],
    [2, 130, 256, 5],
]

# T, m, vocabulary, embedding, hidden, classes. Few tokens of a large vocabulary, as in the third, take another way.
NETWORK_CASES = [
    [1, 5, 6, 6, 9, 3],
    [7, 64, 11, 5, 9, 4],
    [70, 5, 800, 8, 9, 3],
    [1000, 1, 40, 6, 9, 2],
    [6, 3, 12, 300, 200, 20],
]


def power_of_two(limit: float) -> float:
    return 2.0 ** round(math.log2(limit))


def summary(tensor: torch.Tensor) -> dict:
    flat = tensor.detach().reshape(-1)
    return {
        "norm": float(flat.norm()),
        # Any wrong or displaced entry shows here: the product with pseudo-random numbers.
        "projection": float(flat @ values([flat.numel()], PROJECTION_STREAM, 1)),
        "samples": flat[sample_indices(flat.numel())[:SAMPLES]].tolist(),
    }


def margin_over_time(states: torch.Tensor) -> float:
    """Smallest distance between the two largest values over the first axis."""
    if states.shape[0] == 1:
        return math.inf
    first, second = states.detach().topk(2, dim=0).values
    return float((first - second).min())


def first_with_margin(make, first_stream: int) -> dict:
    for stream in range(first_stream, first_stream + 4000, 20):
        fixture, margin = make(stream)
        if margin >= SMALLEST_MARGIN:
            return fixture
    raise SystemExit("no stream keeps the maxima apart")


def gru_case(case: list[int], stream: int) -> tuple[dict, float]:
    steps, examples, units, inputs = case
    kernel_scale = power_of_two(2 * math.sqrt(3 / units))
    ids = classes(steps * examples, stream, inputs).reshape(steps, examples)
    fixture = {"case": case, "stream": stream, "kernelScale": kernel_scale}
    margin = math.inf
    for direction in ("forward", "reverse"):
        gates = values([inputs, 3 * units], stream + 1, 4).requires_grad_()
        kernel = values([units, 3 * units], stream + 2, kernel_scale).requires_grad_()
        bias = values([3 * units], stream + 3, 1).requires_grad_()
        dy = values([examples, units], stream + 4, 2)
        gru = nn.GRU(3 * units, units)
        weights = {
            "weight_ih_l0": torch.eye(3 * units),
            "weight_hh_l0": kernel.t(),
            "bias_ih_l0": torch.zeros(3 * units),
            "bias_hh_l0": bias,
        }
        for name, weight in weights.items():
            delattr(gru, name)
            setattr(gru, name, weight)
        order = range(steps) if direction == "forward" else range(steps - 1, -1, -1)
        states, _ = gru(gates[ids[list(order)]])
        maxima = states.max(dim=0).values
        (maxima * dy).sum().backward()
        margin = min(margin, margin_over_time(states))
        fixture[direction] = {
            "maxima": summary(maxima),
            "gates": summary(gates.grad),
            "kernel": summary(kernel.grad),
            "bias": summary(bias.grad),
        }
    return fixture, margin


def network_parameters(case: list[int], stream: int) -> list[dict]:
    _, _, vocabulary, embedding, hidden, number_of_classes = case
    scale = power_of_two(2 / math.sqrt(hidden))
    shapes = [("embedding/table", [vocabulary, embedding], 2.0)]
    for direction in ("forward", "reverse"):
        shapes += [
            (f"gru/{direction}/input-kernel", [embedding, 3 * hidden], scale),
            (f"gru/{direction}/input-bias", [3 * hidden], scale),
            (f"gru/{direction}/recurrent-kernel", [hidden, 3 * hidden], scale),
            (f"gru/{direction}/recurrent-bias", [3 * hidden], scale),
        ]
    shapes += [("dense/kernel", [2 * hidden, number_of_classes], scale), ("dense/bias", [number_of_classes], 1.0)]
    return [
        {"name": name, "shape": shape, "scale": scale, "stream": stream + 2 + position}
        for position, (name, shape, scale) in enumerate(shapes)
    ]


def network_case(case: list[int], stream: int) -> tuple[dict, float]:
    steps, examples, vocabulary, embedding, hidden, number_of_classes = case
    described = network_parameters(case, stream)
    weights = {entry["name"]: values(entry["shape"], entry["stream"], entry["scale"]) for entry in described}
    weights["embedding/table"][-1] = 0
    ids = classes(examples * steps, stream, vocabulary).reshape(examples, steps)
    targets = classes(examples, stream + 1, number_of_classes)

    table = nn.Embedding(vocabulary, embedding, padding_idx=vocabulary - 1)
    gru = nn.GRU(embedding, hidden, bidirectional=True, batch_first=True)
    dense = nn.Linear(2 * hidden, number_of_classes)
    modules = {"embedding/table": table.weight, "dense/kernel": dense.weight, "dense/bias": dense.bias}
    for direction, suffix in (("forward", "l0"), ("reverse", "l0_reverse")):
        modules[f"gru/{direction}/input-kernel"] = getattr(gru, f"weight_ih_{suffix}")
        modules[f"gru/{direction}/input-bias"] = getattr(gru, f"bias_ih_{suffix}")
        modules[f"gru/{direction}/recurrent-kernel"] = getattr(gru, f"weight_hh_{suffix}")
        modules[f"gru/{direction}/recurrent-bias"] = getattr(gru, f"bias_hh_{suffix}")
    with torch.no_grad():
        for name, parameter in modules.items():
            parameter.copy_(weights[name].t() if name.endswith("kernel") else weights[name])

    states, _ = gru(table(ids))
    logits = dense(states.max(dim=1).values)
    loss = functional.cross_entropy(logits, targets)
    loss.backward()
    for entry in described:
        gradient = modules[entry["name"]].grad
        entry.update(summary(gradient.t() if entry["name"].endswith("kernel") else gradient))
    fixture = {"case": case, "stream": stream, "loss": float(loss), "parameters": described}
    return fixture, margin_over_time(states.transpose(0, 1))


def gru_fixture() -> dict:
    cases = [first_with_margin(lambda stream, case=case: gru_case(case, stream), 100) for case in GRU_CASES]
    return {"projectionStream": PROJECTION_STREAM, "cases": cases}


def network_fixture() -> dict:
    cases = [first_with_margin(lambda stream, case=case: network_case(case, stream), 100) for case in NETWORK_CASES]
    return {"projectionStream": PROJECTION_STREAM, "cases": cases}
