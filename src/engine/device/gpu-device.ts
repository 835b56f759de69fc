import type { DeviceLimits } from '../../core/program/plan-report.ts';

/** An opened device with what the page shows of its adapter. */
export interface OpenedDevice {
  readonly device: GPUDevice;
  readonly limits: DeviceLimits;
  readonly vendor: string;
  readonly architecture: string;
  readonly deviceName: string;
  readonly description: string;
  readonly isSoftware: boolean;
  readonly features: readonly string[];
}

export type OpenDeviceResult =
  | { readonly type: 'opened'; readonly opened: OpenedDevice }
  | { readonly type: 'no-webgpu' }
  | { readonly type: 'no-adapter' }
  | { readonly type: 'refused'; readonly detail: string };

const LIMIT_NAMES = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxComputeWorkgroupsPerDimension',
  'maxStorageBuffersPerShaderStage',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupSizeZ',
  'maxComputeWorkgroupStorageSize',
  'minStorageBufferOffsetAlignment',
  'minUniformBufferOffsetAlignment',
] as const satisfies readonly (keyof DeviceLimits)[];

/** Opens the fast adapter's device with all that the adapter can give: a device has default limits unless asked. */
export async function openDevice(gpu: GPU | undefined): Promise<OpenDeviceResult> {
  if (!gpu || typeof gpu.requestAdapter !== 'function') return { type: 'no-webgpu' };
  try {
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) return { type: 'no-adapter' };
    const limits = readLimits(adapter.limits);
    const device = await adapter.requestDevice({ requiredLimits: { ...limits } });
    return { type: 'opened', opened: openedDevice(adapter.info, device) };
  } catch (error) {
    return { type: 'refused', detail: error instanceof Error ? error.message : String(error) };
  }
}

function openedDevice(info: GPUAdapterInfo, device: GPUDevice): OpenedDevice {
  return {
    device,
    limits: readLimits(device.limits),
    vendor: info.vendor,
    architecture: info.architecture,
    deviceName: info.device,
    description: info.description,
    isSoftware: isSoftwareAdapter(info),
    features: [...device.features].sort(),
  };
}

/** Chrome's software adapter does not always set `isFallbackAdapter`; SwiftShader and llvmpipe are known by name. */
function isSoftwareAdapter(info: GPUAdapterInfo): boolean {
  if (info.isFallbackAdapter) return true;
  const names = [info.architecture, info.device, info.description].join(' ').toLowerCase();
  return ['swiftshader', 'llvmpipe', 'softpipe', 'warp'].some((name) => names.includes(name));
}

function readLimits(limits: GPUSupportedLimits): DeviceLimits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, limits[name]])) as Record<keyof DeviceLimits, number>;
}
