/** Suites that share one device; each stands alone but for it. */
import { afterAll } from 'vitest';
import './run-control.suite.ts';
import './memory.suite.ts';
import './out-of-memory.suite.ts';
import './non-finite.suite.ts';
import './measure-memory.suite.ts';
import './search-race.suite.ts';
import './adapt.suite.ts';
import { sharedEngine } from './shared-engine.ts';

afterAll(async () => {
  const engine = await sharedEngine();
  engine.destroy();
});
