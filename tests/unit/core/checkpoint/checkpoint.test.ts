import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECKSUM_KEY, MANIFEST_KEY } from '../../../../src/core/checkpoint/checkpoint.ts';
import { checkpointChecksum } from '../../../../src/core/checkpoint/checkpoint-checksum.ts';
import { type CheckpointProblem, checkpointFailure } from '../../../../src/core/checkpoint/checkpoint-problem.ts';
import {
  type CheckpointExpectation,
  decodeCheckpoint,
  readManifest,
} from '../../../../src/core/checkpoint/decode-checkpoint.ts';
import { decodeSafetensors } from '../../../../src/core/checkpoint/decode-safetensors.ts';
import { encodeCheckpoint } from '../../../../src/core/checkpoint/encode-checkpoint.ts';
import { encodeSafetensors } from '../../../../src/core/checkpoint/encode-safetensors.ts';
import type { Safetensors } from '../../../../src/core/checkpoint/safetensors.ts';
import { EXPECTATION, sampleCheckpoint } from './sample-checkpoint.ts';

function problemOf(bytes: Uint8Array<ArrayBuffer>, expectation: CheckpointExpectation = EXPECTATION) {
  const decoded = decodeCheckpoint(bytes, expectation);
  if (decoded.type === 'checkpoint') throw new Error('The checkpoint is whole.');
  return decoded.problem;
}

function contentOf(bytes: Uint8Array<ArrayBuffer>): Safetensors {
  const decoded = decodeSafetensors(bytes);
  if (decoded.type === 'problem') throw new Error(decoded.problem.detail);
  return decoded.content;
}

/** The sample with other words in its manifest, and the checksum that belongs to them. */
function withManifest(change: (manifest: Record<string, unknown>) => unknown): Uint8Array<ArrayBuffer> {
  const { tensors, metadata } = contentOf(encodeCheckpoint(sampleCheckpoint(), EXPECTATION));
  const manifest = JSON.stringify(change(JSON.parse(metadata.get(MANIFEST_KEY) ?? '')));
  const checksum = checkpointChecksum(manifest, tensors);
  return encodeSafetensors({
    tensors,
    metadata: new Map([...metadata, [MANIFEST_KEY, manifest], [CHECKSUM_KEY, checksum]]),
  });
}

describe('checkpoint', () => {
  it('comes back as it was, every number of it, NaN among the curves included', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.nat(20), (salt, rows) => {
        const checkpoint = sampleCheckpoint(salt, rows);
        const decoded = decodeCheckpoint(encodeCheckpoint(checkpoint, EXPECTATION), EXPECTATION);
        expect(decoded).toEqual({ type: 'checkpoint', checkpoint });
      }),
      { numRuns: 30 },
    );
  });

  it('needs no slots under plain SGD and no statistics without batch normalisation', () => {
    const layout = { ...EXPECTATION, slots: [], statisticsChannels: 0 };
    const checkpoint = { ...sampleCheckpoint(), slots: new Map(), runningStatistics: new Float32Array() };
    const decoded = decodeCheckpoint(encodeCheckpoint(checkpoint, layout), layout);
    expect(decoded).toEqual({ type: 'checkpoint', checkpoint });
  });

  it('says what it is without its model: settings, data and updates', () => {
    const { config, data, updates, createdAtMs } = sampleCheckpoint(7);
    const read = readManifest(encodeCheckpoint(sampleCheckpoint(7), EXPECTATION));
    expect(read).toMatchObject({ type: 'manifest', manifest: { config, data, updates, createdAtMs } });
  });

  it('holds nothing that depends on how a batch is cut: micro-batch and slices are settings and curves only', () => {
    const names = [...contentOf(encodeCheckpoint(sampleCheckpoint(), EXPECTATION)).tensors.keys()].sort();
    expect(names).toEqual([
      'history/evaluations/testLoss',
      'history/updates/loss',
      'history/updates/update',
      'parameter/dense/bias',
      'parameter/dense/kernel',
      'slot/first-moment/dense/bias',
      'slot/first-moment/dense/kernel',
      'slot/second-moment/dense/bias',
      'slot/second-moment/dense/kernel',
      'statistics/running',
      'update-state',
    ]);
  });

  it('is read just the same after a tool has written its arrays in another order', () => {
    const bytes = encodeCheckpoint(sampleCheckpoint(), EXPECTATION);
    const { tensors, metadata } = contentOf(bytes);
    const rewritten = encodeSafetensors({ tensors: new Map([...tensors].reverse()), metadata });
    expect(Buffer.from(rewritten).equals(bytes)).toBe(false);
    expect(decodeCheckpoint(rewritten, EXPECTATION)).toEqual(decodeCheckpoint(bytes, EXPECTATION));
  });

  it('is not written where something is missing or has another size', () => {
    const whole = sampleCheckpoint();
    const cases = [
      { ...whole, parameters: new Map() },
      { ...whole, slots: new Map() },
      { ...whole, updateState: new Int32Array(3) },
      { ...whole, runningStatistics: new Float32Array(2) },
      { ...whole, updates: 1.5 },
      { ...whole, config: { ...whole.config, batchSize: 0 } },
      { ...whole, history: { ...whole.history, evaluations: { ...whole.history.evaluations, rowsAppended: 2 } } },
    ];
    for (const broken of cases) expect(() => encodeCheckpoint(broken, EXPECTATION)).toThrow();
  });
});

