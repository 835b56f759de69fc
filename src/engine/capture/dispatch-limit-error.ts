/** A kernel asked for more workgroups in one dimension than the device allows. */
export class DispatchLimitError extends Error {
  readonly asked: number;
  readonly allowed: number;
  constructor(asked: number, allowed: number) {
    super(`A kernel needs ${asked} workgroups in one dimension; the device allows ${allowed}.`);
    this.name = 'DispatchLimitError';
    this.asked = asked;
    this.allowed = allowed;
  }
}
