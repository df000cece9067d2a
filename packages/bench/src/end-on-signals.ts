/** Lets a signal end this process as `process.exit` does: the servers and databases that it started end with it. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
}
