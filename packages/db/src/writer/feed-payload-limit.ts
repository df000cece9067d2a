import type { ActionType, Change } from '@weft/history';

/** Characters of JSON above which the feed leaves out the changes of a step: clients refetch the tables instead. */
const maxPayload = 512 * 1024;

/** Groups whose running size is kept: more than people act at once. */
const maxGroups = 100;

/** The part of a log entry that decides. */
interface Part {
  readonly type: ActionType;
  readonly groupId?: string;
  readonly changes: readonly Change[];
}

/**
 * Decides which log entries carry their changes in the feed. The parts of a group count together: ten thousand pasted
 * records arrive a hundred at a time, and would be 22 MB for everyone who has the base open.
 */
export class FeedPayloadLimit {
  readonly #groups = new Map<string, number>();

  /** Whether the feed carries the entry's changes, which are `characters` of JSON. Call it once per entry: it counts. */
  admits(entry: Part, characters: number): boolean {
    return (
      this.#stepSize(entry.groupId, characters) <= maxPayload &&
      entry.type !== 'IMPORT_RECORDS' &&
      entry.changes.every((change) => change.kind !== 'table' || change.copyOf === undefined)
    );
  }

  /** Characters of the step so far, these included. */
  #stepSize(groupId: string | undefined, characters: number): number {
    if (groupId === undefined) return characters;
    const sum = (this.#groups.get(groupId) ?? 0) + characters;
    this.#groups.set(groupId, sum);
    const [oldest] = this.#groups.keys();
    if (this.#groups.size > maxGroups && oldest !== undefined) this.#groups.delete(oldest);
    return sum;
  }
}
