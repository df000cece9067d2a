import { compareText, err, ok } from '@weft/std';
import type { AnyFieldType } from '../any-field-type.ts';
import { emptinessOperators } from '../emptiness.ts';
import type { CellValue } from '../field-kinds.ts';
import type { FieldEnv, FieldType, Operator, Parsed } from '../field-type.ts';
import { compareLists } from '../list-operators.ts';
import { readTemplate } from '../read-template.ts';
import type { LookupTemplate } from '../templates.ts';
import { lookupSamples } from './samples.ts';

const refused = (): Parsed<readonly CellValue[]> => err('A lookup is computed and cannot be edited');

/** Only its own text is read back: a lookup cell is never typed. */
function fromText(text: string): Parsed<readonly CellValue[]> {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.length > 0 && value.every(isCellValue) ? ok(value) : refused();
  } catch {
    return refused();
  }
}

const isCellValue = (value: unknown): value is CellValue =>
  value === null ||
  (typeof value === 'string' && value.isWellFormed()) ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)) ||
  (Array.isArray(value) && value.every(isCellValue));

const plain = (value: CellValue): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The values as texts, each as the field that is shown writes it. */
function texts(
  values: readonly CellValue[],
  template: LookupTemplate,
  env: FieldEnv,
  write: 'format' | 'searchText',
): readonly string[] {
  const shown = env.shownField?.(template) ?? null;
  return values.map((value) => {
    // Values of the kind the field had before it was converted may still be on screen.
    if (value === null || shown?.type.validate(value, shown.field.template).ok !== true) return plain(value);
    return shown.type[write](value, shown.field.template, env);
  });
}

/** Numbers among numbers by size, all else by its text. */
const compareCells = (a: CellValue, b: CellValue): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  // A number comes before everything that is none, so that the order stays total.
  if (typeof a === 'number' || typeof b === 'number') return typeof a === 'number' ? -1 : 1;
  return compareText(plain(a), plain(b)) || compareText(typeof a, typeof b);
};

/** The operators of a lookup that shows values of `shown`: true when any of its values matches, or, with none, the empty cell. */
export function lookupOperators(
  shown: AnyFieldType,
  template: unknown,
): { readonly [name: string]: Operator<readonly CellValue[], LookupTemplate> } {
  return Object.fromEntries(
    Object.entries(shown.operators).map(([name, operator]) => [
      name,
      {
        label: operator.label,
        needsValue: operator.needsValue,
        prepare(operand, _template, env) {
          const test = operator.prepare(operand, template, env);
          if (!test.ok) return test;
          return ok((values) =>
            values === null || values.length === 0 ? test.value(null) : values.some(test.value),
          );
        },
      } satisfies Operator<readonly CellValue[], LookupTemplate>,
    ]),
  );
}

export const lookupType: FieldType<'lookup'> = {
  kind: 'lookup',
  label: 'Lookup',
  canBePrimary: false,
  readOnly: true,
  readTemplate: (input) =>
    readTemplate(input, (read) => ({
      linkedRecordFieldId: read.text('linkedRecordFieldId', 64),
      lookupFieldId: read.text('lookupFieldId', 64),
    })),
  parse: refused,
  fromPaste: refused,
  format: (value, template, env) => texts(value, template, env, 'format').join(', '),
  toText: (value) => JSON.stringify(value),
  fromText,
  validate(value) {
    if (value === null) return ok(null);
    if (!Array.isArray(value) || !value.every(isCellValue)) return err('must be a list of values');
    return ok(value.length === 0 ? null : value);
  },
  compare: (a, b) => compareLists(a, b, compareCells),
  searchText: (value, template, env) => texts(value, template, env, 'searchText').join('\n'),
  operators: emptinessOperators,
  aggregates: {},
  ungrouped: true,
  samples: lookupSamples,
};
