import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ScriptResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningScript {
  readonly child: ChildProcess;
  readonly result: Promise<ScriptResult>;
}

/** Starts a script of `scripts/` as `npm run` does; `onLine` sees each line of standard output as it comes. */
export function startScript(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  onLine: (line: string) => void = () => {},
): RunningScript {
  const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    stdout += `${line}\n`;
    onLine(line);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const result = new Promise<ScriptResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  return { child, result };
}

export function runScript(...args: string[]): Promise<ScriptResult> {
  return startScript(args).result;
}
