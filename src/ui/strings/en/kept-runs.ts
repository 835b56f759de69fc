/** Runs that outlive the page. */
export const keptRunStrings = {
  offer: {
    label: 'A run from before',
    title: (update: string): string => `Resume the run at update ${update}?`,
    settings: (workload: string, batch: string, budget: string, seed: string): string =>
      `${workload} · batch ${batch} · budget ${budget} · seed ${seed}`,
    kept: (when: string, bytes: string): string => `Kept in this browser on ${when}, ${bytes}.`,
    resume: 'Resume run',
    discard: 'Discard',
    dismiss: 'Not now',
  },

  resumeFailed: (update: string, repeated: string): string =>
    `Resume from update ${update} (${repeated === '0' ? 'nothing is' : repeated === '1' ? '1 update is' : `${repeated} updates are`} repeated)`,

  files: {
    title: 'This run as a file',
    parameters: 'Save parameters (.safetensors)',
    parametersHint: 'The trained parameters, as PyTorch and others read them.',
    run: 'Save run',
    runHint: 'Parameters, optimizer, curves and settings in one file: all that it takes to go on.',
    open: 'Open file…',
    openHint:
      'Goes on with a run that was saved here, or begins one with saved parameters, the settings of the form and a new ' +
      'optimizer. A run in progress ends. What begins with parameters from a file is not in its link.',
    nothing: 'There is nothing to save yet: no update is made.',
    kept: 'Runs are also kept in this browser: on pause, about every 30 seconds, and when the page is hidden. The last two checkpoints stay.',
  },
};
