import type { SliceTimeline } from '../../core/program/plan-report.ts';
import { formatBytes, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { totalAt } from './slice-rows.ts';

/** The moment of the most live bytes in a slice, in words. */
export interface PeakWords {
  readonly bytes: string;
  readonly kernel: string;
  /** Number of the command, from 1. */
  readonly number: string;
  readonly total: string;
  readonly phase: string;
}

export function peakWords(timeline: SliceTimeline, { terms, charts }: Pick<Strings, 'terms' | 'charts'>): PeakWords {
  const { peakCommand, labels, phases } = timeline;
  const phase = phases[peakCommand] ?? 'forward';
  return {
    bytes: formatBytes(totalAt(timeline, peakCommand)),
    kernel: kernelName(labels[peakCommand]) || charts.sliceTimeline.unnamedKernel,
    number: formatInteger(peakCommand + 1),
    total: formatInteger(labels.length),
    phase: terms.slicePhases[phase].toLowerCase(),
  };
}

/** The name of a kernel as people know it: tfjs calls its programs `MatMulPackedProgram`. */
export function kernelName(label: string | undefined): string {
  return (label ?? '').replace(/Program$/, '');
}
