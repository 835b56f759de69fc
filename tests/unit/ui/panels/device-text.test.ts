import { describe, expect, it } from 'vitest';
import type { DeviceReport } from '../../../../src/protocol/events.ts';
import { deviceText, limitText, SHOWN_LIMITS } from '../../../../src/ui/panels/device-text.ts';
import { english } from '../../../../src/ui/strings/en/english.ts';
import { LIMITS } from '../plan-report-fixture.ts';

const AVAILABLE: DeviceReport = {
  status: 'available',
  vendor: 'google',
  architecture: 'swiftshader',
  device: '',
  description: 'SwiftShader',
  isSoftware: true,
  limits: LIMITS,
  features: ['timestamp-query', 'shader-f16'],
};

describe('device text', () => {
  it('has the browser, the adapter and every limit as an exact number', () => {
    const text = deviceText(AVAILABLE, 'Browser 1');
    expect(text).toContain('browser: Browser 1\n');
    expect(text).toContain('software adapter: yes\n');
    expect(text).toContain('features: shader-f16, timestamp-query\n');
    for (const [name, value] of Object.entries(LIMITS)) expect(text).toContain(`${name}: ${value}\n`);
  });

  it('says why there is no adapter, and which limits are assumed', () => {
    const failure = { code: 'no-adapter', message: 'No adapter.', cause: '', remedy: '', detail: 'null' } as const;
    const text = deviceText({ status: 'unavailable', failure, assumedLimits: LIMITS }, 'Browser 1');
    expect(text).toContain('adapter: none (no-adapter: No adapter.)\ndetail: null\n');
    expect(text).toContain(`maxBufferSize: ${LIMITS.maxBufferSize}\n`);
  });

  it('shows sizes in bytes with a unit, counts without', () => {
    expect(limitText('maxBufferSize', LIMITS.maxBufferSize)).toBe('256\u00a0MiB');
    expect(limitText('maxComputeWorkgroupsPerDimension', 65_535)).toBe('65,535');
  });

  it('explains every limit it shows', () => {
    for (const name of SHOWN_LIMITS) expect(english.panels.device.meanings[name]).toMatch(/\.$/);
  });
});
