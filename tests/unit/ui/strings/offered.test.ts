import { expect, it } from 'vitest';
import { PRESET_IDS } from '../../../../src/core/config/presets.ts';
import { WORKLOAD_IDS } from '../../../../src/core/config/training-config.ts';
import { english } from '../../../../src/ui/strings/en/english.ts';

const { workloadGroups, experimentGroups } = english.controls;

it('every workload and every preset is offered once, under a heading', () => {
  expect(workloadGroups.flatMap(({ workloads }) => workloads).sort()).toEqual([...WORKLOAD_IDS].sort());
  expect(experimentGroups.flatMap(({ presets }) => presets).sort()).toEqual([...PRESET_IDS].sort());
});
