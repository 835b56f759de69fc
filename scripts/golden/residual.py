"""Small residual networks, by torch in float64: loss, gradients, running statistics, and the loss in evaluation.

Layouts are those of the TypeScript engine (src/engine/models/res-net.ts): images [m, height, width, channel], filters
[height, width, in, out], dense kernels [in, out].
"""

import math

import torch
from torch import nn
from torch.nn import functional

from text_rnn import summary
from values import classes, values

PROJECTION_STREAM = 3
EXAMPLES = 6
# Slices of the batch whose statistics are combined by the law of total variance.
SLICES = [3, 3]
CLASSES = 3
LEARNING_RATE = 0.125
# How near a value may come to the kink of ReLU, or two values to a draw in max-pooling.
SMALLEST_MARGIN = 1e-5

# Identity and changing shortcuts in both kinds of blocks. Odd sizes, so that strides leave a rest.
CASES = [
    {"block": block, "blocks": [2, 1], "widths": [4, 8], "imageSize": size, "classes": CLASSES, "normalization": normalization}
    for block, size in (("basic", 9), ("bottleneck", 21))
    for normalization in ("batch", "group")
]


class Convolution(nn.Module):
    """Convolution without bias, then normalisation."""

    def __init__(self, case: dict, name: str, inputs: int, outputs: int, window: int, stride: int) -> None:
        super().__init__()
        self.engine_name = name
        self.convolution = nn.Conv2d(inputs, outputs, window, stride, window // 2, bias=False)
        if case["normalization"] == "batch":
            self.normalization = nn.BatchNorm2d(outputs)
        else:
            self.normalization = nn.GroupNorm(min(32, outputs // 2), outputs)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.normalization(self.convolution(x))


class Block(nn.Module):
    def __init__(self, case: dict, name: str, inputs: int, width: int, stride: int) -> None:
        super().__init__()
        basic = case["block"] == "basic"
        self.outputs = width if basic else 4 * width
        if basic:
            sizes = [(inputs, width, 3, stride), (width, width, 3, 1)]
        else:
            sizes = [(inputs, width, 1, 1), (width, width, 3, stride), (width, self.outputs, 1, 1)]
        self.convolutions = nn.ModuleList(
            Convolution(case, f"{name}/conv{i + 1}", *size) for i, size in enumerate(sizes)
        )
        changes = stride != 1 or inputs != self.outputs
        self.strided = basic and changes
        self.projection = None
        if changes and not basic:
            self.projection = Convolution(case, f"{name}/shortcut", inputs, self.outputs, 1, stride)

    def forward(self, x: torch.Tensor, margins: list) -> torch.Tensor:
        y = x
        for convolution in self.convolutions[:-1]:
            y = relu(convolution(y), margins)
        y = self.convolutions[-1](y)
        shortcut = x
        if self.projection is not None:
            shortcut = self.projection(x)
        elif self.strided:
            # He et al., option A, as akamaster/pytorch_resnet_cifar10 pads it.
            added = self.outputs - x.shape[1]
            shortcut = functional.pad(x[:, :, ::2, ::2], (0, 0, 0, 0, added // 2, added - added // 2))
        return relu(y + shortcut, margins)


class Network(nn.Module):
    def __init__(self, case: dict) -> None:
        super().__init__()
        self.pools = case["block"] == "bottleneck"
        width = case["widths"][0]
        self.stem = Convolution(case, "stem", 3, width, 7 if self.pools else 3, 2 if self.pools else 1)
        blocks = []
        inputs = width
        for stage, (count, width) in enumerate(zip(case["blocks"], case["widths"])):
            for number in range(count):
                stride = 2 if stage > 0 and number == 0 else 1
                block = Block(case, f"stage{stage + 1}/block{number + 1}", inputs, width, stride)
                blocks.append(block)
                inputs = block.outputs
        self.blocks = nn.ModuleList(blocks)
        self.dense = nn.Linear(inputs, CLASSES)

    def forward(self, images: torch.Tensor, margins: list) -> torch.Tensor:
        x = relu(self.stem(images.permute(0, 3, 1, 2)), margins)
        if self.pools:
            windows = functional.unfold(
                functional.pad(x.detach().flatten(0, 1).unsqueeze(1), (1, 1, 1, 1)), 3, stride=2
            )
            first, second = windows.topk(2, dim=1).values.unbind(dim=1)
            margins.append(float((first - second)[first > 0].min()))
            x = functional.max_pool2d(x, 3, 2, 1)
        for block in self.blocks:
            x = block(x, margins)
        return self.dense(x.mean(dim=(2, 3)))


def relu(x: torch.Tensor, margins: list) -> torch.Tensor:
    margins.append(float(x.detach().abs().min()))
    return functional.relu(x)


def engine_parameters(network: Network) -> list:
    """Names and tensors in the order and layout of the engine; functions that lay a tensor out as the engine does."""
    found = []
    for module in in_order(network):
        found.append((f"{module.engine_name}/kernel", module.convolution.weight, lambda t: t.permute(2, 3, 1, 0)))
        found.append((f"{module.engine_name}/scale", module.normalization.weight, lambda t: t))
        found.append((f"{module.engine_name}/shift", module.normalization.bias, lambda t: t))
    found.append(("dense/kernel", network.dense.weight, lambda t: t.t()))
    found.append(("dense/bias", network.dense.bias, lambda t: t))
    return found


def in_order(network: Network) -> list:
    modules = [network.stem]
    for block in network.blocks:
        modules += list(block.convolutions)
        if block.projection is not None:
            modules.append(block.projection)
    return modules


def describe(network: Network, stream: int) -> list[dict]:
    described = []
    for position, (name, parameter, layout) in enumerate(engine_parameters(network)):
        shape = list(layout(parameter.detach()).shape)
        fan_in = math.prod(shape[:-1]) if len(shape) > 1 else 1
        scale = 2.0 ** round(math.log2(2 * math.sqrt(6 / fan_in))) if len(shape) > 1 else 1.0
        # Scales lie around 1, from 1/2 to 3/2.
        offset = 0.5 if name.endswith("/scale") else -0.5
        described.append({"name": name, "shape": shape, "stream": stream + 2 + position, "scale": scale, "offset": offset})
    return described


def build(case: dict, stream: int) -> tuple[Network, list[dict]]:
    network = Network(case)
    described = describe(network, stream)
    with torch.no_grad():
        for entry, (_, parameter, layout) in zip(described, engine_parameters(network)):
            initial = values(entry["shape"], entry["stream"], entry["scale"], entry["offset"])
            # The layout is a permutation of the parameter's own memory.
            layout(parameter.data).copy_(initial)
    return network, described


def batch(case: dict, stream: int) -> tuple[torch.Tensor, torch.Tensor]:
    size = case["imageSize"]
    return values([EXAMPLES, size, size, 3], stream, 2.0), classes(EXAMPLES, stream + 1, CLASSES)


def running(network: Network) -> list[float]:
    norms = [module.normalization for module in in_order(network)]
    means = torch.cat([norm.running_mean for norm in norms])
    return torch.cat([means, torch.cat([norm.running_var for norm in norms])]).tolist()


def sliced_running(case: dict, stream: int) -> list[float]:
    """Running statistics after one update of several slices, by the law of total variance."""
    network, _ = build(case, stream)
    images, _ = batch(case, stream)
    modules = in_order(network)
    means = [torch.zeros(m.normalization.num_features) for m in modules]
    squares = [torch.zeros(m.normalization.num_features) for m in modules]
    elements = [0] * len(modules)

    def record(index: int):
        def hook(_module, inputs) -> None:
            x = inputs[0].detach()
            share = x.shape[0] / EXAMPLES
            mean = x.mean(dim=(0, 2, 3))
            means[index] += share * mean
            squares[index] += share * (x.var(dim=(0, 2, 3), unbiased=False) + mean**2)
            elements[index] = x.shape[2] * x.shape[3]

        return hook

    for index, module in enumerate(modules):
        module.normalization.register_forward_pre_hook(record(index))
    first = 0
    for size in SLICES:
        network(images[first : first + size], [])
        first += size
    counts = [EXAMPLES * count for count in elements]
    variances = [(q - m**2) * n / (n - 1) for m, q, n in zip(means, squares, counts)]
    return torch.cat([0.1 * torch.cat(means), 0.9 + 0.1 * torch.cat(variances)]).tolist()


def network_case(case: dict, stream: int) -> tuple[dict, float]:
    network, described = build(case, stream)
    images, targets = batch(case, stream)
    margins: list[float] = []
    loss = functional.cross_entropy(network(images, margins), targets)
    loss.backward()
    for entry, (_, parameter, layout) in zip(described, engine_parameters(network)):
        entry.update(summary(layout(parameter.grad)))
    fixture = {"case": case, "stream": stream, "loss": float(loss), "parameters": described}
    torch.optim.SGD(network.parameters(), LEARNING_RATE).step()
    network.eval()
    with torch.no_grad():
        fixture["evaluationLoss"] = float(functional.cross_entropy(network(images, []), targets))
    if case["normalization"] == "batch":
        fixture["running"] = running(network)
        fixture["slicedRunning"] = sliced_running(case, stream)
    return fixture, min(margins)


def first_with_margin(case: dict) -> dict:
    for stream in range(100, 100_000, 100):
        fixture, margin = network_case(case, stream)
        if margin >= SMALLEST_MARGIN:
            return fixture
    raise SystemExit("no stream keeps values away from the kinks")


def residual_fixture() -> dict:
    return {
        "projectionStream": PROJECTION_STREAM,
        "examples": EXAMPLES,
        "slices": SLICES,
        "learningRate": LEARNING_RATE,
        "cases": [first_with_margin(case) for case in CASES],
    }
