import { describe, expect, test } from 'vitest';
import { type Initializer, initialValues } from '../../../../src/engine/training/initial-parameters.ts';

const kernel = (initializer: Initializer, shape: readonly number[] = [200, 100]) =>
  initialValues({ name: 'dense1/kernel', shape, initializer }, 7);

function moments(values: Float32Array) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance), largest: Math.max(...values.map(Math.abs)) };
}

describe('initial parameters', () => {
  test('zeros and ones are what they say', () => {
    expect([...kernel('zeros', [3])]).toEqual([0, 0, 0]);
    expect([...kernel('ones', [2, 1])]).toEqual([1, 1]);
  });

  test('the same seed and name give the same values, another seed or name gives others', () => {
    const spec = { name: 'a', shape: [4, 4], initializer: 'he-uniform' } as const;
    expect(initialValues(spec, 1)).toEqual(initialValues(spec, 1));
    expect(initialValues(spec, 2)).not.toEqual(initialValues(spec, 1));
    expect(initialValues({ ...spec, name: 'b' }, 1)).not.toEqual(initialValues(spec, 1));
  });

  // Uniform on ±limit has deviation limit / √3. 20,000 draws: the mean is off by 0.7 % of the deviation, so 3 % is 4 sigma.
  test.each([
    ['he-uniform', [200, 100], Math.sqrt(6 / 200)],
    ['he-uniform', [5, 5, 8, 100], Math.sqrt(6 / 200)],
    ['glorot-uniform', [200, 100], Math.sqrt(6 / 300)],
    ['glorot-uniform', [5, 5, 8, 100], Math.sqrt(6 / (200 + 2500))],
  ] as const)('%s of %j fills the range up to its limit', (initializer, shape, limit) => {
    const { mean, deviation, largest } = moments(kernel(initializer, shape));
    expect(largest).toBeLessThanOrEqual(limit);
    expect(largest).toBeGreaterThan(0.99 * limit);
    expect(Math.abs(mean)).toBeLessThan(0.03 * deviation);
    expect(deviation / (limit / Math.sqrt(3))).toBeCloseTo(1, 1);
  });

  test.each([
    ['he-normal', Math.sqrt(2 / 200)],
    [{ normal: 0.02 }, 0.02],
  ] as const)('%j has its deviation and reaches beyond three of them', (initializer, expected) => {
    const { mean, deviation, largest } = moments(kernel(initializer));
    expect(Math.abs(mean)).toBeLessThan(0.03 * deviation);
    expect(deviation / expected).toBeCloseTo(1, 1);
    expect(largest).toBeGreaterThan(3 * expected);
  });

  test('a fan that a vector does not have is refused by name', () => {
    expect(() => kernel('he-uniform', [10])).toThrow('dense1/kernel [10] has no fan');
  });
});
