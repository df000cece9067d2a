import {
  anyFieldType,
  attachmentPath,
  type CellValue,
  type Field,
  isLinkField,
  type RawTexts,
  type Table,
} from '@weft/core';
import {
  type BaseLoad,
  CopyWriter,
  DatabaseError,
  type LinkPair,
  type RecordOrigin,
  type StoredFile,
} from '@weft/db';
import { textFault } from '@weft/protocol';
import { isId } from '@weft/std';
import { z } from 'zod';
import { requireSafeJson } from '../../http/safe-json.ts';
import { isAttachments } from '../bases/known-files.ts';
import { refused } from './read-zip.ts';

/** Characters of one record: more than a record with the longest texts in all its fields. */
const longestLine = 64 * 1024 ** 2;
/** Bytes of rows that go to the database at once. */
const batchBytes = 512 * 1024;
const batchLinks = 5_000;

const instant = z.iso.datetime();
const text = z.string().refine((one) => textFault(one) === null);
const recordLine = z.strictObject({
  id: z.string().refine((id) => isId('rec', id)),
  data: z.record(z.string(), z.unknown()),
  raw: z.record(z.string(), text).optional(),
  createdAt: instant,
  updatedAt: instant,
  createdBy: text.optional(),
  updatedBy: text.optional(),
});

/** The lines of a text, none longer than a record may be. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // Joined once a line ends: a line of many pieces is not looked through again with each of them.
  let pieces: string[] = [];
  let length = 0;
  try {
    for await (const piece of bytes) {
      const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n');
      pieces.push(first);
      length += first.length;
      if (length > longestLine) throw refused('a record is too long');
      const last = others.pop();
      if (last === undefined) continue;
      yield pieces.join('');
      yield* others;
      pieces = [last];
      length = last.length;
    }
    pieces.push(decoder.decode());
  } catch (error) {
    throw error instanceof TypeError ? refused('it is damaged') : error;
  }
  const rest = pieces.join('');
  if (rest !== '') yield rest;
}

interface Row {
  readonly id: string;
  readonly values: readonly CellValue[];
  readonly raw: RawTexts | null;
  readonly origin: RecordOrigin;
}

/** The copies of the files that an archive holds, by the ids they have in it. */
export type ArchivedFiles = ReadonlyMap<string, StoredFile>;

/** A cell as its field takes it, with the copies of its files. */
function cellOf(field: Field, value: unknown, files: ArchivedFiles): CellValue {
  const read = anyFieldType(field.type).validate(value as CellValue, field.template);
  if (!read.ok) throw refused(`a cell of the field ‘${field.name}’ ${read.error}`);
  if (!isAttachments(read.value)) return read.value;
  return read.value.map((item) => {
    const file = files.get(item.filename);
    if (file === undefined) throw refused(`a file of the field ‘${field.name}’ is missing`);
    const { id, name, size, mimeType, userId } = file;
    const url = attachmentPath({ filename: id, originalName: name });
    const copy = { ...item, filename: id, originalName: name, size, mimeType, url };
    // Nobody who is known uploaded what was sent with an anonymous answer.
    if (item.metadata?.userId === undefined) return copy;
    // Only who may see the people of the other organization may know who uploaded it there.
    return { ...copy, metadata: { ...item.metadata, userId } };
  });
}

function rowOf(
  line: string,
  table: Table,
  files: ArchivedFiles,
  memberIds: ReadonlySet<string>,
): Row & { readonly links: ReadonlyMap<string, readonly string[]> } {
  const record = readLine(line);
  const names = new Set(table.fields.map(({ id }) => id));
  for (const id of [...Object.keys(record.data), ...Object.keys(record.raw ?? {})])
    if (!names.has(id)) throw refused('a record has a cell of no field');
  const links = new Map<string, readonly string[]>();
  const values = table.fields.map((field) => {
    const sent = record.data[field.id];
    if (sent === undefined) return null;
    const value = cellOf(field, sent, files);
    if (isLinkField(field)) links.set(field.id, (value ?? []) as readonly string[]);
    return value;
  });
  const { id, raw = null, createdAt, updatedAt } = record;
  // Whoever imports it has not made the edits of that time: a person who is not of the organization stays unnamed.
  const known = (person: string | undefined) =>
    person !== undefined && memberIds.has(person) ? person : null;
  const origin = {
    ...{ createdAt, updatedAt },
    ...{ createdBy: known(record.createdBy), updatedBy: known(record.updatedBy) },
  };
  return { id, values, raw, links, origin };
}

function readLine(line: string): z.infer<typeof recordLine> {
  try {
    requireSafeJson(line);
    return recordLine.parse(JSON.parse(line));
  } catch {
    throw refused('a record cannot be read');
  }
}

/** Writes the records of a table of an archive into a base that is being filled, for an organization of these members. */
export async function loadRecords(
  load: BaseLoad,
  table: Table,
  lines: AsyncIterable<string>,
  files: ArchivedFiles,
  memberIds: ReadonlySet<string>,
): Promise<void> {
  const plan = load.planOf(table.id);
  const writer = new CopyWriter(plan);
  const relations = new Map(
    table.fields.flatMap(({ id }) => {
      const relation = load.relationOf(table.id, id);
      return relation === null ? [] : [[id, { relation, pairs: [] as LinkPair[] }] as const];
    }),
  );
  const flushLinks = async (least: number) => {
    for (const { relation, pairs } of relations.values())
      if (pairs.length >= least) await load.link(relation, pairs.splice(0));
  };
  try {
    for await (const line of lines) {
      const { id, values, raw, origin, links } = rowOf(line, table, files, memberIds);
      writer.add(id, values, raw, origin);
      for (const [fieldId, linked] of links)
        for (const to of linked) relations.get(fieldId)?.pairs.push({ from: id, to });
      if (writer.length >= batchBytes) await load.append(plan, writer.take());
      await flushLinks(batchLinks);
    }
    if (writer.count > 0) await load.append(plan, writer.take());
    await flushLinks(1);
  } catch (error) {
    // Two rows with one key.
    if (error instanceof DatabaseError && error.code === '23505') throw refused('a record is in it twice');
    throw error;
  }
}
