import {
  type Columns,
  EVALUATION_COLUMNS,
  type EvaluationColumn,
  type MetricsPacket,
  UPDATE_COLUMNS,
  type UpdateColumn,
} from '../../protocol/metrics-packet.ts';

/** At most ten packets a second. */
const PACKET_MS = 100;

export type UpdateRow = Readonly<Record<UpdateColumn, number>>;
export type EvaluationRow = Readonly<Record<EvaluationColumn, number>>;

/** Gathers rows and sends them as packets of typed columns, at most ten a second; `flush` sends at once. */
export class MetricsBatcher {
  readonly #send: (packet: MetricsPacket) => void;
  readonly #now: () => number;
  #updates: UpdateRow[] = [];
  #evaluations: EvaluationRow[] = [];
  #sentMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (packet: MetricsPacket) => void, now: () => number) {
    this.#send = send;
    this.#now = now;
  }

  addUpdate(row: UpdateRow): void {
    this.#updates.push(row);
    this.#schedule();
  }

  addEvaluation(row: EvaluationRow): void {
    this.#evaluations.push(row);
    this.#schedule();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#updates.length + this.#evaluations.length === 0) return;
    this.#sentMs = this.#now();
    this.#send({
      updates: columnsOf(UPDATE_COLUMNS, this.#updates),
      evaluations: columnsOf(EVALUATION_COLUMNS, this.#evaluations),
    });
    this.#updates = [];
    this.#evaluations = [];
  }

  #schedule(): void {
    const waitMs = this.#sentMs + PACKET_MS - this.#now();
    if (waitMs <= 0) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), waitMs);
  }
}

function columnsOf<C extends string>(names: readonly C[], rows: readonly Readonly<Record<C, number>>[]): Columns<C> {
  const columns = names.map((name) => [name, Float64Array.from(rows, (row) => row[name])] as const);
  return Object.fromEntries(columns) as Columns<C>;
}
