import type { Action } from '@weft/history';

const keyOf = (baseId: string): string => `weft.unsent.${baseId}`;

/**
 * Changes not yet taken by the server, kept on this device so that a reload or a crash does not lose them. Each tab
 * has a list of its own, so that two tabs never send each other's changes twice.
 */
export function keptActions(baseId: string): {
  readonly load: () => readonly Action[];
  readonly save: (actions: readonly Action[]) => void;
} {
  const key = keyOf(baseId);
  return {
    load() {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Action[];
      } catch {
        return [];
      }
    },
    save(actions) {
      try {
        if (actions.length === 0) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(actions));
      } catch {
        // Full or closed to this page: the queue goes on in memory, and leaving sends what is left.
      }
    },
  };
}