describe('a checkpoint that cannot be continued', () => {
  it('cut off at any byte, is truncated', () => {
    const bytes = encodeCheckpoint(sampleCheckpoint(), EXPECTATION);
    for (let length = 0; length < bytes.length; length += 7) {
      expect(problemOf(bytes.slice(0, length)).type).toBe('truncated');
    }
  });

  it('with any bytes changed, is refused, or means just the same', () => {
    const bytes = encodeCheckpoint(sampleCheckpoint(), EXPECTATION);
    const whole = decodeCheckpoint(bytes, EXPECTATION);
    const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(changes, (changed) => {
        const damaged = bytes.slice();
        for (const [at, byte] of changed) damaged[at] = byte;
        const decoded = decodeCheckpoint(damaged, EXPECTATION);
        if (decoded.type === 'checkpoint') expect(decoded).toEqual(whole);
        else expect(checkpointFailure(decoded.problem).code).toMatch(/^checkpoint-/);
      }),
      { numRuns: 1000 },
    );
  });

  it('with one bit of its arrays changed, is damaged', () => {
    const bytes = encodeCheckpoint(sampleCheckpoint(), EXPECTATION);
    const dataBytes = [...contentOf(bytes).tensors.values()].reduce((sum, { values }) => sum + values.byteLength, 0);
    for (let at = bytes.length - dataBytes; at < bytes.length; at += 5) {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      expect(problemOf(damaged).type).toBe('changed');
    }
  });

  it('that is a web page, or parameters alone, is foreign', () => {
    expect(problemOf(Uint8Array.from(Buffer.from('<!doctype html><title>x</title>'))).type).toBe('foreign');
    const parameters = new Map([['dense/bias', { shape: [3], values: new Float32Array(3) }]]);
    expect(problemOf(encodeSafetensors({ tensors: parameters, metadata: new Map() })).type).toBe('foreign');
  });

  it('of another version says which, also where the settings alone are others', () => {
    const older = problemOf(withManifest((manifest) => ({ ...manifest, version: 0 })));
    expect(older).toMatchObject({ type: 'other-version', found: 0 });
    const settings = problemOf(
      withManifest((manifest) => ({ ...manifest, config: { ...sampleCheckpoint().config, batchSize: 'many' } })),
    );
    expect(settings).toMatchObject({ type: 'other-version', found: 1 });
    expect(checkpointFailure(settings).detail).toContain('config.batchSize');
  });

  it.each<[string, Partial<CheckpointExpectation>, CheckpointProblem['type'], string]>([
    [
      'another shape',
      { parameters: [{ name: 'dense/kernel', shape: [3, 2] }] },
      'other-model',
      'parameter/dense/kernel is [2, 3] instead of [3, 2]',
    ],
    ['a missing parameter', { parameters: [{ name: 'w', shape: [1] }] }, 'other-model', 'it lacks parameter/w [1]'],
    ['a parameter too many', { parameters: EXPECTATION.parameters.slice(0, 1) }, 'other-model', 'dense/bias'],
    ['another optimizer', { slots: ['momentum'] }, 'other-model', 'it lacks slot/momentum/dense/kernel [2, 3]'],
    ['other channels', { statisticsChannels: 4 }, 'other-model', 'statistics/running is [2, 3] instead of [2, 4]'],
    [
      'other data',
      { data: { ...EXPECTATION.data, trainExamples: 54_000 } },
      'other-data',
      'fashion-mnist with 60000 examples to learn from and 10000 to test instead of fashion-mnist with 54000',
    ],
  ])('with %s says so', (_, changes, type, text) => {
    const bytes = encodeCheckpoint(sampleCheckpoint(), EXPECTATION);
    const problem = problemOf(bytes, { ...EXPECTATION, ...changes });
    expect(problem.type).toBe(type);
    const failure = checkpointFailure(problem);
    expect(failure).toMatchObject({ code: 'checkpoint-other-run', message: expect.stringContaining(text) });
  });

  it('with any manifest and its right checksum is read, or refused in a short text', () => {
    const keys = ['version', 'config', 'data', 'updates', 'skippedInARow', 'createdAtMs', 'history', '__proto__'];
    const value = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined), fc.string({ minLength: 500 }));
    fc.assert(
      fc.property(fc.constantFrom(...keys), value, (key, changed) => {
        const bytes = withManifest((manifest) => ({ ...manifest, [key]: changed }));
        const decoded = decodeCheckpoint(bytes, EXPECTATION);
        if (decoded.type === 'checkpoint') return;
        const { message, detail } = checkpointFailure(decoded.problem);
        expect(`${message}${detail}`.length).toBeLessThan(700);
      }),
      { numRuns: 200 },
    );
  });
});
