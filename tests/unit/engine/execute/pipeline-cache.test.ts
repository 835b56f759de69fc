import { describe, expect, test } from 'vitest';
import { KernelCompilationError, PipelineCache } from '../../../../src/engine/execute/pipeline-cache.ts';

interface FakeCompiler {
  readonly device: GPUDevice;
  /** Labels in the order in which their compilation began. */
  readonly begun: string[];
}

/** Compiles every kernel but those whose code is `broken`. */
function fakeCompiler(): FakeCompiler {
  const begun: string[] = [];
  const device = {
    createShaderModule: ({ code }: GPUShaderModuleDescriptor) => ({ code }),
    createComputePipelineAsync: async ({ label = '', compute }: GPUComputePipelineDescriptor) => {
      begun.push(label);
      const { code } = compute.module as unknown as { code: string };
      if (code.startsWith('broken')) throw new Error(`expected ';' in ${label}`);
      return { label, code, entryPoint: compute.entryPoint };
    },
  };
  return { device: device as unknown as GPUDevice, begun };
}

const shader = (label: string, code = label, entryPoint = 'main') => ({ label, code, entryPoint });

describe('pipeline cache', () => {
  test('compiles each WGSL once, all at once, and counts', async () => {
    const { device, begun } = fakeCompiler();
    const cache = new PipelineCache(device);
    const progress: string[] = [];
    const prepared = cache.prepare([shader('A'), shader('B'), shader('A')], (done, total) => {
      progress.push(`${done}/${total}`);
    });
    expect(begun).toEqual(['A', 'B']);
    await prepared;
    expect(progress).toEqual(['0/2', '1/2', '2/2']);
    await cache.prepare([shader('B'), shader('C')], (done, total) => progress.push(`${done}/${total}`));
    expect(begun).toEqual(['A', 'B', 'C']);
    expect(progress.slice(3)).toEqual(['0/1', '1/1']);
  });

  test('tells kernels apart by code and entry point, not by name', async () => {
    const { device, begun } = fakeCompiler();
    const cache = new PipelineCache(device);
    await cache.prepare([
      shader('same', 'x'),
      shader('same', 'y'),
      shader('other', 'x'),
      shader('same', 'x', 'second'),
    ]);
    expect(begun).toHaveLength(3);
    expect(cache.get(shader('any', 'y'))).toMatchObject({ code: 'y', entryPoint: 'main' });
    expect(cache.get(shader('any', 'x', 'second'))).toMatchObject({ code: 'x', entryPoint: 'second' });
  });

  test('names the kernel that does not compile, and tries it again next time', async () => {
    const { device, begun } = fakeCompiler();
    const cache = new PipelineCache(device);
    const failing = () => cache.prepare([shader('A'), shader('Bad', 'broken')]);
    const error = await failing().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(KernelCompilationError);
    expect(error).toMatchObject({ kernel: 'Bad', message: "expected ';' in Bad" });
    await expect(failing()).rejects.toThrow(KernelCompilationError);
    expect(begun).toEqual(['A', 'Bad', 'Bad']);
  });

  test('a pipeline that was not prepared is an error, not a wait', () => {
    expect(() => new PipelineCache(fakeCompiler().device).get(shader('A'))).toThrow('Kernel A is not compiled.');
  });
});
