import { formatBytes } from '../../src/core/bytes.ts';
import type { HeapUsage } from './heap-snapshot.ts';
import type { BufferCensus } from './worker-probe.ts';

export interface SoakSample extends BufferCensus, HeapUsage {
  /** Updates made. */
  readonly update: number;
}

/** What a soak has seen. */
export interface SoakFigures {
  readonly updates: number;
  readonly examples: number;
  readonly planned: {
    readonly updates: number;
    readonly examples: number;
    /** Of the plan in use before the last update. */
    readonly bytes: number;
    /** Undefined where the plan could not be made again. */
    readonly buffers: number | undefined;
    /** Of any plan that the run may have. */
    readonly mostBuffers: number;
  };
  /** Along the run, in order. */
  readonly samples: readonly SoakSample[];
  /** While the run rests before its last update. */
  readonly atRest: SoakSample | undefined;
  /** When it has ended. */
  readonly atEnd: BufferCensus;
  /** What the weather did. */
  readonly adaptations: number;
  readonly refusals: number;
  readonly losses: number;
  readonly plannedLosses: number;
  readonly totalMs: number;
}

export interface SoakCheck {
  readonly name: string;
  readonly holds: boolean;
  readonly found: string;
  readonly expected: string;
}

/** What is under way when a sample is taken is noise: requests, promises, slices. */
const NOISE_BYTES = 64 * 1024;

export function soakChecks(figures: SoakFigures): readonly SoakCheck[] {
  const { planned, atRest, atEnd } = figures;
  const equal = (name: string, found: number | undefined, expected: number | undefined, text = count): SoakCheck => ({
    name,
    holds: found !== undefined && found === expected,
    found: text(found),
    expected: text(expected),
  });
  return [
    equal('updates', figures.updates, planned.updates),
    equal('examples', figures.examples, planned.examples),
    equal('lost devices', figures.losses, figures.plannedLosses),
    equal('bytes on the device, at rest', atRest?.liveBytes, planned.bytes, exactBytes),
    equal('buffers on the device, at rest', atRest?.liveBuffers, planned.buffers),
    equal('buffers on the device, at the end', atEnd.liveBuffers, 0),
    mostBuffers(figures),
    heapGrowth(figures.samples),
  ];
}

/** Beside its plan a run has one buffer at times, through which its state is read back. */
function mostBuffers({ samples, planned }: SoakFigures): SoakCheck {
  const most = Math.max(...samples.map(({ liveBuffers }) => liveBuffers));
  const allowed = planned.mostBuffers + 1;
  return {
    name: 'most buffers on the device at any time',
    holds: samples.length > 0 && most <= allowed,
    found: count(most),
    expected: `at most ${count(allowed)}`,
  };
}

/** A lost device takes caches with it, which then fill again: so the most counts, where they are full. */
function heapGrowth(samples: readonly SoakSample[]): SoakCheck {
  const quarter = Math.floor(samples.length / 4);
  const most = (part: readonly SoakSample[]) => Math.max(...part.map(({ objectBytes }) => objectBytes));
  const before = most(samples.slice(quarter, 2 * quarter));
  const after = most(samples.slice(-quarter));
  return {
    name: 'most objects on the JavaScript heap in the last quarter',
    holds: quarter > 0 && after <= before + NOISE_BYTES,
    found: bytes(after),
    expected: `at most ${bytes(NOISE_BYTES)} over the ${bytes(before)} of the second quarter`,
  };
}

/** What a soak came to, as lines for people. */
export function soakText(figures: SoakFigures, checks: readonly SoakCheck[]): string {
  const { updates, totalMs, adaptations, refusals, losses } = figures;
  const weather = `${count(adaptations)} adaptations, ${count(refusals)} refusals, ${count(losses)} lost devices`;
  return [
    `${count(updates)} updates in ${(totalMs / 1000).toFixed(0)} s; ${weather}.`,
    ...checks.map(
      ({ name, holds, found, expected }) => `  ${holds ? 'holds' : 'FAILS'}  ${name}: ${found}, expected ${expected}`,
    ),
  ].join('\n');
}

function count(value: number | undefined): string {
  return value?.toLocaleString('en-US') ?? 'unknown';
}

function exactBytes(value: number | undefined): string {
  return `${count(value)} bytes`;
}

function bytes(value: number): string {
  return formatBytes(value).text;
}
