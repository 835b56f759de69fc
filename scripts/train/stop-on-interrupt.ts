/** The first Ctrl-C asks the worker to stop and to give back what it holds; the second one does not wait for it. */
export function stopOnInterrupt(run: { stop(): void }): void {
  let isStopping = false;
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(exitCode);
      isStopping = true;
      run.stop();
    });
  }
}
