import { type Field, fold } from '@weft/core';
import type { BaseStore, FormSession, FormSessions } from '@weft/db';
import { answerText } from '@weft/forms';
import { idsOf } from './answer-table.ts';

/** A text that somebody answered with. */
export interface TextAnswer {
  readonly recordId: string;
  readonly text: string;
  readonly submittedAt: string;
  /** Nobody has seen it. */
  readonly isNew: boolean;
}

/** Answers read at a time. */
const step = 200;
/** Answers that one call looks at: a search for what nobody wrote ends there, and goes on from there. */
const maxLookedAt = 5_000;
/** Characters of a text in a list. */
const longestShown = 2_000;

/** A place in the answers, the newest first. */
export type Place = Pick<FormSession, 'id' | 'updatedAt'>;

interface Reading {
  readonly store: Pick<BaseStore, 'baseId' | 'get'>;
  readonly formSessions: Pick<FormSessions, 'list'>;
}

/** The newest answers with their records, from a place on. */
async function readStep({ store, formSessions }: Reading, after: Place | null) {
  const flowId = store.baseId;
  const sessions = await formSessions.list(flowId, 'finished', step, after, false);
  const ids = sessions.flatMap(({ recordId }) => recordId ?? []);
  const records = ids.length === 0 ? [] : await store.get(idsOf(flowId).tableId, ids);
  const byId = new Map(records.map((record) => [record.id, record]));
  return { sessions, byId };
}

const textAt = (field: Field, data: { readonly [fieldId: string]: unknown }): string =>
  answerText(field, (data[field.id] ?? null) as Parameters<typeof answerText>[1]).slice(0, longestShown);

/** The newest texts of each of these fields, of the newest answers alone: a summary is looked at often. */
export async function newestTexts(
  reading: Reading,
  fields: readonly Field[],
  limit: number,
): Promise<ReadonlyMap<string, readonly TextAnswer[]>> {
  const found = new Map(fields.map(({ id }) => [id, [] as TextAnswer[]]));
  if (fields.length === 0) return found;
  const { sessions, byId } = await readStep(reading, null);
  for (const { recordId, updatedAt, readAt } of sessions) {
    const record = byId.get(recordId ?? '');
    if (record === undefined) continue;
    for (const field of fields) {
      const texts = found.get(field.id) ?? [];
      const text = texts.length < limit ? textAt(field, record.data) : '';
      if (text !== '')
        texts.push({ recordId: record.id, text, submittedAt: updatedAt, isNew: readAt === null });
    }
  }
  return found;
}

/** Texts of one field from a place on, the newest first; those that hold what is searched for, whatever its case and accents. */
export async function textsFrom(
  reading: Reading,
  field: Field,
  search: string,
  after: Place | null,
  limit: number,
): Promise<{ readonly texts: readonly TextAnswer[]; readonly next: Place | null }> {
  const sought = fold(search.trim());
  const texts: TextAnswer[] = [];
  let place = after;
  for (let looked = 0; looked < maxLookedAt; looked += step) {
    const { sessions, byId } = await readStep(reading, place);
    for (const session of sessions) {
      place = session;
      const record = byId.get(session.recordId ?? '');
      const text = record === undefined ? '' : textAt(field, record.data);
      if (record === undefined || text === '' || !fold(text).includes(sought)) continue;
      const isNew = session.readAt === null;
      texts.push({ recordId: record.id, text, submittedAt: session.updatedAt, isNew });
      if (texts.length === limit) return { texts, next: place };
    }
    if (sessions.length < step) return { texts, next: null };
  }
  return { texts, next: place };
}
