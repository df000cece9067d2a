import { anyFieldType, type BaseRecord, type Filter } from '@weft/core';
import type { Published } from '@weft/db';
import {
  listPickersOf,
  nothingPicked,
  type PickedRecord,
  type PickedRecords,
  pickersOf,
  questionsOf,
  recordName,
  type Sent,
} from '@weft/forms';
import type { FormsDeps } from '../deps.ts';
import { pickedOfList } from './list-records.ts';
import { type OpenSource, openSource } from './open-source.ts';

type Deps = Pick<FormsDeps, 'base' | 'flows' | 'formKeys' | 'now' | 'scanSlots' | 'serviceLists'>;
type OfForm = Pick<Published, 'flowId' | 'content' | 'organizationId' | 'ownerUserId'>;

/** Records that one search shows. */
export const recordsShown = 25;
/** Characters of a search. */
/** Words of a search that count: every one is looked for in every field of every record. */
const mostWords = 6;
const longestSearch = 100;

const env = { timeZone: 'UTC', locale: 'en-US' };

const labelOf = ({ fields }: OpenSource, { data }: BaseRecord): string =>
  recordName(
    fields.map(({ id, type, template }) => {
      const value = data[id] ?? null;
      return value === null ? '' : anyFieldType(type).format(value, template, env);
    }),
  );

/** Records that are offered and meet conditions, by what is shown first. Visitors of a form take turns with each other: those who search apart from those who answer. */
async function offered(
  { now, scanSlots }: Deps,
  { flowId, organizationId }: OfForm,
  { store, table, fields, filter }: OpenSource,
  conditions: Filter['items'],
  turn: 'search' | 'answer',
  left: AbortSignal,
  limit = recordsShown,
) {
  const items = [...(filter === null ? [] : [filter]), ...conditions];
  return store.list(
    {
      ...{ tableId: table.id, limit, timeZone: 'UTC', now: new Date(now()).toISOString() },
      ...(items.length > 0 && { filter: { conjunction: 'and', items } }),
      fieldIds: fields.map(({ id }) => id),
      sort: fields.slice(0, 1).map(({ id }) => ({ fieldId: id, direction: 'asc' as const })),
    },
    (work) => scanSlots.run({ userId: `${flowId} ${turn}`, organizationId }, left, work),
  );
}

/** What a visitor's words find; each record by an id that means nothing elsewhere. */
export async function searchRecords(
  deps: Deps,
  form: OfForm,
  questionId: string,
  source: OpenSource,
  { search, left }: { readonly search: string; readonly left: AbortSignal },
) {
  const words = search.trim().slice(0, longestSearch).split(/\s+/).filter(Boolean).slice(0, mostWords);
  // Each word stands in one of the fields.
  const conditions = words.map(
    (value): Filter => ({
      conjunction: 'or',
      items: source.fields.map(({ id }) => ({ fieldId: id, operator: 'contains', value })),
    }),
  );
  const page = await offered(deps, form, source, conditions, 'search', left);
  return {
    records: page.records.map((record) => ({
      id: deps.formKeys.recordToken(form.flowId, questionId, record.id),
      label: labelOf(source, record),
    })),
    hasMore: page.nextCursor !== null,
  };
}

/** The record that a text names as the list shows it, where no other is shown alike. */
async function pickedByName(
  deps: Deps,
  form: OfForm,
  source: OpenSource,
  text: string,
): Promise<NamedRecord | null> {
  const [first] = source.fields;
  if (first === undefined) return null;
  const [start = ''] = text.split(' · ');
  const condition = { fieldId: first.id, operator: 'is', value: start };
  const { records } = await offered(deps, form, source, [condition], 'answer', new AbortController().signal);
  const named = records.map((record) => ({ recordId: record.id, label: labelOf(source, record) }));
  const alike = named.filter(({ label }) => label.toLowerCase() === text.toLowerCase());
  // What is written of several fields names no record that differs in one of them.
  const [found, ...others] = alike.length === 0 && text === start ? named : alike;
  return found === undefined || others.length > 0 ? null : found;
}

type NamedRecord = { readonly recordId: string; readonly label: string };

/** The records that texts name, by the texts: those named by their ids for outsiders in one read. */
async function pickedBy(
  deps: Deps,
  form: OfForm,
  questionId: string,
  source: OpenSource,
  texts: ReadonlySet<string>,
): Promise<ReadonlyMap<string, NamedRecord>> {
  const picked = new Map<string, NamedRecord>();
  const ids = new Map<string, string>();
  for (const text of texts) {
    const recordId = deps.formKeys.recordOf(form.flowId, questionId, text);
    if (recordId !== null) {
      ids.set(text, recordId);
      continue;
    }
    const found = await pickedByName(deps, form, source, text);
    if (found !== null) picked.set(text, found);
  }
  if (ids.size === 0 || source.fields.length === 0) return picked;
  const wanted = [...new Set(ids.values())];
  const condition = { fieldId: '$id', operator: 'is_any_of', value: wanted };
  const left = new AbortController().signal;
  const { records } = await offered(deps, form, source, [condition], 'answer', left, wanted.length);
  const labels = new Map(records.map((record) => [record.id, labelOf(source, record)]));
  for (const [text, recordId] of ids) {
    const label = labels.get(recordId);
    if (label !== undefined) picked.set(text, { recordId, label });
  }
  return picked;
}

/** What an answer sends to a question, where that may name a record. */
function textFor(questionId: string, sent: Sent): string | null {
  const [text = ''] = sent.flatMap(([id, each]) => (id === questionId ? [each.trim()] : []));
  return text === '' || text.length > longestSent ? null : text;
}

/** The records that each of some answers names, looked up among those that are offered now. */
export async function pickedByAll(
  deps: Deps,
  form: OfForm,
  all: readonly Sent[],
): Promise<readonly PickedRecords[]> {
  const questions = questionsOf(form.content);
  const pickers = pickersOf(questions);
  const lists = listPickersOf(questions);
  if (pickers.length + lists.length === 0) return all.map(() => nothingPicked);
  const records: PickedRecord[][] = all.map(() => []);
  const gone = new Set<string>();
  for (const picker of lists) {
    const list = await pickedOfList(deps, form, picker);
    if (list === null) gone.add(picker.question.id);
    for (const [place, sent] of all.entries()) {
      const text = textFor(picker.question.id, sent);
      const label = text === null ? null : (list?.(text) ?? null);
      if (text !== null && label !== null)
        records[place]?.push({ questionId: picker.question.id, text, recordId: null, label });
    }
  }
  for (const { question, source } of pickers) {
    const opened = await openSource(deps, form, source);
    if (!opened.ok) {
      gone.add(question.id);
      continue;
    }
    const texts = all.map((sent) => textFor(question.id, sent));
    const distinct = new Set(texts.filter((text) => text !== null));
    const picked = await pickedBy(deps, form, question.id, opened.value, distinct);
    for (const [place, text] of texts.entries()) {
      const found = text === null ? undefined : picked.get(text);
      if (text !== null && found !== undefined)
        records[place]?.push({ questionId: question.id, text, ...found });
    }
  }
  return records.map((own) => ({ records: own, gone }));
}

/** The records that an answer names, looked up among those that are offered now. */
export const pickedRecords = async (deps: Deps, form: OfForm, sent: Sent): Promise<PickedRecords> =>
  (await pickedByAll(deps, form, [sent]))[0] ?? nothingPicked;

/** Characters of a text that may name a record. */
const longestSent = 1_000;
