import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of one tick of the kernel's clock. */
const tick = 10;

function statOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** CPU milliseconds of a process so far, with those of its children that have ended. */
export function cpuOf(pid: number): number {
  const ticks = statOf(pid).slice(11, 15).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) * tick;
}

/** The processes that another one started. */
const childrenOf = (pid: number): readonly number[] =>
  readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      return Number(statOf(Number(entry))[1]) === pid ? [Number(entry)] : [];
    } catch {
      // It ended while it was read.
      return [];
    }
  });

/** CPU milliseconds of a process and all that it started. */
export const cpuOfTree = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => {
    try {
      return sum + cpuOf(child);
    } catch {
      return sum;
    }
  }, cpuOf(pid));

/** Resident memory of a process in MB. */
export const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
