import { elementwiseUpdate } from './elementwise-update.ts';

/**
 * Adam and AdamW in place, as `torch.optim.Adam` and `torch.optim.AdamW` define them (epsilon outside the root and
 * after the bias correction). With `weightDecay` 0 it is Adam; L2 enters through the gradient, decay acts on the
 * parameter alone.
 *
 * Sources: Kingma and Ba, arXiv:1412.6980; Loshchilov and Hutter, arXiv:1711.05101.
 */
export const ADAM = elementwiseUpdate({
  label: 'Adam',
  slots: ['firstMoment', 'secondMoment'],
  body: /* wgsl */ `
      let first = hyper.beta1 * firstMoment[i] + hyper.oneMinusBeta1 * gradient;
      let second = hyper.beta2 * secondMoment[i] + hyper.oneMinusBeta2 * gradient * gradient;
      firstMoment[i] = first;
      secondMoment[i] = second;
      let decayed = parameters[i] - scalars.learningRate * hyper.weightDecay * parameters[i];
      parameters[i] = decayed - scalars.adamStep * first / (sqrt(second) / scalars.rootCorrection2 + hyper.epsilon);`,
});
