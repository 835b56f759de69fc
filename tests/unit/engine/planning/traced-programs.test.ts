import { beforeAll, describe, expect, test } from 'vitest';
import type { StepProgram } from '../../../../src/core/program/step-program.ts';
import { validateProgram } from '../../../../src/core/program/validate-program.ts';
import { Tracer } from '../../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { traceEvaluationSlice, traceTrainingSlice } from '../../../../src/engine/planning/trace-slice.ts';
import { WORKLOADS } from '../../../../src/engine/workload.ts';
import { deviceLimits } from '../../core/program/device-limits.ts';
import { persistentWrites } from './persistent-writes.ts';
import { QUICK_WORKLOADS } from './quick-workloads.ts';

const SIZES = [1, 2, 7, 64, 1000];
/** A desktop GPU's limits, and the least that WebGPU guarantees: tfjs generates other kernels for it. */
const DEVICES = [
  ['desktop limits', DEFAULT_LIMITS],
  ['default limits', deviceLimits()],
] as const;

const cases = DEVICES.flatMap(([device, limits]) =>
  QUICK_WORKLOADS.flatMap((workload) => [0, 0.5].map((dropout) => [device, limits, workload, dropout] as const)),
);

describe.each(cases)('on %s: %s%s, dropout %d', (_, limits, workload, dropout) => {
  let programs: readonly StepProgram[];
  beforeAll(async () => {
    const tracer = await Tracer.create(limits);
    programs = SIZES.flatMap((size) => [
      traceTrainingSlice(tracer, WORKLOADS[workload], size, dropout),
      traceEvaluationSlice(tracer, WORKLOADS[workload], size),
    ]);
  });

  test('programs of every size are valid', () => {
    for (const program of programs) expect(() => validateProgram(program)).not.toThrow();
  });

  test('no kernel has atomics, whose sums depend on the order of threads', () => {
    for (const { shaders } of programs) {
      for (const { label, code } of shaders) expect(code.includes('atomic'), label).toBe(false);
    }
  });

  test('no dispatch binds more storage buffers than the device takes', () => {
    const counts = programs.flatMap(({ commands }) =>
      commands.map((command) =>
        command.type === 'dispatch' ? command.bindings.filter(({ access }) => access !== 'uniform').length : 0,
      ),
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(limits.maxStorageBuffersPerShaderStage);
  });

  test('uploaded constants are a few numbers for each kernel, whatever the size', () => {
    for (const { buffers } of programs) {
      const bytes = buffers.map(({ role }) => (role.type === 'constant' ? role.data.byteLength : 0));
      // 256 bytes are the room of the largest uniform block; anything as large as an activation is far above.
      expect(Math.max(...bytes)).toBeLessThanOrEqual(256);
    }
  });

  test('a training slice writes every accumulator and the metrics, and no parameter', () => {
    const names = new Set(WORKLOADS[workload].model.parameters.map(({ name }) => `accumulator/${name}`));
    for (const [i, program] of programs.entries()) {
      const written = persistentWrites(program);
      expect(written).toEqual(i % 2 === 0 ? new Set([...names, 'metrics']) : new Set(['metrics']));
    }
  });
});
