"""Eight updates of every optimizer with given gradients, by torch.optim in float64."""

import math

import torch

from values import values

PARAMETERS = [
    {"name": "kernel", "shape": [7, 5]},
    {"name": "bias", "shape": [5]},
    {"name": "embedding", "shape": [1, 300]},
]
# Their norm is 5.3 times the scale: some updates are clipped at 1, some are not.
GRADIENT_SCALES = [0.5, 0.125, 1, 0.0625, 0.25, 2, 0.03125, 0.125]
UPDATES = len(GRADIENT_SCALES)


def gradient(update: int, position: int) -> torch.Tensor:
    """Every 17th value is zero in every update: a moment that stays zero must not move its parameter."""
    result = values(PARAMETERS[position]["shape"], 100 + 10 * update + position, GRADIENT_SCALES[update])
    result.view(-1)[3::17] = 0
    return result


def warm_up_and_cosine(peak: float) -> list[float]:
    """Two updates of linear warm-up, then a cosine to zero."""
    return [
        peak * (u + 1) / 2 if u < 2 else peak * 0.5 * (1 + math.cos(math.pi * (u - 1) / (UPDATES - 1)))
        for u in range(UPDATES)
    ]


def make_optimizer(case: dict, parameters: list[torch.Tensor]) -> torch.optim.Optimizer:
    kind, rate = case["optimizer"], case["learningRate"]
    betas = (case["beta1"], case["beta2"])
    if kind == "adam":
        return torch.optim.Adam(parameters, rate, betas, case["epsilon"], weight_decay=case["l2"])
    if kind == "adamw":
        return torch.optim.AdamW(parameters, rate, betas, case["epsilon"], weight_decay=case["weightDecay"])
    momentum = case["momentum"] if kind == "momentum" else 0
    return torch.optim.SGD(parameters, rate, momentum=momentum, weight_decay=case["l2"])


def make_case(optimizer: str, learning_rate: float, **overrides) -> dict:
    """The optimizer's part of a TrainingConfig, under its names."""
    return {
        "optimizer": optimizer,
        "learningRate": learning_rate,
        "momentum": 0.9,
        "beta1": 0.9,
        "beta2": 0.999,
        "epsilon": 1e-8,
        "l2": 0.0,
        "weightDecay": 0.0,
        "clipNorm": 0.0,
        **overrides,
    }


def run(case: dict, rates: list[float]) -> dict:
    parameters = [
        torch.nn.Parameter(values(entry["shape"], position + 1, 1)) for position, entry in enumerate(PARAMETERS)
    ]
    optimizer = make_optimizer(case, parameters)
    norms, after = [], []
    for update in range(UPDATES):
        for position, parameter in enumerate(parameters):
            parameter.grad = gradient(update, position)
        limit = case["clipNorm"] if case["clipNorm"] > 0 else math.inf
        norms.append(float(torch.nn.utils.clip_grad_norm_(parameters, limit)))
        for group in optimizer.param_groups:
            group["lr"] = rates[update]
        optimizer.step()
        after.append([parameter.detach().reshape(-1).tolist() for parameter in parameters])
    return {"config": case, "learningRates": rates, "gradientNorms": norms, "after": after}


def optimizer_fixture() -> dict:
    kinds = [
        ("adam", 0.05, {}),
        ("adam", 0.05, {"l2": 0.125}),
        ("adamw", 0.05, {"weightDecay": 0.25}),
        ("sgd", 0.25, {}),
        ("sgd", 0.25, {"l2": 0.125}),
        ("momentum", 0.125, {}),
        ("momentum", 0.125, {"l2": 0.125}),
    ]
    cases = []
    for optimizer, rate, extra in kinds:
        cases.append(run(make_case(optimizer, rate, **extra), [rate] * UPDATES))
        cases.append(run(make_case(optimizer, rate, clipNorm=1.0, **extra), warm_up_and_cosine(rate)))
    return {"parameters": PARAMETERS, "gradientScales": GRADIENT_SCALES, "cases": cases}
