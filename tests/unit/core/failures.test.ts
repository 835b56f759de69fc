import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DoesNotFitParameters, FailureParameters } from '../../../src/core/failure-parameters.ts';
import { FAILURE_CODES, type Failure, type FailureCode, FailureError, failureOf } from '../../../src/core/failures.ts';

const MIB = 1024 ** 2;

const DOES_NOT_FIT: DoesNotFitParameters = {
  microBatch: 1,
  isFixed: false,
  neededBytes: 5 * MIB + 1,
  budgetBytes: 4 * MIB,
  headroom: 0,
  fixedBytes: 3 * MIB,
  bytesPerExample: 2 * MIB,
  optimizer: 'adam',
  optimizerBytes: 1.5 * MIB,
};

/** One set of parameters for each code; the type demands a row for a new code. */
const EXAMPLES: FailureParameters = {
  'no-webgpu': { isSecureContext: true },
  'no-adapter': {},
  'device-lost': { finishedUpdates: 41 },
  'device-error': { activity: 'training' },
  'device-busy': { wanted: 'race' },
  'race-device-failed': { isLost: true },
  'measurement-device-failed': { isLost: true, passedBytes: 2048 * MIB },
  'out-of-memory': { microBatch: 128, plannedBytes: 900 * MIB, budgetBytes: 1024 * MIB },
  'over-limit': {
    microBatch: 132,
    isFixed: true,
    limit: 'maxStorageBufferBindingSize',
    asked: 135_168_000,
    allowed: 134_217_728,
  },
  'does-not-fit': DOES_NOT_FIT,
  'one-example-slices': {
    batch: 129,
    lastBatch: 80,
    largest: 2,
    isFixed: false,
    neededBytes: 9 * MIB,
    headroom: 0,
  },
  'whole-batch-does-not-fit': {
    accumulation: 'one-backward',
    batch: 512,
    slices: 3,
    neededBytes: 12 * MIB,
    accumulatedBytes: 5 * MIB,
    budgetBytes: 8 * MIB,
    headroom: 0,
  },
  'one-backward-too-long': { batch: 4096, slices: 4096, commands: 90_112, mostCommands: 20_000, leastMicroBatch: 5 },
  'evaluation-does-not-fit': { neededBytes: 9 * MIB, budgetBytes: 8 * MIB, headroom: 0.1 },
  'shader-compilation': { kernel: 'matMul' },
  'non-finite': { quantity: 'loss', update: 12, skippedInARow: 3, learningRate: 0.5 },
  'data-missing': { file: 'train-labels.gz', expected: 'the file', found: 'HTTP status 404' },
  'data-truncated': { file: 'train-labels.gz', expected: '10,008 bytes', found: '9,000 bytes' },
  'data-not-idx': { file: 'train-labels.gz', expected: 'the number 2049', found: '"<!do"' },
  'data-unexpected': { file: 'train-tokens.bin.gz', expected: '2 classes', found: '3 classes' },
  'file-unexpected': { file: 'photos.zip', expected: 'a tar archive', found: 'a ZIP archive' },
  'file-incomplete': { file: 'data_batch_1.bin', expected: '30,730,000 bytes', found: '9,000 bytes' },
  'file-unreadable': { file: 'data_batch_1.bin' },
  'storage-full': { subject: 'CIFAR-10', neededBytes: 184 * MIB, availableBytes: 20 * MIB },
  'storage-unavailable': { action: 'keep' },
  'checkpoint-damaged': { damage: 'changed' },
  'checkpoint-other-version': { found: 0, expected: 1 },
  'checkpoint-other-run': { difference: 'dense-1/kernel is [784, 128] instead of [784, 256]' },
  'checkpoint-not-kept': { reason: 'full', neededBytes: 30 * MIB, availableBytes: 20 * MIB },
  'checkpoints-unavailable': { action: 'load' },
  'bad-configuration': { setting: 'Batch size', found: '0', expected: 'a whole number from 1 to 16,384' },
  'worker-crashed': {},
  internal: {},
};

function exampleOf<Code extends FailureCode>(code: Code): Failure {
  return failureOf(code, EXAMPLES[code]);
}

function allText({ message, cause, remedy }: Failure): string {
  return `${message} ${cause} ${remedy}`;
}

