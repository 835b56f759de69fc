import { elementwiseUpdate } from './elementwise-update.ts';

/** Stochastic gradient descent in place: p ← p − lr·g. */
export const SGD = elementwiseUpdate({
  label: 'Sgd',
  slots: [],
  body: /* wgsl */ `
      parameters[i] -= scalars.learningRate * gradient;`,
});

/** SGD with momentum in place, as `torch.optim.SGD` with dampening 0: v ← μ·v + g, p ← p − lr·v. */
export const MOMENTUM = elementwiseUpdate({
  label: 'Momentum',
  slots: ['velocity'],
  body: /* wgsl */ `
      let next = hyper.momentum * velocity[i] + gradient;
      velocity[i] = next;
      parameters[i] -= scalars.learningRate * next;`,
});
