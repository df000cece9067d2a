import { type CellsByField, mostPasted } from '@weft/history';

export interface PastedRecord {
  readonly id: string;
  readonly cells: CellsByField;
}

/** What one action of a paste carries. */
export interface PastePart {
  readonly records: readonly PastedRecord[];
  readonly created: readonly PastedRecord[];
}

/** Bytes of one action at most, by a generous guess: a call's body may have 32 MiB. */
const mostBytes = 24 * 1024 * 1024;

/** A cell's id and quotes, and three bytes for each sign of its text. */
const bytesOf = ({ cells }: PastedRecord): number =>
  Object.values(cells).reduce((sum, { value, raw }) => {
    const content = raw ?? value;
    const text =
      typeof content === 'string' ? content : Array.isArray(content) ? JSON.stringify(content) : '';
    return sum + 60 + 3 * text.length;
  }, 60);

/** A paste as the actions it takes: one, unless it is longer than a call may be. New records keep their order. */
export function pasteParts(
  records: readonly PastedRecord[],
  created: readonly PastedRecord[],
): readonly PastePart[] {
  const parts: PastePart[] = [];
  let part = { records: [] as PastedRecord[], created: [] as PastedRecord[] };
  let [count, bytes] = [0, 0];
  const add = (record: PastedRecord, kind: 'records' | 'created') => {
    const size = bytesOf(record);
    if (count === mostPasted || (count > 0 && bytes + size > mostBytes)) {
      parts.push(part);
      part = { records: [], created: [] };
      [count, bytes] = [0, 0];
    }
    part[kind].push(record);
    count++;
    bytes += size;
  };
  for (const record of records) add(record, 'records');
  for (const record of created) add(record, 'created');
  return [...parts, part];
}
