import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCHED_WORKLOADS } from '../../../../../scripts/bench/worker/contender.ts';
import { stepInputs } from '../../../../../scripts/bench/worker/step-inputs.ts';
import { STEP_SHAPES } from '../../../../../scripts/bench/worker/step-shapes.ts';
import { STOCK_RES_NET_152 } from '../../../../../scripts/bench/worker/stock-memory.ts';
import { STOCK_MODELS } from '../../../../../scripts/bench/worker/stock-models.ts';
import { stockResNet } from '../../../../../scripts/bench/worker/stock-res-net.ts';
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
    const { exampleShape, classes, targetsPerExample, exampleType } = WORKLOADS[workload];
    expect(STEP_SHAPES[workload]).toMatchObject({ exampleShape, classes, targetsPerExample });
    expect(STEP_SHAPES[workload].tokens > 0).toBe(exampleType === 'int32');
  });

  it('reads tokens of the vocabulary that are no padding', () => {
    const { examples } = stepInputs({ workload: 'textrnn-synthetic', microBatch: 3, timeSteps: 20 });
    expect(examples).toHaveLength(60);
    const padding = (WORKLOADS['textrnn-synthetic'].model.parameters[0]?.shape[0] ?? 0) - 1;
    expect(examples.every((token) => token >= 0 && token < padding)).toBe(true);
  });

  it('has the parameters of ResNet-152, whose memory is asked for', () => {
    const stock = stockResNet(STOCK_RES_NET_152);
    expect(stock.parameters).toEqual(WORKLOADS['resnet152-224'].model.parameters);
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
