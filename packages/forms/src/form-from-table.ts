import { anyFieldType, type Field, type FieldKind, isSelectField, mostStars, type Table } from '@weft/core';
import { type Block, type Content, ordersBetween } from '@weft/documents';
import { type IdKind, must, withoutUndefined } from '@weft/std';
import { choiceProps, firstPageId, newChildren, newForm, questionProps } from './form-document.ts';
import { maxQuestions } from './form-faults.ts';
import { maxChoices } from './questions/choosing.ts';
import type { QuestionTypeName } from './questions/question-types.ts';

/** How a field is asked whose kind is not asked as a short text. */
const asked: { readonly [K in FieldKind]?: QuestionTypeName } = {
  long_text: 'long_text',
  number: 'number',
  currency: 'currency',
  percent: 'percent',
  rating: 'rating',
  date: 'date',
  datetime: 'date',
  checkbox: 'checkbox',
  single_select: 'single_choice',
  multiple_select: 'multiple_choice',
  attachments: 'file',
  email: 'email',
  url: 'url',
  phone_number: 'phone',
};

/** From so many options on they are offered in a list that opens. */
const manyOptions = 8;

/** Null: nobody fills it in. */
function questionTypeOf(field: Field): QuestionTypeName | null {
  if (anyFieldType(field.type).readOnly) return null;
  const type = asked[field.type] ?? 'short_text';
  // A question for an amount has a symbol.
  if ('currencySymbol' in field.template && field.template.currencySymbol.trim() === '') return 'number';
  if (!isSelectField(field)) return type;
  const { options } = field.template;
  // Without options there is nothing to choose: what is written becomes one.
  if (options.length === 0 || options.length > maxChoices) return 'short_text';
  if (options.length < manyOptions) return type;
  return type === 'single_choice' ? 'dropdown' : 'multi_dropdown';
}

/** The settings with which a question takes what fits its field, from those of the field. */
const settingsOf: { readonly [T in QuestionTypeName]?: (template: Field['template']) => Block['props'] } = {
  rating: (template) => ({ stars: Math.max(2, mostStars('maxRating' in template ? template : {})) }),
  percent: (template) => ('allowNegative' in template && template.allowNegative ? {} : { minimum: 0 }),
  date: (template) => ('dateFormat' in template ? { format: template.dateFormat } : {}),
  currency: (template) => ('currencySymbol' in template ? { symbol: template.currencySymbol.trim() } : {}),
};

/** What a question says under its label where it asks for less than its field holds. */
const helpOf: { readonly [K in FieldKind]?: string } = { datetime: 'The date alone, without a time of day' };

export interface FormFromTable {
  readonly content: Content;
  /** The field of the table behind each question. */
  readonly nameMappings: { readonly [questionId: string]: string };
}

/** A form that asks for the fields of a table, in their order; what the table computes is not asked. */
export function formFromTable(
  { fields }: Pick<Table, 'fields'>,
  name: string,
  newId: (kind: IdKind) => string,
): FormFromTable {
  const form = newForm(name);
  const blocks: { [id: string]: Block } = { ...form.blocks };
  const nameMappings: { [questionId: string]: string } = {};
  const questions = fields
    .flatMap((field) => {
      const type = questionTypeOf(field);
      return type === null ? [] : [{ field, type }];
    })
    .slice(0, maxQuestions);
  const orders = ordersBetween(null, null, questions.length);
  for (const [place, { field, type }] of questions.entries()) {
    const id = newId('fld');
    nameMappings[id] = field.id;
    blocks[id] = {
      parent: firstPageId,
      order: must(orders[place]),
      props: {
        ...{ ...questionProps(type), label: field.name, ...settingsOf[type]?.(field.template) },
        ...withoutUndefined({ help: helpOf[field.type] }),
      },
    };
    const options = isSelectField(field) && type !== 'short_text' ? field.template.options : [];
    const children = [
      ...options.map(({ label }) => ({ id: newId('opt'), props: choiceProps(label) })),
      ...newChildren(type, newId).filter(({ props }) => props.type !== 'choice'),
    ];
    const inner = ordersBetween(null, null, children.length);
    for (const [at, child] of children.entries())
      blocks[child.id] = { parent: id, order: must(inner[at]), props: child.props };
  }
  return { content: { ...form, blocks }, nameMappings };
}
