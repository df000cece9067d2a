import type { FieldKind } from '@weft/core';
import { isPickable } from '@weft/forms';
import type { TargetField } from '../../integrations/integration-queries.ts';
import { nameKey } from '../../integrations/new-columns.ts';
import type { Question, Source, WriteConfig } from './queries.ts';

type Mappings = WriteConfig['nameMappings'];

/** THE list of ways in which an answer is changed before it is written. */
const transforms = [
  { value: 'none', label: 'As answered' },
  { value: 'trim', label: 'Trim spaces' },
  { value: 'lowercase', label: 'Lower case' },
  { value: 'uppercase', label: 'Upper case' },
  { value: 'first word', label: 'First word' },
  { value: 'last word', label: 'Last word' },
  { value: 'digits', label: 'Digits only' },
] as const;

/** The same, as whoever runs integrations speaks of it. */
export const transformsFor = ({ asIs }: { readonly asIs: string }) =>
  transforms.map(({ value, label }) => ({ value, label: value === 'none' ? asIs : label }));

/** What goes where by the names alone; what was matched before stays. */
export function matchedByName(
  fields: readonly TargetField[],
  questions: readonly Question[],
  known: Mappings,
): Mappings {
  const byName = new Map(questions.map((question) => [nameKey(question.name), question.id]));
  const found = fields.flatMap((field): [string, Source][] => {
    const questionId = byName.get(nameKey(field.name));
    return questionId === undefined ? [] : [[field.id, { questionId }]];
  });
  return { ...Object.fromEntries(found), ...known };
}

const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/**
 * The same of names of which one says more than the other, 'Your name' and 'Name', where nothing else is like them: for whoever
 * asks for it, and sees what was matched.
 */
export function matchedByLikeName(
  fields: readonly TargetField[],
  questions: readonly Question[],
  known: Mappings,
): Mappings {
  const exact = matchedByName(fields, questions, known);
  const written = new Set(
    Object.values(exact).flatMap((source) => ('questionId' in source ? [source.questionId] : [])),
  );
  const open = fields
    .filter(({ id }) => exact[id] === undefined)
    .map(({ id, name }) => ({ id, words: wordsOf(name) }));
  const left = questions
    .filter(({ id }) => !written.has(id))
    .map(({ id, name }) => ({ id, words: wordsOf(name) }));
  const isWithin = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    one.size > 0 && [...one].every((word) => other.has(word));
  const isLike = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    isWithin(one, other) || isWithin(other, one);
  const found = open.flatMap((field): [string, Source][] => {
    const [like, another] = left.filter(({ words }) => isLike(field.words, words));
    const isOnly = like !== undefined && open.filter(({ words }) => isLike(words, like.words)).length === 1;
    return another === undefined && isOnly ? [[field.id, { questionId: like.id }]] : [];
  });
  return { ...exact, ...Object.fromEntries(found) };
}

/** The questions that name a run: those answered with words, of these the ones whose answers are written as they are. */
export function namingOf(mappings: Mappings, questions: readonly Question[]): ReadonlySet<string> {
  const written = new Set(
    Object.values(mappings).flatMap((source) => ('questionId' in source ? [source.questionId] : [])),
  );
  const inWords = questions.filter(isPickable).map(({ id }) => id);
  const inWordsWritten = inWords.filter((id) => written.has(id));
  return new Set([inWordsWritten, inWords, [...written]].find((ids) => ids.length > 0));
}

/** Kinds of answers that a target's kind takes as they are; what is not listed takes every one. */
const natural: { readonly [kind: string]: readonly FieldKind[] } = {
  number: ['number', 'currency', 'percent', 'rating', 'duration'],
  boolean: ['checkbox'],
  date: ['date', 'datetime'],
  datetime: ['datetime', 'date'],
  files: ['attachments'],
};

/** What becomes of answers that are of another kind than the field; null: they are of its kind. */
export function mappingNote(field: TargetField, question: Question): string | null {
  const taken = natural[field.kind];
  if (taken === undefined || taken.includes(question.type)) return null;
  return field.kind === 'files'
    ? 'Takes files only: nothing is written'
    : `Takes a ${field.kind === 'boolean' ? 'yes or no' : field.kind}: what is none is left out`;
}

/** Why it cannot be saved yet; null: it can. */
export function mappingFault(
  fields: readonly TargetField[],
  mappings: Mappings,
  question: string,
): string | null {
  const missing = fields.find(
    ({ id, required }) => required && (mappings[id] === undefined || isEmptyText(mappings[id])),
  );
  if (missing !== undefined) return `${missing.name} has to be filled in`;
  return fields.some(({ id }) => mappings[id] !== undefined) ? null : `Match at least one ${question}`;
}

const isEmptyText = (source: Source | undefined): boolean =>
  source !== undefined && 'template' in source && source.template.trim() === '';
