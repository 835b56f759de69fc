import { FailureError, failureOf } from '../../core/failures.ts';
import { DeviceFailure } from '../device/device-watch.ts';
import type { CompileResult } from './executable.ts';

/** What a device said when it refused a plan for another reason than its memory, as the error it is. */
export function refusalOf(result: Exclude<CompileResult, { readonly type: 'compiled' | 'out-of-memory' }>): Error {
  switch (result.type) {
    case 'device-lost':
      return new DeviceFailure('lost', result.detail);
    case 'validation':
      return new DeviceFailure('error', result.detail);
    case 'shader-compilation':
      return new FailureError(failureOf('shader-compilation', { kernel: result.kernel }, result.detail));
    default:
      return result satisfies never;
  }
}
