import * as v from 'valibot';

/** A worker's JavaScript heap after a garbage collection. */
export interface HeapUsage {
  /** Objects, closures, strings, arrays and what the browser keeps for them: all that code can hold on to. */
  readonly objectBytes: number;
  /** Compiled code, which comes and goes as the engine sees fit. */
  readonly codeBytes: number;
  /** What array buffers hold, beside the heap. */
  readonly arrayBytes: number;
}

/** V8's own format: a node is so many numbers in a row, and some of them are places in the list of strings. */
const SNAPSHOT = v.object({
  snapshot: v.object({
    meta: v.object({
      node_fields: v.array(v.string()),
      node_types: v.tupleWithRest([v.array(v.string())], v.unknown()),
    }),
  }),
  nodes: v.custom<readonly number[]>(Array.isArray),
  strings: v.custom<readonly string[]>(Array.isArray),
});

const ENGINES_OWN: ReadonlySet<string> = new Set(['hidden', 'synthetic']);

/** Adds up a heap snapshot as `HeapProfiler.takeHeapSnapshot` of the DevTools protocol gives it. Throws where it is none. */
export function heapUsage(json: string): HeapUsage {
  const { snapshot, nodes, strings } = v.parse(SNAPSHOT, JSON.parse(json));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
  if (type === undefined || name === undefined || size === undefined || Math.min(type, name, size) < 0)
    throw new Error('A heap snapshot lacks a field.');
  let objectBytes = 0;
  let codeBytes = 0;
  let arrayBytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + type] ?? -1] ?? '';
    const label = kind === 'native' ? (strings[nodes[at + name] ?? -1] ?? '') : '';
    const bytes = nodes[at + size] ?? 0;
    if (kind === 'code') codeBytes += bytes;
    else if (label === 'system / JSArrayBufferData') arrayBytes += bytes;
    else if (!ENGINES_OWN.has(kind) && !label.startsWith('system / ')) objectBytes += bytes;
  }
  return { objectBytes, codeBytes, arrayBytes };
}
