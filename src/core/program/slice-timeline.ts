import { BYTE_KINDS } from './byte-kind.ts';
import { liveBytes, recordOfKinds } from './live-bytes.ts';
import type { MemoryPlan } from './memory-plan.ts';
import type { SliceTimeline } from './plan-report.ts';
import type { ProgramCommand, StepProgram } from './step-program.ts';

/**
 * Live bytes by kind at each command of one program: transients while they are alive, on top of what is there all the
 * time (persistent buffers of all programs, extras, constants). What the arena rounds up is not alive, so the peak is
 * `plan.lowerBoundBytes` where the program is the plan's largest, and lower for smaller programs.
 */
export function sliceTimeline(program: StepProgram, plan: MemoryPlan): SliceTimeline {
  const constant = recordOfKinds(() => 0);
  for (const { kind, sizeBytes } of [...plan.persistent, ...plan.extras]) constant[kind] += sizeBytes;
  constant.other += plan.storageConstants.sizeBytes + plan.uniformConstants.sizeBytes;

  const { byKind, peakCommand } = liveBytes(program);
  for (const kind of BYTE_KINDS) {
    const bytes = byKind[kind];
    bytes.forEach((live, command) => {
      bytes[command] = live + constant[kind];
    });
  }
  return {
    bytes: recordOfKinds((kind) => Array.from(byKind[kind])),
    phases: program.commands.map(({ phase }) => phase),
    labels: program.commands.map((command) => labelOf(program, command)),
    peakCommand,
  };
}

function labelOf(program: StepProgram, command: ProgramCommand): string {
  return command.type === 'dispatch' ? (program.shaders[command.shader]?.label ?? '') : command.type;
}
