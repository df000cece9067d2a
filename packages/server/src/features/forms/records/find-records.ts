import { anyFieldType, type BaseRecord, type Filter } from '@weft/core';
import type { Published } from '@weft/db';
import {
  nothingPicked,
  type PickedRecord,
  type PickedRecords,
  pickersOf,
  questionsOf,
  recordName,
  type Sent,
} from '@weft/forms';
import type { FormsDeps } from '../deps.ts';
import { type OpenSource, openSource } from './open-source.ts';

type Deps = Pick<FormsDeps, 'base' | 'flows' | 'formKeys' | 'now' | 'scanSlots'>;
type OfForm = Pick<Published, 'flowId' | 'content' | 'organizationId' | 'ownerUserId'>;

/** Records that one search shows. */
export const recordsShown = 25;
/** Characters of a search. */
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
) {
  const items = [...(filter === null ? [] : [filter]), ...conditions];
  return store.list(
    {
      ...{ tableId: table.id, limit: recordsShown, timeZone: 'UTC', now: new Date(now()).toISOString() },
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
  const words = search.trim().slice(0, longestSearch).split(/\s+/).filter(Boolean);
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

/** The record that a text names: by its id for outsiders, or as the list shows it, where no other is shown alike. */
async function pickedBy(
  deps: Deps,
  form: OfForm,
  questionId: string,
  source: OpenSource,
  text: string,
): Promise<PickedRecord | null> {
  const recordId = deps.formKeys.recordOf(form.flowId, questionId, text);
  const [first] = source.fields;
  if (first === undefined) return null;
  const [start = ''] = text.split(' · ');
  const condition =
    recordId === null
      ? { fieldId: first.id, operator: 'is', value: start }
      : { fieldId: '$id', operator: 'is_any_of', value: [recordId] };
  const { records } = await offered(deps, form, source, [condition], 'answer', new AbortController().signal);
  const named = records.map((record) => ({ recordId: record.id, label: labelOf(source, record) }));
  const alike = named.filter(({ label }) => label.toLowerCase() === text.toLowerCase());
  // What is written of several fields names no record that differs in one of them.
  const [found, ...others] = recordId !== null || (alike.length === 0 && text === start) ? named : alike;
  return found === undefined || others.length > 0 ? null : { questionId, text, ...found };
}

/** The records that an answer names, looked up among those that are offered now. */
export async function pickedRecords(deps: Deps, form: OfForm, sent: Sent): Promise<PickedRecords> {
  const pickers = pickersOf(questionsOf(form.content));
  if (pickers.length === 0) return nothingPicked;
  const records: PickedRecord[] = [];
  const gone = new Set<string>();
  for (const { question, source } of pickers) {
    const opened = await openSource(deps, form, source);
    const [text] = sent.flatMap(([id, each]) => (id === question.id ? [each.trim()] : []));
    if (!opened.ok) gone.add(question.id);
    else if (text !== undefined && text !== '' && text.length <= longestSent) {
      const picked = await pickedBy(deps, form, question.id, opened.value, text);
      if (picked !== null) records.push(picked);
    }
  }
  return { records, gone };
}

/** Characters of a text that may name a record. */
const longestSent = 1_000;
