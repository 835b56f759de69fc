import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../../../src/ui/styles/tokens.css', import.meta.url), 'utf8');

/** Hex colours of a scheme, by token. */
function colorsOf(scheme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const block = css.slice(css.indexOf(`[data-mantine-color-scheme="${scheme}"]`)).split('}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', color = '']) => [name, color]),
  );
}

function channels(color: string): readonly number[] {
  return [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Linear RGB as a person without red (protanopia) or green (deuteranopia) cones sees it: Viénot, Brettel, Mollon 1999. */
const VISION = {
  full: (color: readonly number[]) => color,
  protanopia: ([r = 0, g = 0, b = 0]: readonly number[]) => {
    const mixed = 0.11238 * r + 0.88762 * g;
    return [mixed, mixed, 0.00401 * r - 0.00401 * g + b];
  },
  deuteranopia: ([r = 0, g = 0, b = 0]: readonly number[]) => {
    const mixed = 0.29275 * r + 0.70725 * g;
    return [mixed, mixed, -0.02234 * r + 0.02234 * g + b];
  },
} as const;

/** Distance of two colours in Oklab, times 100 (Ottosson 2020). */
function distance(one: readonly number[], other: readonly number[]): number {
  const lab = ([r = 0, g = 0, b = 0]: readonly number[]) => {
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
  };
  const a = lab(one);
  return 100 * Math.hypot(...lab(other).map((value, index) => value - (a[index] ?? 0)));
}

const STACK = ['parameters', 'accumulators', 'optimizer', 'activations', 'gradients', 'inputs', 'other'];

describe.each(['light', 'dark'] as const)('colours in %s', (scheme) => {
  const colors = colorsOf(scheme);
  const color = (name: string) => colors.get(name) ?? '#000000';
  const surfaces = ['surface-page', 'surface-panel'].map(color);

  it.each(['text', 'text-muted', 'accent', 'danger', 'warning'])('%s is readable on both surfaces', (name) => {
    for (const surface of surfaces) expect(contrast(color(name), surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['text', 'danger-soft'],
    ['danger', 'danger-soft'],
    ['text', 'warning-soft'],
    ['warning', 'warning-soft'],
    ['accent', 'accent-soft'],
    ['on-accent', 'accent'],
    ['text-muted', 'surface-sunken'],
  ])('%s is readable on %s', (name, surface) => {
    expect(contrast(color(name), color(surface))).toBeGreaterThanOrEqual(4.5);
  });

  const marks = [...colors.keys()].filter((name) => /^(kind|slice|series)-/.test(name));

  it.each(marks)('%s stands out from both surfaces', (name) => {
    for (const surface of surfaces) expect(contrast(color(name), surface)).toBeGreaterThanOrEqual(3);
  });

  const kinds = STACK.map((kind) => color(`kind-${kind}`));

  it.each(Object.entries(VISION))('kinds of byte are told apart with %s vision, neighbours best', (_, see) => {
    const seen = kinds.map((kind) => see(channels(kind)));
    for (const [index, one] of seen.entries()) {
      for (const [step, other] of seen.slice(index + 1).entries()) {
        const pair = `${STACK[index]} and ${STACK[index + 1 + step]}`;
        expect(distance(one, other), pair).toBeGreaterThan(step === 0 ? 10 : 9);
      }
    }
  });

  it.each(Object.entries(VISION))('states of a slice are told apart with %s vision', (_, see) => {
    const states = ['done', 'running', 'waiting'].map((state) => see(channels(color(`slice-${state}`))));
    for (const [index, one] of states.entries()) {
      for (const other of states.slice(index + 1)) expect(distance(one, other)).toBeGreaterThan(8);
    }
  });
});
