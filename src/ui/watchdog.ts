/** What a watchdog asks and does. */
export interface WatchdogPorts {
  /** True while the worker owes an answer. */
  isAnswerOwed(): boolean;
  /** Asks something that a living worker answers at once. */
  ping(): void;
  /** The worker owed an answer and said nothing for that long. Called once for each silence. */
  onSilence(seconds: number): void;
}

export interface Watchdog {
  /** To be called at each message of the worker. */
  heard(): void;
  destroy(): void;
}

const TICK_MS = 1000;
const PING_AFTER_TICKS = 5;
export const SILENCE_TICKS = 20;

/**
 * Counts seconds of owed silence in ticks of its own timer, not by the clock: a laptop that slept for an hour has
 * ticked once, and its worker slept as well.
 */
export function createWatchdog(ports: WatchdogPorts): Watchdog {
  let silentTicks = 0;
  const timer = setInterval(() => {
    silentTicks = ports.isAnswerOwed() ? silentTicks + 1 : 0;
    if (silentTicks === PING_AFTER_TICKS) ports.ping();
    if (silentTicks < SILENCE_TICKS) return;
    silentTicks = 0;
    ports.onSilence(SILENCE_TICKS);
  }, TICK_MS);
  return {
    heard: () => {
      silentTicks = 0;
    },
    destroy: () => clearInterval(timer),
  };
}
