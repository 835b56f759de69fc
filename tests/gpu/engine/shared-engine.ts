import { openEngine, type TestEngine } from './engine-harness.ts';

let opened: Promise<TestEngine> | undefined;

/** One device for all suites of a test file: compiling the kernels is most of their time. */
export function sharedEngine(): Promise<TestEngine> {
  opened ??= openEngine();
  return opened;
}
