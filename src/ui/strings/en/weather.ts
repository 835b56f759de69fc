/** Memory weather: a budget that changes while a run trains, drawn beforehand. */
import type { WeatherProblemCode } from '../../../core/weather/weather-text.ts';
import type { EntryKind } from '../../weather/weather-entries.ts';
import type { WeatherPresetId } from '../../weather/weather-presets.ts';
import type { WeatherTool } from '../../weather/weather-tools.ts';

interface ToolText {
  readonly name: string;
  /** What to do with it. */
  readonly hint: string;
}

const tools: Record<WeatherTool, ToolText> = {
  budget: { name: 'Budget', hint: 'Drag across the picture: the budget becomes the line you draw.' },
  ramp: { name: 'Ramp', hint: 'Drag from where the budget begins to change to where it ends; it stays there.' },
  spike: { name: 'Spike', hint: 'Drag over the updates that get another budget for a while; then it is what it was.' },
  lost: { name: 'Lose device', hint: 'Press where the device is lost.' },
  fail: { name: 'Fail allocations', hint: 'Press where allocations begin to fail.' },
  erase: { name: 'Erase', hint: 'Drag over what should go.' },
};

const kinds: Record<EntryKind, string> = {
  budget: 'Step',
  ramp: 'Ramp',
  spike: 'Spike',
  lost: 'Lose device',
  fail: 'Failures',
};

const problems: Record<WeatherProblemCode, (found: string, expected: string) => string> = {
  'too-long': (found, expected) => `This has ${found}; weather has ${expected}.`,
  'not-json': (found) => `“${found}” begins with { but is not JSON.`,
  'duplicate-name': (found) => `The name “${found}” is there twice in one object.`,
  'unknown-entry': (found, expected) => `“${found}” is no entry. The short form has ${expected}, joined by _.`,
  'bad-value': (found, expected) => `At ${found} is not what it should be. Expected: ${expected}.`,
};

const presets: Record<WeatherPresetId, ToolText> = {
  calm: { name: 'Calm', hint: 'No weather: the budget stays as it is set.' },
  half: {
    name: 'Half the room, then back',
    hint: 'A third into the run half of the room for examples is gone; after two thirds it is back.',
  },
  neighbour: {
    name: 'A neighbour starts',
    hint: 'Another program takes more and more memory, keeps it, and gives it back.',
  },
  lost: { name: 'The device is lost', hint: 'Half-way the device is gone, as when a driver is reset.' },
  storm: {
    name: 'Nine failures',
    hint: 'A third into the run nine allocations in a row fail. The tenth would end the run.',
  },
};

const random: ToolText = {
  name: 'Random',
  hint: 'Another storm with every press, never below what trains. Like any weather it is in the link.',
};

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
const many = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last;
}

const sentence = {
  calm: 'Calm: the budget stays as it is set.',
  /** What happens in the run, in numbers. */
  happens: ({ budget, ramp, spike, lost, fail }: Readonly<Record<EntryKind, number>>) => {
    const shapes = [
      ...(budget > 0 ? [many(budget, 'step', 'steps')] : []),
      ...(ramp > 0 ? [many(ramp, 'ramp', 'ramps')] : []),
      ...(spike > 0 ? [many(spike, 'spike', 'spikes')] : []),
    ];
    const clauses = [
      ...(shapes.length > 0 ? [`the budget takes ${listed(shapes)}`] : []),
      ...(lost > 0 ? [`the device is lost ${times(lost)}`] : []),
      ...(fail > 0 ? [`${many(fail, 'allocation fails', 'allocations fail')}`] : []),
    ];
    const text = clauses.join('; ');
    return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  },
  waits: (budget: string, update: string) =>
    `From update ${update} on the budget, ${budget}, holds not one example: there the run waits until you give it more.`,
  waitsWhole: (budget: string, update: string) =>
    `From update ${update} on the budget, ${budget}, does not hold the run: there it waits until you give it more.`,
  lowest: (budget: string, update: string) => `The lowest budget, ${budget}, comes with update ${update}`,
  holds: (examples: string, batch: string) => `and holds about ${examples} of ${batch} examples at once.`,
  holdsAll: (batch: string) => `and holds the whole batch of ${batch}.`,
  late: (count: number, updates: string) =>
    `${many(count, 'entry comes', 'entries come')} after the last update, ${updates}, and will not be met.`,
};

