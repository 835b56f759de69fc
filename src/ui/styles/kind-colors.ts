/** Colours by meaning, as CSS variables: tokens.css holds their values in light and dark. */
import type { ByteKind } from '../../core/program/byte-kind.ts';

export const KIND_COLOR: Readonly<Record<ByteKind, string>> = {
  parameters: 'var(--kind-parameters)',
  accumulators: 'var(--kind-accumulators)',
  optimizer: 'var(--kind-optimizer)',
  activations: 'var(--kind-activations)',
  gradients: 'var(--kind-gradients)',
  inputs: 'var(--kind-inputs)',
  other: 'var(--kind-other)',
};

export const SLICE_STATES = ['done', 'running', 'waiting'] as const;
export type SliceState = (typeof SLICE_STATES)[number];

export const SLICE_COLOR: Readonly<Record<SliceState, string>> = {
  done: 'var(--slice-done)',
  running: 'var(--slice-running)',
  waiting: 'var(--slice-waiting)',
};

/** Lines of the charts that are not kinds of byte. */
export const SERIES_COLOR = {
  train: 'var(--series-train)',
  test: 'var(--series-test)',
  microBatch: 'var(--series-micro-batch)',
  steps: 'var(--series-steps)',
  throughput: 'var(--series-throughput)',
  allocated: 'var(--series-allocated)',
  budget: 'var(--series-budget)',
  grid: 'var(--chart-grid)',
  axis: 'var(--text-muted)',
} as const;
