import { CommandFailureError } from '../train/command-failure.ts';

class Interrupted extends Error {}

const INTERRUPTED_EXIT_CODE = 130;

export type ReportFormat = 'text' | 'json' | 'markdown';

export interface ReportCommand<Report> {
  /** Ends early, by a rejection, once `stop` is aborted. */
  readonly make: (stop: AbortController) => Promise<Report>;
  readonly format: ReportFormat;
  readonly table: (report: Report) => string;
  readonly markdown: (report: Report) => string;
  readonly exitCode: (report: Report) => number;
}

/**
 * Makes a report and prints it; answers with the exit code: 1 where it could not be made. The first Ctrl-C closes what was
 * opened in order, the second one does not wait for that.
 */
export async function reportCommand<Report>(command: ReportCommand<Report>): Promise<number> {
  const { make, exitCode } = command;
  const stop = new AbortController();
  process.once('SIGINT', () => {
    process.once('SIGINT', () => process.exit(INTERRUPTED_EXIT_CODE));
    stop.abort(new Interrupted());
  });
  try {
    const report = await make(stop);
    console.log(reportText(report, command));
    return exitCode(report);
  } catch (error) {
    if (error instanceof Interrupted) return INTERRUPTED_EXIT_CODE;
    console.error(textOf(error));
    return 1;
  }
}

function reportText<Report>(report: Report, { format, table, markdown }: ReportCommand<Report>): string {
  switch (format) {
    case 'json':
      return JSON.stringify(report, undefined, 2);
    case 'markdown':
      return markdown(report);
    case 'text':
      return table(report);
    default:
      return format satisfies never;
  }
}

function textOf(error: unknown): string {
  if (error instanceof CommandFailureError) {
    const { message, cause, remedy, detail } = error.failure;
    return [message, cause, remedy, detail].filter(Boolean).join('\n  ');
  }
  return error instanceof Error ? error.message : String(error);
}
