/**
 * What a byte on the device is for. Every byte this page allocates has exactly one kind, and one colour on the page.
 *
 * - `parameters`: the model's weights
 * - `accumulators`: the running sum of gradients, as large as the parameters
 * - `optimizer`: momentum and variance slots and their counters
 * - `activations`: values made by the forward pass
 * - `gradients`: values made by the backward pass, alive only inside a slice
 * - `inputs`: examples, labels and weights of one slice
 * - `other`: uniforms, constants, the step block, read-back, and what the arena rounds up
 */
export const BYTE_KINDS = [
  'parameters',
  'accumulators',
  'optimizer',
  'activations',
  'gradients',
  'inputs',
  'other',
] as const;

export type ByteKind = (typeof BYTE_KINDS)[number];

export type BytesByKind = Readonly<Record<ByteKind, number>>;
