/** Has something that tells the time looked at again every ten seconds, for `useSyncExternalStore`. */
export const tick = (hear: () => void) => {
  const timer = setInterval(hear, 10_000);
  return () => clearInterval(timer);
};
