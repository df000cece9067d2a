import { anyFieldType, type Field, holdsFiles, isLinkField, isSelectField, type Table } from '@weft/core';
import { nameKey } from './piping.ts';
import type { AnswerField } from './questions/question.ts';

/** Where answers to a form go in one of our databases, and how. */
export interface DatabaseMapping {
  readonly basePublicIdentifier: string;
  readonly tableId: string;
  /** The field of the table that keeps the answers to a field of the form, by the id of the latter. */
  readonly nameMappings: { readonly [answerFieldId: string]: string };
  /** An answer whose cell here is that of a record changes the record; null: each answer is a new one. */
  readonly keyFieldId: string | null;
  /** Choices that a select field does not have become options of it. */
  readonly createOptions: boolean;
  /** Names that no linked record has make one. */
  readonly createLinks: boolean;
}

/** Why answers cannot be kept in a field, in a sentence; null: they can. */
export function whyNotMapped(from: Pick<AnswerField, 'type'>, to: Field): string | null {
  if (anyFieldType(to.type).readOnly) return `${to.name} is computed`;
  if (holdsFiles(from.type) !== holdsFiles(to.type))
    return holdsFiles(to.type) ? `${to.name} holds files alone` : `${to.name} holds no files`;
  return null;
}

/** How answers become cells of a field, where that is not as they are. */
export function mappingNote(
  from: Pick<AnswerField, 'type'>,
  to: Field,
): 'by name' | 'by option' | 'converted' | null {
  if (isLinkField(to)) return 'by name';
  if (isSelectField(to)) return 'by option';
  return from.type === to.type ? null : 'converted';
}

/** Every field of the form with the field of the table that is called the same and may keep its answers. */
export function mappedByName(fields: readonly AnswerField[], table: Table): DatabaseMapping['nameMappings'] {
  const taken = new Set<string>();
  const mappings: { [fieldId: string]: string } = {};
  for (const field of fields) {
    const key = nameKey(field.name);
    const to = table.fields.find(
      (one) => !taken.has(one.id) && nameKey(one.name) === key && whyNotMapped(field, one) === null,
    );
    if (to === undefined) continue;
    taken.add(to.id);
    mappings[field.id] = to.id;
  }
  return mappings;
}

/** What is wrong with a mapping, a sentence; null: nothing. Fields that the form no longer asks are let be. */
export function mappingFault(
  mapping: DatabaseMapping,
  fields: readonly AnswerField[],
  table: Table,
): string | null {
  const targets = Object.values(mapping.nameMappings);
  if (targets.length === 0) return 'Match at least one question to a field';
  if (new Set(targets).size < targets.length) return 'Two questions go into the same field';
  for (const [from, to] of Object.entries(mapping.nameMappings)) {
    const target = table.fields.find(({ id }) => id === to);
    if (target === undefined) return 'A field that was matched is not in the table any more';
    const source = fields.find(({ id }) => id === from);
    const why = source && whyNotMapped(source, target);
    if (why) return why;
  }
  const { keyFieldId } = mapping;
  return keyFieldId !== null && !targets.includes(keyFieldId)
    ? 'Records are found by a field that a question goes into'
    : null;
}
