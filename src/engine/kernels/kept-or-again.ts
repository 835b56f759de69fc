import type { Tensor } from '@tensorflow/tfjs-core';

/** How the backward pass makes an activation a second time; undefined where the forward pass keeps it instead. */
export type Again = ((make: () => Tensor) => Tensor) | undefined;

/** What the forward pass saves of an activation. */
export function savedUnless(again: Again, activation: Tensor): readonly Tensor[] {
  return again ? [] : [activation];
}

/** The activation in the backward pass: the one that was saved, or one with the same bits. */
export function keptOrAgain(saved: Tensor | undefined, again: Again, make: () => Tensor): Tensor {
  if (saved) return saved;
  if (!again) throw new Error('An activation that is not made again is kept.');
  return again(make);
}
