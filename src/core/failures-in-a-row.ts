/** Failures of a device one after another, with no update made in between, that end a run. */
export const FAILURES_IN_A_ROW = 10;
