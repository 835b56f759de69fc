import { describe, expect, test } from 'vitest';
import { heapUsage } from '../../../../scripts/soak/heap-snapshot.ts';

const STRINGS = ['', 'Promise', 'system / JSArrayBufferData', 'GPUBuffer', 'system / WeakArrayList'];
const NODE_TYPES = ['hidden', 'object', 'code', 'native', 'closure'];

/** A snapshot of nodes of [type, name, size]; V8 has more fields, in between and after. */
function snapshot(nodes: readonly (readonly [type: string, name: string, size: number])[]): string {
  return JSON.stringify({
    snapshot: {
      meta: {
        node_fields: ['type', 'name', 'id', 'self_size', 'edge_count'],
        node_types: [NODE_TYPES, 'string', 'number'],
      },
    },
    nodes: nodes.flatMap(([type, name, size], i) => [NODE_TYPES.indexOf(type), STRINGS.indexOf(name), i, size, 7]),
    strings: STRINGS,
  });
}

describe('heap snapshot', () => {
  test('counts what code can hold on to apart from what the engine has for itself', () => {
    const usage = heapUsage(
      snapshot([
        ['object', 'Promise', 20],
        ['closure', '', 32],
        ['native', 'GPUBuffer', 152],
        ['native', 'system / WeakArrayList', 1000],
        ['hidden', '', 2000],
        ['code', '', 400],
        ['native', 'system / JSArrayBufferData', 8192],
      ]),
    );
    expect(usage).toEqual({ objectBytes: 204, codeBytes: 400, arrayBytes: 8192 });
  });

  test('what is no snapshot is refused', () => {
    expect(() => heapUsage('{}')).toThrow();
    const lacking = snapshot([]).replace('self_size', 'size');
    expect(() => heapUsage(lacking)).toThrow('lacks a field');
  });
});
