import type { Action } from '@weft/history';
import { newTabId } from './ids.ts';

/** What the browser lends: its storages, and locks, which pages served without TLS do not have. */
export interface KeptActionsDeps {
  /** These throw, as do their methods, where the browser blocks storage. */
  readonly local: () => Storage;
  readonly session: () => Storage;
  readonly locks: LockManager | undefined;
}

export interface KeptActions {
  /** Takes a list for this tab, with the lists of tabs that are closed; before the first `load`. */
  readonly claim: () => Promise<void>;
  readonly release: () => void;
  readonly load: () => readonly Action[];
  /** False where not all of them are stored: storage is full, blocked, or too small. */
  readonly save: (actions: readonly Action[]) => boolean;
}

const tabKey = 'weft.tab';

/** Milliseconds to wait for the page that a reload replaces to release its list. */
const releaseTimeout = 300;

/** Most characters stored: browsers allow about five million per site. What does not fit is lost with the page. */
const maxStored = 2_000_000;

/** Cache of serialized actions: they are immutable, and the list is written whenever one is sent. */
const texts = new WeakMap<Action, string>();

function textOf(action: Action): string {
  const known = texts.get(action);
  if (known !== undefined) return known;
  const text = JSON.stringify(action);
  texts.set(action, text);
  return text;
}

/** The first actions that fit; later ones may depend on those before them, so none is skipped. */
function listText(actions: readonly Action[]): { readonly text: string | null; readonly whole: boolean } {
  const kept: string[] = [];
  let room = maxStored;
  for (const action of actions) {
    const text = textOf(action);
    room -= text.length;
    if (room < 0) break;
    kept.push(text);
  }
  return { text: kept.length === 0 ? null : `[${kept.join()}]`, whole: kept.length === actions.length };
}

/**
 * Stores pending changes on this device, so that a reload, a crash or a closed tab does not lose them. Each tab writes a
 * list of its own and holds a lock of the same name: a list whose lock is free was left by a closed tab. Lists belong to
 * a person: nobody else who signs in here sends them.
 */
export function keptActions(ownerId: string, baseId: string, deps: KeptActionsDeps): KeptActions {
  const { local, session, locks } = deps;
  const prefix = `weft.unsent.${ownerId}.${baseId}.`;
  let key = prefix;
  let release = () => {};

  const read = (from: string): readonly Action[] => {
    try {
      return JSON.parse(local().getItem(from) ?? '[]') as Action[];
    } catch {
      return [];
    }
  };
  const save = (actions: readonly Action[]): boolean => {
    try {
      const { text, whole } = listText(actions);
      if (text === null) local().removeItem(key);
      else local().setItem(key, text);
      return whole;
    } catch {
      // Storage is full or blocked: the outbox works from memory, and is flushed when the page unloads.
      return actions.length === 0;
    }
  };
  /** Whether this tab got the list's lock; a duplicated tab finds it held by the first. */
  const hold = (name: string): Promise<boolean> =>
    new Promise((resolve) => {
      const held = () => {
        resolve(true);
        return new Promise<void>((done) => {
          release = done;
        });
      };
      if (locks === undefined) resolve(true);
      else
        locks
          .request(name, { signal: AbortSignal.timeout(releaseTimeout) }, held)
          .catch(() => resolve(false));
    });
  const leftBehind = async (): Promise<readonly string[]> => {
    if (locks === undefined) return [];
    const { held = [] } = await locks.query();
    const names = new Set(held.map((lock) => lock.name));
    return Array.from({ length: local().length }, (_, place) => local().key(place) ?? '').filter(
      (name) => name.startsWith(prefix) && name !== key && !names.has(name),
    );
  };

  return {
    async claim() {
      try {
        const known = session().getItem(tabKey);
        key = prefix + (known ?? newTabId());
        if (!(await hold(key))) {
          key = prefix + newTabId();
          await hold(key);
        }
        session().setItem(tabKey, key.slice(prefix.length));
        const orphans = await leftBehind();
        if (orphans.length === 0) return;
        // Lists that do not fit into one stay where they are, for another time.
        if (!save([...orphans.flatMap(read), ...read(key)])) return;
        for (const orphan of orphans) local().removeItem(orphan);
      } catch {
        // Storage is blocked: there is nothing to take over.
      }
    },
    release: () => release(),
    load: () => read(key),
    save,
  };
}
