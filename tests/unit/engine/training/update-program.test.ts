import { describe, expect, test } from 'vitest';
import { OPTIMIZER_IDS } from '../../../../src/core/config/training-config.ts';
import { planMemory } from '../../../../src/core/program/memory-plan.ts';
import type { StepProgram } from '../../../../src/core/program/step-program.ts';
import { validateProgram } from '../../../../src/core/program/validate-program.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { buildUpdateProgram, optimizerSlots } from '../../../../src/engine/training/update-program.ts';

const SETTINGS = {
  momentum: 0.9,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  l2: 0,
  weightDecay: 0,
  clipNorm: 1,
};
const PARAMETERS = [
  { name: 'kernel', size: 100_000_000 },
  { name: 'bias', size: 1 },
];

const persistentBytes = (program: StepProgram) =>
  Object.fromEntries(
    program.buffers.flatMap(({ role, sizeBytes }) => (role.type === 'persistent' ? [[role.name, sizeBytes]] : [])),
  );

describe.each(OPTIMIZER_IDS)('update program of %s', (optimizer) => {
  const program = buildUpdateProgram(PARAMETERS, { ...SETTINGS, optimizer });

  test('is a valid program', () => {
    expect(() => validateProgram(program)).not.toThrow();
  });

  test('runs one optimizer dispatch a parameter, within 65,535 workgroups for 100 million elements', () => {
    const counts = program.commands.flatMap((command) => (command.type === 'dispatch' ? command.workgroups : []));
    expect(Math.max(...counts)).toBeLessThanOrEqual(DEFAULT_LIMITS.maxComputeWorkgroupsPerDimension);
    // Two norms, the sum of partial sums, the decision, two updates.
    expect(program.commands.filter(({ type }) => type === 'dispatch')).toHaveLength(6);
  });

  test('binds every declared variable and declares every bound one', () => {
    for (const command of program.commands) {
      if (command.type !== 'dispatch') continue;
      const declared = [...(program.shaders[command.shader]?.code ?? '').matchAll(/@binding\((\d+)\) var<([^>]+)>/g)];
      const access = { read: 'storage, read', write: 'storage, read_write', uniform: 'uniform' };
      expect(declared.map(([, binding, kind]) => [Number(binding), kind])).toEqual(
        command.bindings.map(({ binding, access: used }) => [binding, access[used]]),
      );
      expect(declared.length).toBeLessThanOrEqual(8);
    }
  });

  test('keeps one slot of the size of the parameter for each that the optimizer needs', () => {
    const bytes = persistentBytes(program);
    const slots = Object.keys(bytes).filter((name) => name.startsWith('slot/'));
    expect(slots.sort()).toEqual(
      optimizerSlots(optimizer)
        .flatMap((slot) => [`slot/${slot}/bias`, `slot/${slot}/kernel`])
        .sort(),
    );
    for (const slot of slots) expect(bytes[slot]).toBe(slot.endsWith('kernel') ? 400_000_000 : 4);
  });

  test('needs no temporary that grows with the model', () => {
    // 16,384 partial sums, 128 sums, the scalars.
    expect(planMemory([program], [], DEFAULT_LIMITS).arena.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(67_000);
  });
});

test('update programs of runs with other numbers share their shaders', () => {
  const one = buildUpdateProgram(PARAMETERS, { ...SETTINGS, optimizer: 'adam' });
  const other = buildUpdateProgram(PARAMETERS, { ...SETTINGS, optimizer: 'adamw', beta1: 0.5, weightDecay: 0.1 });
  expect(other.shaders).toEqual(one.shaders);
});
