import type { CellValue, RecordData } from '@weft/core';
import { type Json, propRule } from '@weft/documents';
import type { AppUser } from './app-user.ts';

const operations = ['+', '-', '*', '/', '&'] as const;

/** Where a value comes from (SPEC B1). */
export type Binding =
  | { readonly from: 'literal'; readonly value: NonNullable<Json> }
  /** A field of the table of users, or '$id', '$email', '$name'. */
  | { readonly from: 'user'; readonly field: string }
  /** A field of the record of the page, or '$id'. */
  | { readonly from: 'record'; readonly field: string }
  | { readonly from: 'url'; readonly name: string }
  | { readonly from: 'today'; readonly plusDays?: number }
  | {
      readonly from: 'formula';
      readonly op: (typeof operations)[number];
      readonly left: Binding;
      readonly right: Binding;
    };

/** What bindings are read from. */
export interface BindingContext {
  readonly user: AppUser;
  /** The record of the page, as this person may read it. */
  readonly record: { readonly id: string; readonly data: RecordData } | null;
  /** A parameter of the address. */
  readonly parameter: (name: string) => string | null;
  /** `YYYY-MM-DD`, where the person is. */
  readonly today: string;
}

/** Formulas inside formulas. */
const deepestFormula = 5;
/** Characters of a binding as JSON. */
const longest = 5_000;
const furthestDays = 36_500;

const hasKeys = (value: { readonly [key: string]: Json }, must: string, may = ''): boolean => {
  const allowed = new Set([...must.split(' '), ...may.split(' ')]);
  return (
    must.split(' ').every((key) => Object.hasOwn(value, key)) &&
    Object.keys(value).every((key) => allowed.has(key))
  );
};

const isName = (value: Json | undefined): boolean =>
  typeof value === 'string' && value !== '' && value.length <= 64;

function isBinding(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > deepestFormula)
    return false;
  const given = value as { readonly [key: string]: Json };
  if (given.from === 'literal') return hasKeys(given, 'from value') && given.value !== null;
  if (given.from === 'user' || given.from === 'record')
    return hasKeys(given, 'from field') && isName(given.field);
  if (given.from === 'url') return hasKeys(given, 'from name') && isName(given.name);
  if (given.from === 'today')
    return (
      hasKeys(given, 'from', 'plusDays') &&
      (given.plusDays === undefined ||
        (Number.isInteger(given.plusDays) && Math.abs(Number(given.plusDays)) <= furthestDays))
    );
  if (given.from !== 'formula' || !hasKeys(given, 'from op left right')) return false;
  return (
    operations.some((op) => op === given.op) &&
    isBinding(given.left as Json, depth + 1) &&
    isBinding(given.right as Json, depth + 1)
  );
}

export const bindingRule = propRule(
  { $ref: '#/definitions/binding' },
  (value) => isBinding(value, 1) && JSON.stringify(value).length <= longest,
);

const text = { type: 'string', minLength: 1, maxLength: 64 } as const;
const binding = { $ref: '#/definitions/binding' } as const;
const object = (properties: { readonly [key: string]: unknown }, may: readonly string[] = []) => ({
  type: 'object',
  required: Object.keys(properties).filter((key) => !may.includes(key)),
  properties,
  additionalProperties: false,
});

/** What `binding` refers to in the schema of documents; how deep formulas nest, it cannot say. */
export const bindingSchema = {
  anyOf: [
    object({ from: { const: 'literal' }, value: { not: { type: 'null' } } }),
    object({ from: { enum: ['user', 'record'] }, field: text }),
    object({ from: { const: 'url' }, name: text }),
    object({ from: { const: 'today' }, plusDays: { type: 'integer' } }, ['plusDays']),
    object({ from: { const: 'formula' }, op: { enum: operations }, left: binding, right: binding }),
  ],
};

const ofUser = (user: NonNullable<AppUser>, field: string): CellValue => {
  if (field === '$id') return user.recordId;
  if (field === '$email') return user.email;
  if (field === '$name') return user.name === '' ? null : user.name;
  return Object.hasOwn(user.values, field) ? (user.values[field] ?? null) : null;
};

const numberOf = (value: CellValue): number | null => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null;
};

const textOf = (value: CellValue): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

function computed({ op, left, right }: Extract<Binding, { from: 'formula' }>, context: BindingContext) {
  const [a, b] = [boundValue(left, context), boundValue(right, context)];
  if (op === '&') {
    const [one, two] = [textOf(a), textOf(b)];
    return one === null || two === null ? null : `${one}${two}`;
  }
  const [one, two] = [numberOf(a), numberOf(b)];
  if (one === null || two === null) return null;
  const result = op === '+' ? one + two : op === '-' ? one - two : op === '*' ? one * two : one / two;
  return Number.isFinite(result) ? result : null;
}

/** The value of a binding; null: it has none (SPEC B2). */
export function boundValue(bound: Binding, context: BindingContext): CellValue {
  if (bound.from === 'literal') return bound.value as CellValue;
  if (bound.from === 'user') return context.user === null ? null : ofUser(context.user, bound.field);
  if (bound.from === 'record') {
    const { record } = context;
    if (record === null) return null;
    if (bound.field === '$id') return record.id;
    return Object.hasOwn(record.data, bound.field) ? (record.data[bound.field] ?? null) : null;
  }
  if (bound.from === 'url') {
    const given = context.parameter(bound.name);
    return given === null || given === '' ? null : given;
  }
  if (bound.from === 'today')
    return Temporal.PlainDate.from(context.today)
      .add({ days: bound.plusDays ?? 0 })
      .toString();
  return computed(bound, context);
}