describe('failureOf', () => {
  it.each(FAILURE_CODES)('%s has a message, a cause and a remedy, each a finished sentence', (code) => {
    const failure = exampleOf(code);
    expect(failure.code).toBe(code);
    for (const text of [failure.message, failure.cause, failure.remedy]) {
      expect(text).toMatch(/^\S.{15,}\.$/u);
      expect(text).not.toMatch(/undefined|NaN(?! or)|\[object|null\b|Infinity|– /);
    }
  });

  it('no two codes say the same', () => {
    expect(new Set(FAILURE_CODES.map((code) => exampleOf(code).message)).size).toBe(FAILURE_CODES.length);
    expect(new Set(FAILURE_CODES.map((code) => exampleOf(code).cause)).size).toBe(FAILURE_CODES.length);
  });

  it('carries technical detail only where there is one', () => {
    expect(failureOf('internal', {}, 'TypeError: x')).toMatchObject({ code: 'internal', detail: 'TypeError: x' });
    expect(failureOf('internal', {})).not.toHaveProperty('detail');
  });

  it('survives a structured clone and JSON unchanged: it is data', () => {
    const failure = exampleOf('does-not-fit');
    expect(structuredClone(failure)).toEqual(failure);
    expect(JSON.parse(JSON.stringify(failure))).toEqual(failure);
  });

  it('FailureError carries the failure, and its message', () => {
    const failure = exampleOf('device-lost');
    const error = new FailureError(failure);
    expect(error.failure).toBe(failure);
    expect(error.message).toBe(failure.message);
    expect(error).toBeInstanceOf(Error);
  });
});

describe('texts that name numbers', () => {
  it('over-limit names the limit, the value asked for and the value allowed', () => {
    expect(exampleOf('over-limit').message).toBe(
      'A micro-batch of 132 exceeds the device’s maxStorageBufferBindingSize: 135,168,000 bytes (129 MiB) asked, 134,217,728 bytes (128 MiB) allowed.',
    );
  });

  it('storage-full names what is needed, and what is free where the browser says so', () => {
    const parameters = EXAMPLES['storage-full'];
    expect(failureOf('storage-full', parameters).message).toContain('for CIFAR-10: 184 MiB needed, 20.0 MiB free.');
    expect(failureOf('storage-full', { ...parameters, availableBytes: null }).message).toContain('184 MiB needed.');
  });

  it('checkpoint-not-kept says that training goes on, and what was missing', () => {
    const parameters = EXAMPLES['checkpoint-not-kept'];
    const full = failureOf('checkpoint-not-kept', parameters);
    expect(full.message).toContain('30.0 MiB needed, 20.0 MiB free.');
    const refused = failureOf('checkpoint-not-kept', { ...parameters, reason: 'refused', availableBytes: null });
    expect(refused.message).toContain('did not keep a checkpoint of 30.0 MiB.');
    for (const { remedy, cause } of [full, refused]) {
      expect(remedy).toContain('Training goes on');
      expect(cause).toContain('still whole');
    }
  });

  it('checkpoint-damaged, -other-version and -other-run say what is wrong with it', () => {
    const damages = (['truncated', 'changed', 'foreign'] as const).map((damage) =>
      allText(failureOf('checkpoint-damaged', { damage })),
    );
    expect(new Set(damages).size).toBe(3);
    expect(exampleOf('checkpoint-other-version').message).toContain('has version 0; this page reads version 1.');
    const sameVersion = failureOf('checkpoint-other-version', { found: 1, expected: 1 });
    expect(sameVersion.message).toContain('settings that this version of the page does not know');
    expect(exampleOf('checkpoint-other-run').message).toContain('[784, 128] instead of [784, 256].');
  });

  it('over-limit counts workgroups as workgroups, not as bytes', () => {
    const failure = failureOf('over-limit', {
      microBatch: 8192,
      isFixed: false,
      limit: 'maxComputeWorkgroupsPerDimension',
      asked: 70_000,
      allowed: 65_535,
    });
    expect(failure.message).toContain('70,000 workgroups asked, 65,535 workgroups allowed');
  });

  it('over-limit advises a computed micro-batch only where a person fixed one above 1', () => {
    const parameters = EXAMPLES['over-limit'];
    expect(failureOf('over-limit', parameters).remedy).toContain('auto');
    expect(failureOf('over-limit', { ...parameters, isFixed: false, microBatch: 1 }).remedy).not.toContain('auto');
    expect(failureOf('over-limit', { ...parameters, microBatch: 1 }).remedy).not.toContain('auto');
  });

  it('does-not-fit tells fixed bytes from bytes per example, and names what was asked and allowed', () => {
    const failure = exampleOf('does-not-fit');
    // One byte over 5 MiB is rounded up: 5.00 MiB would not be enough.
    expect(failure.message).toBe('One example alone needs 5.01 MiB. The budget is 4.00 MiB.');
    expect(failure.cause).toContain('3.00 MiB are needed whatever the micro-batch');
    expect(failure.cause).toContain('each example adds 2.00 MiB');
    expect(failure.remedy).toBe(
      'Raise the memory budget to at least 5.01 MiB, choose SGD instead of Adam (saves 1.50 MiB, which is enough), or choose a smaller workload.',
    );
  });

  it('does-not-fit counts the headroom: 5.01 MiB in a budget of which a half is free needs one of 10.1 MiB', () => {
    const failure = failureOf('does-not-fit', { ...DOES_NOT_FIT, headroom: 0.5 });
    expect(failure.message).toContain('The budget is 4.00 MiB, 2.00 MiB without its headroom of 50 %.');
    // (5 MiB + 1 byte) / (1 − 0.5), rounded up to three digits
    expect(failure.remedy).toContain('at least 10.1 MiB');
  });

  it('does-not-fit says when a lower headroom alone would do', () => {
    const roomy = { ...DOES_NOT_FIT, budgetBytes: 6 * MIB, headroom: 0.4 };
    expect(failureOf('does-not-fit', roomy).remedy).toContain('lower the headroom');
    expect(failureOf('does-not-fit', { ...DOES_NOT_FIT, headroom: 0.4 }).remedy).not.toContain('lower the headroom');
  });

  it('does-not-fit names no lighter optimizer for SGD, and does not call one enough that is not', () => {
    expect(failureOf('does-not-fit', { ...DOES_NOT_FIT, optimizer: 'sgd', optimizerBytes: 0 }).remedy).not.toMatch(
      /SGD/,
    );
    const remedy = failureOf('does-not-fit', { ...DOES_NOT_FIT, optimizer: 'momentum', optimizerBytes: MIB }).remedy;
    expect(remedy).toContain('SGD without momentum (saves 1.00 MiB)');
  });

  it('does-not-fit tells a person whose fixed size is too large how many would fit', () => {
    // (12 − 3) MiB / 2 MiB = 4.5 examples
    const fixed = { ...DOES_NOT_FIT, microBatch: 8, isFixed: true, neededBytes: 19 * MIB, budgetBytes: 12 * MIB };
    const failure = failureOf('does-not-fit', fixed);
    expect(failure.message).toBe('A micro-batch of 8 needs 19.0 MiB. The budget is 12.0 MiB.');
    expect(failure.remedy).toContain('set the micro-batch to auto');
  });

  it('the budget that does-not-fit asks for is enough, to the byte, for any sizes and headroom', () => {
    const factors: Readonly<Record<string, number>> = { B: 1, KiB: 1024, MiB: MIB, GiB: 1024 * MIB };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 * 1024 * MIB }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (neededBytes, headroom) => {
          const { remedy } = failureOf('does-not-fit', { ...DOES_NOT_FIT, neededBytes, headroom });
          const [, value, unit] = /at least ([\d.]+) (\w+)/.exec(remedy) ?? [];
          const budgetBytes = Number(value) * (factors[unit ?? ''] ?? Number.NaN);
          expect(budgetBytes * (1 - headroom)).toBeGreaterThanOrEqual(neededBytes * (1 - 1e-12));
        },
      ),
    );
  });

  it('device-lost says after which update, or that there was none', () => {
    expect(exampleOf('device-lost').message).toContain('after update 41');
    expect(failureOf('device-lost', { finishedUpdates: 0 }).message).toContain('before the first update');
  });

  it('non-finite names the update, how many in a row, and the learning rate', () => {
    expect(allText(exampleOf('non-finite'))).toMatch(/loss.*3 updates in a row.*update 12.*0\.5/);
    const single = failureOf('non-finite', { ...EXAMPLES['non-finite'], quantity: 'gradient', skippedInARow: 1 });
    expect(single.message).toBe('The gradient was NaN or infinite in update 12.');
  });

  it('no-webgpu over plain HTTP advises a secure address, not another browser', () => {
    const failure = failureOf('no-webgpu', { isSecureContext: false });
    expect(failure.remedy).toContain('HTTPS');
    expect(failure.remedy).not.toContain('Chrome');
    expect(exampleOf('no-webgpu').remedy).toContain('Chrome');
  });

  it('failures of data name the file, what was expected and what was found', () => {
    for (const code of ['data-missing', 'data-truncated', 'data-not-idx', 'data-unexpected'] as const) {
      const { file, expected, found } = EXAMPLES[code];
      expect(exampleOf(code).message).toContain(file);
      expect(exampleOf(code).message).toContain(`expected ${expected}, found ${found}.`);
    }
  });

  it('bad-configuration names the setting, the value and what is allowed; an empty value is called so', () => {
    expect(exampleOf('bad-configuration').message).toBe(
      'Batch size cannot be 0: it takes a whole number from 1 to 16,384.',
    );
    const empty = failureOf('bad-configuration', { ...EXAMPLES['bad-configuration'], found: '' });
    expect(empty.message).toContain('cannot be empty');
  });
});
