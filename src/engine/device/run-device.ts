import type { PipelineCache } from '../execute/pipeline-cache.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { DeviceWatch } from './device-watch.ts';

/** What a run needs of an opened device. Owned by the session and shared by one run after another. */
export interface RunDevice {
  readonly memory: DeviceMemory;
  readonly watch: DeviceWatch;
  readonly pipelines: PipelineCache;
}
