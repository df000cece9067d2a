import type { IconType } from '@weft/ui';
import { useEffect, useId, useSyncExternalStore } from 'react';

/** Something to do that the palette offers. */
export interface Command {
  /** Tells it from the others; the same as another replaces it. */
  readonly id: string;
  readonly label: string;
  readonly icon: IconType;
  /** Its own keys, shown at the end. */
  readonly keys?: string;
  readonly run: () => void;
}

const byPart = new Map<string, readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];

function change(): void {
  all = [...new Map([...byPart.values()].flat().map((command) => [command.id, command])).values()];
  for (const listener of listeners) listener();
}

/** Offers commands as long as the part of the page that calls this is there. */
export function usePageCommands(commands: readonly Command[]): void {
  const part = useId();
  // They hold what the page shows now: each rendering has its own.
  useEffect(() => {
    byPart.set(part, commands);
    change();
  });
  useEffect(
    () => () => {
      byPart.delete(part);
      change();
    },
    [part],
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The commands of the page one is on. */
export const useOfferedCommands = (): readonly Command[] => useSyncExternalStore(subscribe, () => all);
