import { defaultTemplate, type Field, type FieldKind, fieldKinds } from '@weft/core';
import { type IdKind, idMaker } from '@weft/std';
import { expect, it } from 'vitest';
import { whyNotMapped } from './database-mapping.ts';
import { fieldsOf, questionsOf } from './form-document.ts';
import { formFaults } from './form-faults.ts';
import { formFromTable } from './form-from-table.ts';

let made = 0;
const newId = idMaker(
  () => 0,
  (bytes) => {
    made++;
    return bytes.map((_, i) => Math.floor(made / 250 ** (i % 2)) % 250);
  },
) as (kind: IdKind) => string;
const field = (type: FieldKind, template: object = {}): Field =>
  ({
    id: `of-${type}`,
    name: type,
    type,
    order: 0,
    template: { ...defaultTemplate(type), ...template },
  }) as Field;
const options = (count: number) => ({
  options: Array.from({ length: count }, (_, i) => ({ value: `o${i}`, label: `Option ${i}`, color: 'blue' })),
});

it('asks for every field that people fill in, in their order, each by a question that goes into it', () => {
  const fields = fieldKinds.map((type) => field(type, /select/.test(type) ? options(3) : {}));
  const { content, nameMappings } = formFromTable({ fields }, 'Guests', newId);
  expect(formFaults(content)).toEqual([]);
  const asked = fieldsOf(questionsOf(content));
  expect(asked.map(({ name }) => name)).toEqual(
    fieldKinds.filter(
      (type) =>
        ![
          'lookup',
          'autonumber',
          'created_time',
          'last_modified_time',
          'created_by',
          'last_modified_by',
        ].includes(type),
    ),
  );
  for (const each of asked) {
    const to = fields.find(({ id }) => id === nameMappings[each.id]);
    expect(to?.name).toBe(each.name);
    expect(to && whyNotMapped(each, to)).toBeNull();
  }
});

it('offers the options of a select, many of them in a list, and of none lets write', () => {
  const typeOf = (type: FieldKind, count: number) => {
    const { content } = formFromTable({ fields: [field(type, options(count))] }, 'Guests', newId);
    const [question] = questionsOf(content);
    return [question?.type, question?.choices.length];
  };
  expect(typeOf('single_select', 3)).toEqual(['single_choice', 3]);
  expect(typeOf('single_select', 30)).toEqual(['dropdown', 30]);
  expect(typeOf('multiple_select', 3)).toEqual(['multiple_choice', 3]);
  expect(typeOf('multiple_select', 30)).toEqual(['multi_dropdown', 30]);
  expect(typeOf('single_select', 0)).toEqual(['short_text', 0]);
});

it('asks with the stars, the currency and the bounds of the field, so that what it takes fits', () => {
  const asked = (type: FieldKind, template: object) => {
    const { content } = formFromTable({ fields: [field(type, template)] }, 'Guests', newId);
    expect(formFaults(content)).toEqual([]);
    const [question] = questionsOf(content);
    return [question?.type, question?.settings];
  };
  expect(asked('rating', { maxRating: 10 })).toEqual(['rating', { stars: 10 }]);
  expect(asked('currency', { currencySymbol: '€' })).toEqual(['currency', { symbol: '€' }]);
  expect(asked('currency', { currencySymbol: '' })).toEqual(['number', {}]);
  expect(asked('percent', { allowNegative: false })).toEqual(['percent', { minimum: 0 }]);
  expect(asked('percent', { allowNegative: true })).toEqual(['percent', {}]);
  expect(asked('date', { dateFormat: 'european' })).toEqual(['date', { format: 'european' }]);
});

it('writes the answers to a date as its question says, and as the reader does where it says nothing', () => {
  const formatOf = (format?: string) => {
    const { content } = formFromTable({ fields: [field('date', { dateFormat: format })] }, 'Guests', newId);
    return fieldsOf(questionsOf(content)).map(({ template }) => template);
  };
  expect(formatOf('long')).toMatchObject([{ dateFormat: 'long' }]);
  expect(formatOf()).toMatchObject([{ dateFormat: 'local' }]);
});

it('says of a moment that the date alone is asked', () => {
  const helpOf = (type: FieldKind) => {
    const { content } = formFromTable({ fields: [field(type, {})] }, 'Guests', newId);
    expect(formFaults(content)).toEqual([]);
    return questionsOf(content)[0]?.help;
  };
  expect([helpOf('datetime'), helpOf('date')]).toEqual(['The date alone, without a time of day', '']);
});
