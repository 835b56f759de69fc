"""Loss and gradients of the two Fashion-MNIST networks on one batch, by torch in float64.

Parameters, inputs and gradients are in the layout of the TypeScript engine: images [batch, height, width, channel],
filters [height, width, in, out], dense kernels [in, out], flattened as height, width, channel. Torch wants
[batch, channel, height, width] and [out, in, height, width], so they are permuted here.
"""

import math

import torch
from torch.nn import functional

from optimizers import UPDATES, make_case, make_optimizer
from values import classes, sample_indices, values

EXAMPLES = 24
INPUT_STREAM = 1
TARGET_STREAM = 2
PROJECTION_STREAM = 3
# How near a value may come to the kink of ReLU, or two values to a draw in max-pooling, before float32 could decide
# otherwise than float64. Float32 is off by about 1e-7 here.
SMALLEST_MARGIN = 5e-6

MLP_SHAPES = [[784, 256], [256], [256, 128], [128], [128, 10], [10]]
CONVNET_SHAPES = [[5, 5, 1, 24], [24], [3, 3, 24, 32], [32], [800, 128], [128], [128, 10], [10]]


def parameter_scale(shape: list[int]) -> float:
    """The power of two next to twice He's limit sqrt(6 / fan in); 1/4 for a bias."""
    if len(shape) == 1:
        return 0.25
    return 2.0 ** round(math.log2(2 * math.sqrt(6 / math.prod(shape[:-1]))))


def describe(shapes: list[list[int]], first_stream: int) -> list[dict]:
    return [
        {"shape": shape, "stream": first_stream + position, "scale": parameter_scale(shape)}
        for position, shape in enumerate(shapes)
    ]


def make_parameters(described: list[dict]) -> list[torch.nn.Parameter]:
    return [torch.nn.Parameter(values(entry["shape"], entry["stream"], entry["scale"])) for entry in described]


class Margins:
    """Records the smallest distance to a kink that a forward pass meets."""

    def __init__(self) -> None:
        self.smallest = math.inf

    def relu(self, x: torch.Tensor) -> torch.Tensor:
        self.smallest = min(self.smallest, float(x.detach().abs().min()))
        return functional.relu(x)

    def max_pool(self, x: torch.Tensor) -> torch.Tensor:
        windows = functional.unfold(x.detach().flatten(0, 1).unsqueeze(1), 2, stride=2)
        first, second = windows.topk(2, dim=1).values.unbind(dim=1)
        self.smallest = min(self.smallest, float((first - second).min()))
        return functional.max_pool2d(x, 2)


def mlp(parameters: list[torch.Tensor], images: torch.Tensor, margins: Margins) -> torch.Tensor:
    w1, b1, w2, b2, w3, b3 = parameters
    x = images.flatten(1)
    x = margins.relu(x @ w1 + b1)
    x = margins.relu(x @ w2 + b2)
    return x @ w3 + b3


def convnet(parameters: list[torch.Tensor], images: torch.Tensor, margins: Margins) -> torch.Tensor:
    f1, b1, f2, b2, w3, b3, w4, b4 = parameters
    x = images.permute(0, 3, 1, 2)
    for filters, bias in ((f1, b1), (f2, b2)):
        x = functional.conv2d(x, filters.permute(3, 2, 0, 1), bias)
        x = margins.relu(margins.max_pool(x))
    x = x.permute(0, 2, 3, 1).flatten(1)
    x = margins.relu(x @ w3 + b3)
    return x @ w4 + b4


def batch() -> tuple[torch.Tensor, torch.Tensor]:
    """Images in [0, 1) and their classes."""
    return values([EXAMPLES, 28, 28, 1], INPUT_STREAM, 1, offset=0.0), classes(EXAMPLES, TARGET_STREAM, 10)


def loss_of(network, parameters, margins: Margins) -> torch.Tensor:
    images, targets = batch()
    return functional.cross_entropy(network(parameters, images, margins), targets)


def gradient_fixture(network, shapes: list[list[int]], first_stream: int) -> dict:
    described = describe(shapes, first_stream)
    parameters = make_parameters(described)
    margins = Margins()
    loss = loss_of(network, parameters, margins)
    if margins.smallest < SMALLEST_MARGIN:
        raise SystemExit(f"{network.__name__}: margin {margins.smallest:.1e}, choose another stream")
    loss.backward()
    gradients = []
    for entry, parameter in zip(described, parameters):
        flat = parameter.grad.reshape(-1)
        gradients.append(
            {
                **entry,
                "norm": float(flat.norm()),
                "sum": round(float(flat.sum()), 12) + 0.0,
                # Any wrong or displaced entry shows here: the product with pseudo-random numbers.
                "projection": float(flat @ values([flat.numel()], PROJECTION_STREAM, 1)),
                "samples": flat[sample_indices(flat.numel())].tolist(),
            }
        )
    return {
        "examples": EXAMPLES,
        "inputStream": INPUT_STREAM,
        "targetStream": TARGET_STREAM,
        "projectionStream": PROJECTION_STREAM,
        "margin": margins.smallest,
        "loss": float(loss),
        "gradientNorm": math.sqrt(sum(entry["norm"] ** 2 for entry in gradients)),
        "parameters": gradients,
    }


def trajectory(case: dict, first_stream: int) -> dict:
    """Losses before each of eight updates on the same batch, and after the last."""
    parameters = make_parameters(describe(MLP_SHAPES, first_stream))
    optimizer = make_optimizer(case, parameters)
    losses, norms = [], []
    for _ in range(UPDATES):
        optimizer.zero_grad()
        loss = loss_of(mlp, parameters, Margins())
        loss.backward()
        limit = case["clipNorm"] if case["clipNorm"] > 0 else math.inf
        norms.append(float(torch.nn.utils.clip_grad_norm_(parameters, limit)))
        optimizer.step()
        losses.append(float(loss))
    losses.append(float(loss_of(mlp, parameters, Margins())))
    return {"config": case, "losses": losses, "gradientNorms": norms}


def trajectory_fixture(first_stream: int) -> dict:
    cases = [
        make_case("adam", 1e-3),
        make_case("adam", 1e-3, l2=1e-2),
        make_case("adamw", 1e-3, weightDecay=0.1),
        make_case("sgd", 0.05, clipNorm=1.0),
        make_case("momentum", 0.02, l2=1e-2),
    ]
    return {
        "examples": EXAMPLES,
        "inputStream": INPUT_STREAM,
        "targetStream": TARGET_STREAM,
        "parameters": describe(MLP_SHAPES, first_stream),
        "cases": [trajectory(case, first_stream) for case in cases],
    }
