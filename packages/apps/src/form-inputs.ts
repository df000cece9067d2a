import { compileFilter, type Field, type FieldEnv, type RecordData, type Table } from '@weft/core';
import { aFlag, anObject, aText, type Json, type Props, propRule } from '@weft/documents';
import { isId } from '@weft/std';
import type { BindingContext } from './bindings.ts';
import {
  boundFilter,
  type Conditions,
  conditionsIn,
  conditionsRule,
  isSaying,
  safeFilter,
} from './conditions.ts';

/** How a form asks for a field. */
export interface FormInput {
  readonly required: boolean;
  /** Said below its name; null: nothing. */
  readonly help: string | null;
  /** It is asked for where these hold by what is filled in; null: always. */
  readonly when: Conditions | null;
}

/** A form, of which its settings are known. */
interface WithSettings {
  readonly settings: Props;
}

export const longestHelp = 500;
const mostInputs = 50;

const inputRule = anObject({}, { required: aFlag, help: aText(longestHelp), when: conditionsRule });

/** Inputs by the ids of their fields. */
export const inputsRule = propRule(
  {
    type: 'object',
    maxProperties: mostInputs,
    patternProperties: { '^fld[0-9a-z]{21}$': inputRule.schema },
    additionalProperties: false,
  },
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const entries = Object.entries(value as { readonly [key: string]: Json });
    return (
      entries.length <= mostInputs && entries.every(([id, input]) => isId('fld', id) && inputRule(input))
    );
  },
);

/** How a form asks for one of its fields. */
export function inputOf({ settings }: WithSettings, fieldId: string): FormInput {
  const inputs = (settings.inputs ?? {}) as { readonly [id: string]: { readonly [key: string]: Json } };
  const { required, help, when } = (Object.hasOwn(inputs, fieldId) && inputs[fieldId]) || {};
  const conditions = conditionsIn(when);
  return {
    required: required === true,
    help: typeof help === 'string' && help !== '' ? help : null,
    when: conditions !== null && isSaying(conditions) ? conditions : null,
  };
}

/** The conditions of all fields of a form. */
export const conditionsOfInputs = (block: WithSettings): readonly Conditions[] =>
  Object.keys(block.settings.inputs ?? {}).flatMap((id) => inputOf(block, id).when ?? []);

/**
 * Those of the fields of a form that it asks for by what is filled in, from the first to the last (SPEC F3): what a field
 * holds that is not asked for counts for none of those that come behind it.
 */
export function askedByInputs(
  block: WithSettings,
  fields: readonly Field[],
  filledIn: RecordData,
  {
    table,
    env,
    context,
  }: { readonly table: Table; readonly env: FieldEnv; readonly context: BindingContext },
): ReadonlySet<string> {
  const data: { [fieldId: string]: RecordData[string] } = { ...filledIn };
  const asked = new Set<string>();
  for (const { id } of fields) {
    const { when } = inputOf(block, id);
    const filter = when && safeFilter(boundFilter(when, context), table, env);
    const record = { id: '', data, position: 0, createdAt: env.now ?? '', updatedAt: env.now ?? '' };
    if (filter === null || compileFilter(filter, table, env)(record)) asked.add(id);
    else delete data[id];
  }
  return asked;
}
