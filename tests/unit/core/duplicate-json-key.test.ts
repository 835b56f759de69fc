import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicateJsonKey } from '../../../src/core/duplicate-json-key.ts';

describe('duplicateJsonKey', () => {
  it('finds a key that an object has twice, at any depth, also where it is spelt in two ways', () => {
    expect(duplicateJsonKey('{"a":1,"b":2,"a":3}')).toBe('a');
    expect(duplicateJsonKey('{"x":[{"y":{"k" : 1, "k"\n:2}}]}')).toBe('k');
    expect(duplicateJsonKey('{"a":1,"\\u0061":2}')).toBe('a');
    expect(duplicateJsonKey('{"__proto__":1,"__proto__":2}')).toBe('__proto__');
  });

  it('does not take equal keys of two objects, values or brackets inside of texts for one', () => {
    expect(duplicateJsonKey('{"a":{"a":"a"},"b":[{"a":1},{"a":2}]}')).toBeUndefined();
    expect(duplicateJsonKey('{"a":"\\"a\\":","b":"{\\"b\\":","c":["a","c"]}')).toBeUndefined();
    expect(duplicateJsonKey('{"a":"}","b":"{","{":1}')).toBeUndefined();
  });

  it('takes strings of a million characters and escapes, and deep nests', () => {
    const long = `${'x'.repeat(1e6)}${'\\n'.repeat(1e6)}`;
    expect(duplicateJsonKey(`{"a":"${long}","b":1,"a":2}`)).toBe('a');
    expect(duplicateJsonKey(`${'['.repeat(1e5)}${']'.repeat(1e5)}`)).toBeUndefined();
  });

  it('finds none in what JSON.stringify makes, and one as soon as an entry is repeated', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (object) => {
        const json = JSON.stringify(object);
        expect(duplicateJsonKey(json)).toBeUndefined();
        const key = Object.keys(object)[0] ?? '';
        expect(duplicateJsonKey(`${json.slice(0, -1)},${JSON.stringify(key)}:0}`)).toBe(key);
      }),
    );
  });
});
