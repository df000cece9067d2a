import {
  aFlag,
  aList,
  anId,
  anObject,
  aPattern,
  aText,
  aWhole,
  type Json,
  oneOf,
  type PropRule,
  propRule,
} from '@weft/documents';
import { isId } from '@weft/std';
import { bindingRule } from './bindings.ts';
import { conditionsRule } from './conditions.ts';
import type { FieldUse } from './field-uses.ts';
import { inputsRule } from './form-inputs.ts';

interface Named {
  /** As the editor names it: 'Records per page'. */
  readonly label: string;
  readonly hint?: string;
}

/** A setting of a block or an action: what it may be, and how the editor asks for it. Unset, it is as usual. */
export type Setting = Named &
  (
    | { readonly kind: 'flag' }
    | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly usual: number }
    | { readonly kind: 'text'; readonly maxLength: number; readonly lines?: 'many' }
    | {
        readonly kind: 'pick';
        /** The first one is usual. */
        readonly options: readonly { readonly value: string; readonly label: string }[];
      }
    /** A table of the source. */
    | { readonly kind: 'table' }
    /** A field of the block's table, or of the table that another setting names. */
    | { readonly kind: 'field'; readonly use?: FieldUse; readonly ofPage?: true }
    /** Fields in the order in which they stand. */
    | { readonly kind: 'fields'; readonly use?: FieldUse; readonly most: number }
    | { readonly kind: 'conditions' }
    | { readonly kind: 'sort' }
    | { readonly kind: 'page' }
    /** Another block of the page, which shows records. */
    | { readonly kind: 'target' }
    | { readonly kind: 'action' }
    /** Fields with what is written into each. */
    | { readonly kind: 'values' }
    /** How each of the block's fields is asked for. */
    | { readonly kind: 'inputs' }
    | { readonly kind: 'binding' }
    | { readonly kind: 'image' }
    | { readonly kind: 'link' }
    /** An integration of the app. */
    | { readonly kind: 'integration' }
  );

export type SettingKind = Setting['kind'];
export type Settings = { readonly [name: string]: Setting };

/** Fields of one block. */
export const mostFields = 50;
/** Keys of one order. */
const mostSortKeys = 3;
/** Fields that one action or form fills in by itself. */
const mostValues = 50;
/** Characters of an address. */
const longestLink = 2_000;

const fieldId = anId('fld');

/** An image as a document names it: 'fil… 1200x800'. */
export const imageRule = aPattern(/^fil[0-9a-z]{21} [1-9][0-9]{0,3}x[1-9][0-9]{0,3}$/);

const sortRule = aList(anObject({ fieldId, direction: oneOf(['asc', 'desc']) }), mostSortKeys, 1);

export const valuesRule = propRule(
  {
    type: 'object',
    maxProperties: mostValues,
    patternProperties: { '^fld[0-9a-z]{21}$': { $ref: '#/definitions/binding' } },
    additionalProperties: false,
  },
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const entries = Object.entries(value as { readonly [key: string]: Json });
    return (
      entries.length <= mostValues && entries.every(([id, bound]) => isId('fld', id) && bindingRule(bound))
    );
  },
);

type RuleMaker<K extends SettingKind> = (
  setting: Extract<Setting, { readonly kind: K }>,
  actionRule: PropRule,
) => PropRule;

const rules: { readonly [K in SettingKind]: RuleMaker<K> } = {
  flag: () => aFlag,
  integer: ({ min, max }) => aWhole(min, max),
  text: ({ maxLength }) => aText(maxLength),
  pick: ({ options }) => oneOf(options.map(({ value }) => value)),
  table: () => anId('tbl'),
  field: () => fieldId,
  fields: ({ most }) => aList(fieldId, most),
  conditions: () => conditionsRule,
  sort: () => sortRule,
  page: () => anId('pag'),
  target: () => anId('blk'),
  action: (_setting, actionRule) => actionRule,
  values: () => valuesRule,
  inputs: () => inputsRule,
  binding: () => bindingRule,
  image: () => imageRule,
  link: () => aText(longestLink),
  integration: () => anId('int'),
};

/** What a setting may hold; what an action may be comes in, for actions have settings themselves. */
export const settingRule = (setting: Setting, actionRule: PropRule): PropRule =>
  (rules[setting.kind] as RuleMaker<SettingKind>)(setting, actionRule);
