import { defaultTemplate, type Field, type FieldKind, type Table } from '@weft/core';
import { expect, it } from 'vitest';
import { mappedByName, mappingFault, mappingNote, whyNotMapped } from './database-mapping.ts';
import type { AnswerField } from './questions/question.ts';

const field = (id: string, name: string, type: FieldKind): Field & AnswerField =>
  ({ id, name, type, order: 0, template: defaultTemplate(type) }) as Field & AnswerField;
const table = (...fields: readonly Field[]): Table => ({
  ...{ id: 'tbl', name: 'Guests', order: 0, primaryFieldId: fields[0]?.id ?? '', views: [], fields },
});
const mapping = (nameMappings: { [id: string]: string }, keyFieldId: string | null = null) => ({
  ...{ basePublicIdentifier: 'bas', tableId: 'tbl', nameMappings, keyFieldId },
  ...{ createOptions: true, createLinks: false },
});

it('matches questions to fields that are called the same, each field once', () => {
  const asked = [
    field('q1', 'Your name ', 'single_line_text'),
    field('q2', 'your NAME', 'single_line_text'),
    field('q3', 'Photo', 'attachments'),
  ];
  const guests = table(field('a', 'Your name', 'single_line_text'), field('b', 'Photo', 'single_line_text'));
  expect(mappedByName(asked, guests)).toEqual({ q1: 'a' });
});

it('keeps files out of fields that hold none, and everything out of computed fields', () => {
  expect(whyNotMapped(field('q', 'Q', 'attachments'), field('a', 'Name', 'single_line_text'))).toBe(
    'Name holds no files',
  );
  expect(whyNotMapped(field('q', 'Q', 'single_line_text'), field('a', 'Photo', 'attachments'))).toBe(
    'Photo holds files alone',
  );
  expect(whyNotMapped(field('q', 'Q', 'number'), field('a', 'From there', 'lookup'))).toBe(
    'From there is computed',
  );
  expect(mappingNote(field('q', 'Q', 'number'), field('a', 'A', 'single_line_text'))).toBe('converted');
});

it('says what is wrong with a mapping', () => {
  const asked = [field('q1', 'Name', 'single_line_text'), field('q2', 'Age', 'number')];
  const guests = table(field('a', 'Name', 'single_line_text'), field('b', 'Age', 'number'));
  const faultOf = (...of: Parameters<typeof mapping>) => mappingFault(mapping(...of), asked, guests);
  expect(faultOf({ q1: 'a', q2: 'b' }, 'a')).toBeNull();
  expect(faultOf({})).toBe('Match at least one question to a field');
  expect(faultOf({ q1: 'a', q2: 'a' })).toBe('Two questions go into the same field');
  expect(faultOf({ q1: 'gone' })).toBe('A field that was matched is not in the table any more');
  expect(faultOf({ q1: 'a' }, 'b')).toBe('Records are found by a field that a question goes into');
});
