import type { Action } from '@weft/history';
import { newTabId } from './new-id.ts';

/** What the browser lends: its storages, and locks, which pages served without TLS do not have. */
export interface KeptActionsDeps {
  /** These throw, as do their methods, where the browser blocks storage. */
  readonly local: () => Storage;
  readonly session: () => Storage;
  readonly locks: LockManager | undefined;
}

/** A tab's list of changes that the server has not accepted yet. */
export interface KeptList<T> {
  /** Takes a list for this tab, with the lists of tabs that are closed; before the first `load`. */
  readonly claim: () => Promise<void>;
  readonly release: () => void;
  readonly load: () => readonly T[];
  /** False where not all of them are stored: storage is full, blocked, or too small. */
  readonly save: (changes: readonly T[]) => boolean;
}

export type KeptActions = KeptList<Action>;

const tabKey = 'weft.tab';

/** Milliseconds to wait for the page that a reload replaces to release its list. */
const releaseTimeout = 300;

/** Most characters stored: browsers allow about five million per site. What does not fit is lost with the page. */
const maxStored = 2_000_000;

/** Cache of serialized changes: they are immutable, and the list is written whenever one is sent. */
const texts = new WeakMap<object, string>();

function textOf(change: object): string {
  const known = texts.get(change);
  if (known !== undefined) return known;
  const text = JSON.stringify(change);
  texts.set(change, text);
  return text;
}

/** The first changes that fit; later ones may depend on those before them, so none is skipped. */
function listText(changes: readonly object[]): { readonly text: string | null; readonly whole: boolean } {
  const kept: string[] = [];
  let room = maxStored;
  for (const change of changes) {
    const text = textOf(change);
    room -= text.length;
    if (room < 0) break;
    kept.push(text);
  }
  return { text: kept.length === 0 ? null : `[${kept.join()}]`, whole: kept.length === changes.length };
}

/** The actions of a base that a person has made here, and that are not accepted yet. */
export const keptActions = (ownerId: string, baseId: string, deps: KeptActionsDeps): KeptActions =>
  keptList(`weft.unsent.${ownerId}.${baseId}.`, deps);

/**
 * Stores pending changes on this device, so that a reload, a crash or a closed tab does not lose them. Each tab writes a
 * list of its own and holds a lock of the same name: a list whose lock is free was left by a closed tab. Lists belong to
 * a person, whom `prefix` names: nobody else who signs in here sends them.
 */
export function keptList<T extends object>(prefix: string, deps: KeptActionsDeps): KeptList<T> {
  const { local, session, locks } = deps;
  let key = prefix;
  let release = () => {};

  const read = (from: string): readonly T[] => {
    try {
      return JSON.parse(local().getItem(from) ?? '[]') as T[];
    } catch {
      return [];
    }
  };
  const save = (changes: readonly T[]): boolean => {
    try {
      const { text, whole } = listText(changes);
      if (text === null) local().removeItem(key);
      else local().setItem(key, text);
      return whole;
    } catch {
      // Storage is full or blocked: the outbox works from memory, and is flushed when the page unloads.
      return changes.length === 0;
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
