import type { ActionType, Change } from '@weft/history';

/** Characters of JSON above which the changes of a step do not travel to clients: they read the tables again. */
const longestTravelling = 512 * 1024;

/** Groups whose size is remembered: as many as people act at once, and more. */
const mostGroups = 100;

/** What is asked of an entry of the log. */
interface Part {
  readonly type: ActionType;
  readonly groupId?: string;
  readonly changes: readonly Change[];
}

/**
 * Which changes travel to clients. The parts of a group count together: ten thousand pasted records arrive a hundred
 * at a time, and would be 22 MB for everyone who has the base open.
 */
export class Travel {
  readonly #groups = new Map<string, number>();

  /** Whether an entry's changes go with it; they are so many characters of JSON. Asked once of each entry. */
  takes(entry: Part, characters: number): boolean {
    return (
      this.#inAll(entry.groupId, characters) <= longestTravelling &&
      entry.type !== 'IMPORT_RECORDS' &&
      entry.changes.every((change) => change.kind !== 'table' || change.copyOf === undefined)
    );
  }

  /** Characters of a step up to and with these. */
  #inAll(groupId: string | undefined, characters: number): number {
    if (groupId === undefined) return characters;
    const sum = (this.#groups.get(groupId) ?? 0) + characters;
    this.#groups.set(groupId, sum);
    const [oldest] = this.#groups.keys();
    if (this.#groups.size > mostGroups && oldest !== undefined) this.#groups.delete(oldest);
    return sum;
  }
}