export const weatherStrings = {
  tab: 'Weather',
  explanation: 'A budget that changes while the run trains, written down beforehand.',
  title: 'Memory weather',
  lead: 'Memory comes and goes while a run trains. Draw how, press Start, and watch the run adapt: no update is skipped and no example lost. The weather is part of the link, so the same storm can be sent over any run.',
  sentence,
  nextRun: 'A run is on, and keeps the weather it began with. This is for the next run.',
  showRuns: 'Show the weather of the run',

  presets: { title: 'Start from', ...presets, random },
  tools: { title: 'Tool', ...tools },
  undo: 'Undo',
  redo: 'Do again',
  failures: 'Allocations that fail',

  picture: {
    label: (sentence: string) => `The budget over the run. ${sentence}`,
    own: (budget: string) => `your budget, ${budget}`,
    peak: (peak: string) => `peak of the plan, ${peak}`,
    nothing: (budget: string) => `below ${budget} not one example fits`,
    nothingFixed: (budget: string) => `below ${budget} the run does not fit`,
    now: (update: string) => `now, update ${update}`,
    place: (update: string, budget: string) => `update ${update}: ${budget}`,
    update: (update: string) => `update ${update}`,
    lost: 'lost',
    fail: (count: string) => `${count} fail`,
    xAxis: 'Update',
    empty: 'Draw here',
    legend: {
      title: 'Memory',
      own: 'your budget',
      weather: 'the weather’s',
      allocated: 'allocated by this page',
    },
  },

  list: {
    title: 'Entries',
    none: 'None yet. Draw one above, or add one here.',
    showAll: (count: string) => `Show all ${count} entries`,
    add: 'Add an entry',
    remove: (entry: string) => `Remove: ${entry}`,
    kind: 'what',
    kinds,
    /** Names of an entry's numbers, as they stand before them. */
    fields: {
      update: 'update',
      slice: 'slice',
      budget: 'budget',
      from: 'updates',
      to: 'to',
      fromBudget: 'budget',
      toBudget: 'to',
      failures: 'allocations',
    },
    entry: {
      moment: (kind: string, update: string) => `${kind} at update ${update}`,
      span: (kind: string, from: string, to: string) => `${kind}, updates ${from} to ${to}`,
    },
    mustBe: (name: string, allowed: string) => `${name} must be ${allowed}.`,
    whole: (most: string) => `a whole number from 1 to ${most}`,
    amount: 'an amount of memory, such as 6, 512 KiB or 24 GiB, at most 1,024 GiB',
    spanOrder: {
      ramp: 'A ramp ends at a later update than it begins.',
      spike: 'A spike ends no earlier than it begins.',
    },
    full: (most: string) => `There are ${most} entries of this kind already, as many as weather may have.`,
  },

  text: {
    title: 'As text',
    label: 'Weather as JSON, or in the short form of the link',
    hint: 'Paste weather here to use it.',
    copy: 'Copy as JSON',
    copied: 'Copied',
    use: 'Use this weather',
    discard: 'Discard the text',
    problems,
  },

  note: {
    fromStart: 'The weather decides the budget from the first update on.',
    from: (update: string) => `The weather decides the budget from update ${update} on.`,
    events: 'Weather is set. It leaves the budget alone.',
    show: 'Show',
    /** While a run in weather is on. */
    ofRun: 'A budget you set meanwhile holds until the weather’s next change.',
  },
};
