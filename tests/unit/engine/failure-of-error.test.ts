import { describe, expect, it } from 'vitest';
import { FailureError, failureOf } from '../../../src/core/failures.ts';
import { failureOfError } from '../../../src/engine/failure-of-error.ts';

describe('failure of an error', () => {
  it('is the one that the error carries', () => {
    const failure = failureOf('no-adapter', {});
    expect(failureOfError(new FailureError(failure))).toBe(failure);
  });

  it('is internal for any other, with the stack where there is one', () => {
    const error = new TypeError('no such layer');
    expect(failureOfError(error)).toEqual(failureOf('internal', {}, error.stack));
    delete error.stack;
    expect(failureOfError(error).detail).toBe('no such layer');
    expect(failureOfError('thrown as text').detail).toBe('thrown as text');
  });
});
