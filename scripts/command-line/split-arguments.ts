/** Options that a command has beside the settings of a run, without their dashes. */
export interface OwnOptions {
  /** Options without a value: `json`. */
  readonly switches: readonly string[];
  /** Options with a value: `max-buffer`. */
  readonly values: readonly string[];
  /** Names of the settings of a run; each takes a value. */
  readonly settings: readonly string[];
}

export interface SplitArguments {
  readonly switches: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** Settings in the order given, for `parseConfig`. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** One sentence for each argument that makes no sense. */
  readonly problems: readonly string[];
}

/** Sorts a command line (`--name value`, `--name=value`, `--switch`, `-h`) into what a command and what a run is told. */
export function splitArguments(argv: readonly string[], own: OwnOptions): SplitArguments {
  const switches = new Set<string>();
  const values = new Map<string, string>();
  const settings: [string, string][] = [];
  const problems: string[] = [];
  const rest = argv.map((argument) => (argument === '-h' ? '--help' : argument));
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(argument);
    const name = match?.[1];
    if (name === undefined) {
      problems.push(`“${argument}” is not an option; options begin with two dashes.`);
    } else if (own.switches.includes(name)) {
      if (match?.[2] === undefined) switches.add(name);
      else problems.push(`--${name} takes no value.`);
    } else if (own.values.includes(name) || own.settings.includes(name)) {
      const value = match?.[2] ?? (rest[0]?.startsWith('--') ? undefined : rest.shift());
      if (value === undefined) problems.push(`--${name} needs a value.`);
      else if (own.settings.includes(name)) settings.push([name, value]);
      else if (values.has(name)) problems.push(`--${name} is given more than once.`);
      else values.set(name, value);
    } else {
      // What follows is most likely its value, and no mistake of its own.
      if (match?.[2] === undefined && rest[0]?.startsWith('--') === false) rest.shift();
      problems.push(`There is no option --${name}; --help lists all.`);
    }
  }
  return { switches, values, settings, problems };
}
