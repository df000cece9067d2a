/** Milliseconds for which the thread that asks had a processor since it began. */
export function threadProcessorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
