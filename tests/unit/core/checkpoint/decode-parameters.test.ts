import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeParameters } from '../../../../src/core/checkpoint/decode-parameters.ts';
import { encodeCheckpoint } from '../../../../src/core/checkpoint/encode-checkpoint.ts';
import { encodeParameters } from '../../../../src/core/checkpoint/encode-parameters.ts';
import { encodeSafetensors } from '../../../../src/core/checkpoint/encode-safetensors.ts';
import { EXPECTATION, sampleCheckpoint } from './sample-checkpoint.ts';

const SAMPLE = sampleCheckpoint();
const BYTES = encodeParameters(SAMPLE, EXPECTATION);

describe('parameters in a file', () => {
  test('come back as they were written, running statistics with them', () => {
    expect(decodeParameters(BYTES, EXPECTATION)).toEqual({
      type: 'parameters',
      learnt: { parameters: SAMPLE.parameters, runningStatistics: SAMPLE.runningStatistics },
    });
  });

  test('of another program need no running statistics and no metadata', () => {
    const tensors = new Map(
      EXPECTATION.parameters.map(({ name, shape }) => {
        const values = SAMPLE.parameters.get(name) ?? new Float32Array();
        return [name, { shape, values }] as const;
      }),
    );
    const bytes = encodeSafetensors({ tensors, metadata: new Map() });
    expect(decodeParameters(bytes, EXPECTATION)).toEqual({
      type: 'parameters',
      learnt: { parameters: SAMPLE.parameters },
    });
  });

  test.each([
    ['a parameter that is missing', { name: 'dense/other', shape: [2, 3] }, 'it lacks dense/other [2, 3]'],
    ['a shape that differs', { name: 'dense/kernel', shape: [3, 2] }, 'dense/kernel is [2, 3] instead of [3, 2]'],
  ])('%s is named', (_, spec, difference) => {
    const decoded = decodeParameters(BYTES, { parameters: [spec], statisticsChannels: 0 });
    expect(decoded).toEqual({ type: 'problem', problem: { type: 'other-model', difference } });
  });

  test('one too many is named, and a whole run is none', () => {
    const [first] = EXPECTATION.parameters;
    const fewer = { ...EXPECTATION, parameters: first ? [first] : [] };
    expect(decodeParameters(BYTES, fewer)).toMatchObject({ problem: { type: 'other-model' } });
    const run = decodeParameters(encodeCheckpoint(SAMPLE, EXPECTATION), EXPECTATION);
    expect(run).toMatchObject({ problem: { type: 'foreign' } });
  });

  test('whatever the bytes are, they are parameters or a named problem', () => {
    const changes = fc.array(fc.tuple(fc.nat(BYTES.length - 1), fc.nat(255)), { maxLength: 4 });
    fc.assert(
      fc.property(changes, fc.nat(2 * BYTES.length), (changed, length) => {
        const bytes = BYTES.slice(0, length);
        for (const [at, byte] of changed) if (at < bytes.length) bytes[at] = byte;
        expect(['parameters', 'problem']).toContain(decodeParameters(bytes, EXPECTATION).type);
      }),
      { numRuns: 1000 },
    );
  });
});
