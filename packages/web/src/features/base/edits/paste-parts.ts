import { type CellsByField, maxPasted } from '@weft/history';

export interface PastedRecord {
  readonly id: string;
  readonly cells: CellsByField;
}

/** What one action of a paste carries. */
export interface PastePart {
  readonly records: readonly PastedRecord[];
  readonly created: readonly PastedRecord[];
}

/** Most bytes of one action, estimated generously: a call's body may have 32 MiB. */
const maxBytes = 24 * 1024 * 1024;

/** A cell's id and quotes, and three bytes for each character of its text. */
const bytesOf = ({ cells }: PastedRecord): number =>
  Object.values(cells).reduce((sum, { value, raw }) => {
    const content = raw ?? value;
    const text =
      typeof content === 'string' ? content : Array.isArray(content) ? JSON.stringify(content) : '';
    return sum + 60 + 3 * text.length;
  }, 60);

/** Splits a paste into actions that fit into a call. New records keep their order. */
export function pasteParts(
  records: readonly PastedRecord[],
  created: readonly PastedRecord[],
): readonly PastePart[] {
  const parts: PastePart[] = [];
  let part = { records: [] as PastedRecord[], created: [] as PastedRecord[] };
  let [count, bytes] = [0, 0];
  const add = (record: PastedRecord, kind: 'records' | 'created') => {
    const size = bytesOf(record);
    if (count === maxPasted || (count > 0 && bytes + size > maxBytes)) {
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
