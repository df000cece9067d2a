import type { Action } from '@weft/history';
import { newTabId } from './ids.ts';

/** What the browser lends: its storages, and locks, which pages served without TLS do not have. */
export interface KeptActionsDeps {
  /** These throw, as does all they give, where the browser closes its storage to the page. */
  readonly local: () => Storage;
  readonly session: () => Storage;
  readonly locks: LockManager | undefined;
}

export interface KeptActions {
  /** Makes a list this tab's own, with all that tabs closed meanwhile left behind; before the first `load`. */
  readonly claim: () => Promise<void>;
  readonly release: () => void;
  readonly load: () => readonly Action[];
  /** False where not all of them are kept: storage is full, closed to this page, or too small for so much. */
  readonly save: (actions: readonly Action[]) => boolean;
}

const tabKey = 'weft.tab';

/** Milliseconds to wait for the page that a reload replaces to let go of its list. */
const patience = 300;

/** Characters kept at most: browsers give a site about five million. What does not fit is lost with the page. */
const mostKept = 2_000_000;

/** An action never changes; it is turned to text once, though the list is written whenever one is sent. */
const texts = new WeakMap<Action, string>();

function textOf(action: Action): string {
  const known = texts.get(action);
  if (known !== undefined) return known;
  const text = JSON.stringify(action);
  texts.set(action, text);
  return text;
}

/** The first of the actions that there is room for: each builds on those before it. */
function listText(actions: readonly Action[]): { readonly text: string | null; readonly whole: boolean } {
  const kept: string[] = [];
  let room = mostKept;
  for (const action of actions) {
    const text = textOf(action);
    room -= text.length;
    if (room < 0) break;
    kept.push(text);
  }
  return { text: kept.length === 0 ? null : `[${kept.join()}]`, whole: kept.length === actions.length };
}

/**
 * Changes not yet taken by the server, kept on this device so that a reload, a crash or a closed tab does not lose
 * them. Each tab writes a list of its own and holds a lock of the same name, so that a list without a holder is known
 * to be left behind. Lists belong to a person: nobody else who signs in here sends them.
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
      // Full or closed to this page: the queue goes on in memory, and leaving sends what is left.
      return actions.length === 0;
    }
  };
  /** Whether the list could be made this tab's; a duplicated tab finds it held by the first. */
  const hold = (name: string): Promise<boolean> =>
    new Promise((resolve) => {
      const held = () => {
        resolve(true);
        return new Promise<void>((done) => {
          release = done;
        });
      };
      if (locks === undefined) resolve(true);
      else locks.request(name, { signal: AbortSignal.timeout(patience) }, held).catch(() => resolve(false));
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
        // What has no room together stays where it is, for another time.
        if (!save([...orphans.flatMap(read), ...read(key)])) return;
        for (const orphan of orphans) local().removeItem(orphan);
      } catch {
        // Storage closed to this page: there is nothing to take over.
      }
    },
    release: () => release(),
    load: () => read(key),
    save,
  };
}
