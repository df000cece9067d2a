import type { CellValue, FieldKind } from '@weft/core';
import type { AnswerField } from '@weft/forms';
import { mappedValues, type OutgoingValue, type TargetField, type WriteConfig } from '@weft/integrations';

/** Who tests, and when. */
interface Tester {
  readonly email: string;
  /** ISO 8601 UTC. */
  readonly now: string;
}

const midnight = (now: string): string => `${now.slice(0, 10)}T00:00:00.000Z`;
const firstOption = ({ template }: AnswerField): string | null =>
  'options' in template ? (template.options[0]?.value ?? null) : null;

/** What somebody may answer, by the kind of the question; of other kinds nobody answers. */
const answers: { readonly [K in FieldKind]?: (field: AnswerField, tester: Tester) => CellValue } = {
  single_line_text: ({ name }) => `Test: ${name}`.slice(0, 200),
  long_text: ({ name }) => `Test: ${name}`.slice(0, 200),
  number: () => 1,
  currency: () => 1,
  percent: () => 0.5,
  rating: () => 1,
  duration: () => 3_600,
  date: (_field, { now }) => midnight(now),
  datetime: (_field, { now }) => now,
  checkbox: () => true,
  single_select: firstOption,
  multiple_select: (field) => [firstOption(field)].filter((one) => one !== null),
  email: (_field, { email }) => email,
  url: () => 'https://example.org/test',
  phone_number: () => '+44 20 7946 0000',
};

/** What stands in a field that has to be filled in, where no sample goes into it. */
const needed: {
  readonly [K in TargetField['kind']]: (field: TargetField, tester: Tester) => OutgoingValue | null;
} = {
  any: ({ name }) => `Test: ${name}`.slice(0, 200),
  text: ({ name }) => `Test: ${name}`.slice(0, 200),
  number: () => 1,
  boolean: () => true,
  date: (_field, { now }) => now.slice(0, 10),
  datetime: (_field, { now }) => now,
  moment: (_field, { now }) => now,
  choice: ({ choices }) => choices?.[0] ?? null,
  choices: ({ choices }) => (choices?.[0] === undefined ? null : [choices[0]]),
  files: () => null,
};

/** An answer made of samples as it would be written, whatever the conditions say; and what would be left out of it. */
export function sampleAnswer(
  { nameMappings }: Pick<WriteConfig, 'nameMappings'>,
  fields: readonly AnswerField[],
  targets: readonly TargetField[],
  tester: Tester,
  fileOf: Parameters<typeof mappedValues>[3],
): { readonly values: ReadonlyMap<string, OutgoingValue>; readonly notes: readonly string[] } {
  const answered = new Map(
    fields.flatMap((field): [string, CellValue][] => {
      const value = answers[field.type]?.(field, tester) ?? null;
      return value === null || (Array.isArray(value) && value.length === 0) ? [] : [[field.id, value]];
    }),
  );
  const mapped = mappedValues({ nameMappings }, { fields, values: [...answered] }, targets, fileOf);
  const values = new Map(mapped.values);
  const inWords = new Set(fields.filter(({ type }) => !type.endsWith('_select')).map(({ id }) => id));
  for (const target of targets) {
    const { id, kind, address = false, required = false } = target;
    const source = nameMappings[id];
    if (source === undefined && !required) continue;
    // A mail goes to whoever tests, and no sample is one of the words that a service knows.
    if (address && kind === 'text') values.set(id, tester.email);
    else if (
      values.has(id) &&
      source !== undefined &&
      'questionId' in source &&
      inWords.has(source.questionId)
    ) {
      const known = kind.startsWith('choice') ? needed[kind](target, tester) : null;
      if (known !== null) values.set(id, known);
    } else if (!values.has(id) && required) {
      const value = needed[kind](target, tester);
      if (value !== null) values.set(id, value);
    }
  }
  return { values, notes: mapped.notes };
}
