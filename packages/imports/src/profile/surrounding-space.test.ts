import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { unfit } from '../convert/convert-text.ts';
import { csvLine } from '../export/csv-line.ts';
import { buildPlan, type ImportChoices } from '../plan.ts';
import { makeDecoder, openBytes } from '../testing.ts';
import { profileCsv } from './profile-csv.ts';

type Override = NonNullable<ImportChoices['fieldTypeOverrides']>[string];

/** What becomes of a column: its profile, and every cell as an export would write it (`raw: …` where it does not fit). */
async function imported(cells: readonly string[], override?: Override) {
  const text = ['Key,Column\n', ...cells.map((cell, i) => csvLine([`key ${i}`, cell]))].join('');
  const { columns } = await profileCsv(openBytes(new TextEncoder().encode(text)), makeDecoder);
  let made = 0;
  const plan = buildPlan(
    columns,
    {
      fieldMappings: columns.map(({ sourceIndex }) => ({ sourceFieldIndex: sourceIndex })),
      ...(override && { fieldTypeOverrides: { 1: override } }),
    },
    { newFieldId: () => `fld${made++}`, newOptionValue: () => `opt${made++}`, timeZone: 'UTC' },
  );
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  const { converter, field } = must(plan.value.columns[1]);
  const written = cells.map((cell) => {
    const value = converter.convert(cell);
    if (value === unfit) return `raw: ${cell}`;
    return converter.options()?.find((option) => option.value === value)?.label ?? String(value ?? '');
  });
  return { profile: must(columns[1]), field, written };
}

const repeated = (cells: readonly string[], times: number): string[] =>
  Array.from({ length: times }, () => cells).flat();

describe('white space around values is kept', () => {
  const answers = [...repeated(['Maybe', 'Sure', 'Never'], 10), 'Sure ', 'Sure ', ' Never'];

  it('labels that differ only in outer white space are separate options, and the cells are counted', async () => {
    const { profile, written } = await imported(answers);
    expect(profile.fieldType).toBe('single_select');
    expect(profile.labels).toEqual(['Maybe', 'Sure', 'Never', 'Sure ', ' Never']);
    expect(profile.outerSpace).toEqual({ cells: 3, blank: 0, merged: 3, fits: null });
    expect(profile.reason).toBe('3 of 33 values differ from another only in the spaces around them');
    expect(written).toEqual(answers);
  });

  it('they become one option when a person says so', async () => {
    const { field, written } = await imported(answers, { fieldType: 'single_select', trim: true });
    expect(field.template).toMatchObject({
      options: [{ label: 'Maybe' }, { label: 'Sure' }, { label: 'Never' }],
    });
    expect(written).toEqual(answers.map((cell) => cell.trim()));
  });

  const checks = [...repeated(['Yes', 'No'], 10), 'Yes ', 'No '];
  it('a column of yes and no with spaces around some values says that only these are in the way', async () => {
    const { profile, written } = await imported(checks);
    expect(profile.fieldType).toBe('single_select');
    expect(profile.outerSpace.fits).toBe('checkbox');
    expect(profile.reason).toBe('“Yes” or “No”, but 2 of 22 values have spaces around them');
    expect(written).toEqual(checks);
    const asked = await imported(checks, { fieldType: 'checkbox' });
    expect(asked.written.slice(-2)).toEqual(['raw: Yes ', 'raw: No ']);
    const trimmed = await imported(checks, { fieldType: 'checkbox', trim: true });
    expect(trimmed.written.slice(-2)).toEqual(['true', 'false']);
  });

  it.each([
    ['email', ['a@b.co', 'c@d.co', ' e@f.co'], 'Email addresses'],
    ['url', ['https://a.example/x', 'https://b.example/y', 'https://c.example/z '], 'Web addresses'],
    ['phone_number', ['+1 415 555 2671', '+1 415 555 2672', '+1 415 555 2673\t'], 'Phone numbers'],
  ] as const)(
    '%s: a padded value leaves a text, and is kept as it is in either',
    async (kind, cells, name) => {
      const { profile, written } = await imported(cells);
      expect(profile.fieldType).toBe('single_line_text');
      expect(profile.reason).toBe(`${name}, but 1 of 3 values has spaces around it`);
      expect(profile.outerSpace.fits).toBe(kind);
      expect(written).toEqual(cells);
      expect((await imported(cells, { fieldType: kind })).written).toEqual(cells);
      const trimmed = await imported(cells, { fieldType: kind, trim: true });
      expect(trimmed.written).toEqual(cells.map((cell) => cell.trim()));
    },
  );

  it('a cell of white space alone is no option: it is kept as text', async () => {
    const cells = [...repeated(['Red', 'Blue'], 10), ' '];
    const { profile, written } = await imported(cells);
    expect(profile.fieldType).toBe('single_select');
    expect(profile.outerSpace.blank).toBe(1);
    expect(written.at(-1)).toBe('raw:  ');
  });

  it('a number written as spaces alone leaves an empty cell, which the review counts', async () => {
    const { profile, written } = await imported(['2013', '2014', '   ']);
    expect(profile.fieldType).toBe('number');
    expect(written.at(-1)).toBe('');
    expect(profile.rewritten).toBe(1);
    expect(profile.notes).toEqual([
      '1 cell is written differently in an export, such as “ ” as “”; the value is the same',
    ]);
  });

  it('a list of labels with white space around the cell is kept as text where a person asks for lists', async () => {
    const cells = ['a, b', 'b, c', ' a'];
    expect((await imported(cells, { fieldType: 'multiple_select' })).written.at(-1)).toBe('raw:  a');
  });
});
