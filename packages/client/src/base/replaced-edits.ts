import type { Cell, LoggedAction } from '@weft/history';
import { deepEqual } from '@weft/std';

/** Milliseconds for which an edit of somebody else counts as just made. */
const justNow = 60_000;
/** Cells that are remembered; the oldest are forgotten first. */
const maxRemembered = 5_000;

/** Somebody else's value that an edit of this person has replaced. */
export interface ReplacedEdit {
  readonly tableId: string;
  readonly recordId: string;
  readonly fieldId: string;
  /** Who had written it. */
  readonly userId: string;
  readonly cell: Cell;
  /** Cells of the same edit that replaced others' values too. */
  readonly others: number;
}

interface RecentEdit {
  readonly userId: string;
  readonly cell: Cell;
  /** Milliseconds since 1970 of its arrival here: of an edit made while one was offline, the reconnection. */
  readonly at: number;
}

/** Follows the feed to find edits of this person that replaced what somebody else wrote a moment before. */
export class ReplacedEdits {
  readonly #userId: string;
  readonly #now: () => string;
  readonly #recent = new Map<string, RecentEdit>();

  constructor(userId: string, now: () => string) {
    this.#userId = userId;
    this.#now = now;
  }

  /** Takes note of an event, in order; what it replaced, where it is this person's and replaced something. */
  follow(action: LoggedAction): ReplacedEdit | null {
    const at = Date.parse(this.#now());
    const own = action.userId === this.#userId;
    let first: Omit<ReplacedEdit, 'others'> | null = null;
    let replaced = 0;
    for (const change of action.changes ?? []) {
      if (change.kind !== 'cells') continue;
      for (const [fieldId, cell] of Object.entries(change.after)) {
        const key = `${change.recordId} ${fieldId}`;
        const recent = this.#recent.get(key);
        const before = change.before[fieldId];
        this.#recent.delete(key);
        if (!own) {
          this.#recent.set(key, { userId: action.userId, cell, at });
          continue;
        }
        const isNew = recent !== undefined && at - recent.at < justNow;
        if (!isNew || action.isUndo || action.isRedo || isEmpty(recent.cell)) continue;
        if (!deepEqual(before, recent.cell) || deepEqual(cell, recent.cell)) continue;
        replaced++;
        const { tableId, recordId } = change;
        first ??= { tableId, recordId, fieldId, userId: recent.userId, cell: recent.cell };
      }
    }
    for (const key of this.#recent.keys()) {
      if (this.#recent.size <= maxRemembered) break;
      this.#recent.delete(key);
    }
    return first === null ? null : { ...first, others: replaced - 1 };
  }
}

const isEmpty = ({ value, raw }: Cell): boolean => value === null && raw === undefined;
