/** The device report as rows and as text to paste into a report. Pure. */
import type { DeviceLimits } from '../../core/program/plan-report.ts';
import type { DeviceReport } from '../../protocol/events.ts';
import { formatBytes, formatInteger } from '../strings/format.ts';

/** Limits that decide what runs here, the ones people meet first. The rest is in the text. */
export const SHOWN_LIMITS = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxComputeWorkgroupsPerDimension',
  'maxStorageBuffersPerShaderStage',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupStorageSize',
  'minStorageBufferOffsetAlignment',
] as const satisfies readonly (keyof DeviceLimits)[];

const BYTE_LIMITS: ReadonlySet<keyof DeviceLimits> = new Set([
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxComputeWorkgroupStorageSize',
  'minStorageBufferOffsetAlignment',
  'minUniformBufferOffsetAlignment',
]);

/** A limit with its unit: "256 MiB", "65,535". */
export function limitText(name: keyof DeviceLimits, value: number): string {
  return BYTE_LIMITS.has(name) ? formatBytes(value) : formatInteger(value);
}

export function limitsOf(report: DeviceReport): DeviceLimits {
  return report.status === 'available' ? report.limits : report.assumedLimits;
}

/** Everything the browser told, one line each, numbers exact. */
export function deviceText(report: DeviceReport, userAgent: string): string {
  const lines = [`browser: ${userAgent}`];
  if (report.status === 'available') {
    const { vendor, architecture, device, description, isSoftware, features } = report;
    lines.push(
      `vendor: ${vendor}`,
      `architecture: ${architecture}`,
      `device: ${device}`,
      `description: ${description}`,
      `software adapter: ${isSoftware ? 'yes' : 'no'}`,
      `features: ${[...features].sort().join(', ')}`,
    );
  } else {
    lines.push(`adapter: none (${report.failure.code}: ${report.failure.message})`);
    if (report.failure.detail) lines.push(`detail: ${report.failure.detail}`);
  }
  for (const [name, value] of Object.entries(limitsOf(report))) lines.push(`${name}: ${value}`);
  return `${lines.join('\n')}\n`;
}
