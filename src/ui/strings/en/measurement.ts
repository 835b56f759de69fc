import type { MeasurementStop } from '../../../core/device-measurement.ts';

/** Why a measurement ended, after "3.90 GiB passed." */
const stops: Record<MeasurementStop['type'], string> = {
  ceiling: 'That was the ceiling; the device may have more.',
  'out-of-memory': 'The block after that was refused.',
  slow: 'The block after that took many times as long: the driver was making room by moving memory elsewhere.',
};

/** Finding out how much this page can allocate. */
export const measurementStrings = {
  title: 'Measure this device',
  lead: 'A page can only find out how much memory it gets by taking it. This does so, up to a ceiling that you set.',
  start: 'Measure this device…',
  again: 'Measure again…',
  cancel: 'Cancel the measurement',
  cancelling: 'Cancelling…',
  runActive: 'A run holds the device. Stop it, then measure.',
  raceActive: 'A race holds the device. Stop it, then measure.',
  needsWebgpu: 'This browser offers no device to measure.',
  progress: 'Bytes written so far',
  soFar: (passed: string, ceiling: string) => `${passed} of ${ceiling} so far`,
  result: (passed: string) => `${passed} passed.`,
  stops,
  date: (date: string) => `Measured on ${date}, on the adapter above.`,
  advice: (budget: string, share: string) =>
    `An estimate: what is free changes with what else runs. The memory budget offers ${budget} as a preset, ${share} of it, and leaves the rest to the browser and other programs.`,
  nothing: (block: string) =>
    `Not even the first block of ${block} passed. Close other pages and programs that use the GPU, then measure again.`,
  cancelled: (passed: string) => `Cancelled after ${passed}. Everything was given back, and nothing was kept.`,
  dialog: {
    title: 'Measure this device?',
    close: 'Close without measuring',
    does: 'This page creates blocks of device memory, writes every byte of them, and goes on until one is refused, one is much slower than those before, or the ceiling is reached. Then it gives everything back. That takes seconds to a minute, and you can cancel it.',
    risk: 'Meanwhile other programs that use the GPU, the desktop among them, may slow down. Some drivers reset instead of refusing memory: that can cost other pages and programs their work on the GPU. Save it first.',
    software: 'This adapter computes on the CPU: what is measured is the main memory of the computer.',
    ceiling: 'Ceiling',
    ceilingHint: 'Never more than this is allocated.',
    start: 'Measure',
    back: 'Not now',
  },
  preset: (budget: string) => `Measured ${budget}, estimate`,
  presetHint: (share: string, passed: string, date: string) => `${share} of the ${passed} that passed on ${date}`,
};
