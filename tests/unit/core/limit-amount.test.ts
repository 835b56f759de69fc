import { describe, expect, it } from 'vitest';
import { limitAmount } from '../../../src/core/limit-amount.ts';

describe('limitAmount', () => {
  it('gives bytes exactly and in a unit that is easy to compare', () => {
    expect(limitAmount('maxBufferSize', 802_816)).toBe('802,816 bytes (784 KiB)');
    // 2 GiB − 4 bytes: the limit of a binding in Chromium.
    expect(limitAmount('maxStorageBufferBindingSize', 2_147_483_644)).toBe('2,147,483,644 bytes (2.00 GiB)');
  });

  it('says a few bytes once', () => {
    expect(limitAmount('maxBufferSize', 512)).toBe('512 bytes');
  });

  it('counts workgroups as workgroups, not as bytes', () => {
    expect(limitAmount('maxComputeWorkgroupsPerDimension', 70_000)).toBe('70,000 workgroups');
  });
});
