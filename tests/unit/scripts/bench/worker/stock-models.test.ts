import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCHED_WORKLOADS } from '../../../../../scripts/bench/worker/contender.ts';
import { CLASSES, EXAMPLE_SHAPE } from '../../../../../scripts/bench/worker/step-inputs.ts';
import { STOCK_MODELS } from '../../../../../scripts/bench/worker/stock-models.ts';
import { WORKLOADS } from '../../../../../src/engine/workload.ts';

const IMPORT = /^(?:import|export) (?!type )[^;]*?'(\.[^']+)';/gm;

/** Files of this project that a file loads when it runs, itself included. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const source = readFileSync(join(process.cwd(), file), 'utf8');
  for (const [, path] of source.matchAll(IMPORT)) loadedBy(posix.join(posix.dirname(file), path ?? ''), loaded);
  return loaded;
}

describe('the eager reference', () => {
  it.each(BENCHED_WORKLOADS)('%s has the parameters of the engine, so that both train the same network', (workload) => {
    expect(STOCK_MODELS[workload].parameters).toEqual(WORKLOADS[workload].model.parameters);
    expect([EXAMPLE_SHAPE, CLASSES]).toEqual([WORKLOADS[workload].exampleShape, WORKLOADS[workload].classes]);
  });

  it('loads nothing of the engine that could replace a kernel or a gradient of tfjs', () => {
    const loaded = loadedBy('scripts/bench/worker/eager.worker.ts');
    expect(loaded).toContain('scripts/bench/worker/eager-contender.ts');
    expect([...loaded].filter((file) => file.startsWith('src/engine/'))).toEqual([
      'src/engine/training/initial-parameters.ts',
    ]);
    expect(loadedBy('scripts/bench/worker/engine.worker.ts')).toContain('src/engine/capture/device-gradients.ts');
  });
});
