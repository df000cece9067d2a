import {
  defaultTemplate,
  type Field,
  type FieldKind,
  fieldTypes,
  isSelectKind,
  nextOptionColor,
  type SelectOption,
  type SelectTemplate,
  takesManyOptions,
} from '@weft/core';
import type { ImportPreviewColumn } from '@weft/protocol';
import { deepEqual } from '@weft/std';

interface Kind {
  readonly type: FieldKind;
  readonly template: Field['template'];
  readonly trim?: boolean;
}

/** The settings of a kind, those given filled up with its defaults. */
export function fullTemplate(kind: FieldKind, some: object): Field['template'] {
  const read = fieldTypes[kind].readTemplate({ ...defaultTemplate(kind), ...some });
  return read.ok ? read.value : (defaultTemplate(kind) ?? {});
}

/** The kinds that keep the white space around values unless a person says otherwise. */
const spacedKinds: ReadonlySet<FieldKind> = new Set([
  'single_select',
  'multiple_select',
  'checkbox',
  'email',
  'url',
  'phone_number',
]);

export const keepsSpaces = (kind: FieldKind): boolean => spacedKinds.has(kind);

/**
 * The labels of the file as a kind of select, each once, without the white space around them where `trim` says so; null
 * for other kinds and where they are too many to be edited here.
 */
export function fileLabels(
  column: ImportPreviewColumn,
  kind: FieldKind,
  trim = false,
): readonly string[] | null {
  if (!isSelectKind(kind)) return null;
  const { single, multiple } = column.fieldValidation.labels;
  const labels = takesManyOptions(kind) ? multiple : single;
  return labels === null || !trim ? labels : [...new Set(labels.map((label) => label.trim()))];
}

/** The value the option of a label of the file has, whatever its name becomes. */
const valueAt = (index: number): string => `file${index}`;

/** The settings a column begins with as a kind: selects have the options of the file, in its order. */
export function startTemplate(
  column: ImportPreviewColumn,
  kind: FieldKind,
  some: object,
  trim = false,
): Field['template'] {
  const template = fullTemplate(kind, some);
  const labels = fileLabels(column, kind, trim);
  if (labels === null) return template;
  const select = template as SelectTemplate;
  const options: SelectOption[] = [...select.options];
  const known = new Set(options.map((option) => option.label));
  for (const [index, label] of labels.entries()) {
    if (!known.has(label)) options.push({ value: valueAt(index), label, color: nextOptionColor(options) });
  }
  return { ...select, options };
}

/** Labels of the file that go by another name now, or by none (null): their option was deleted. */
export function changedLabels(
  column: ImportPreviewColumn,
  { type, template, trim }: Kind,
): readonly (readonly [text: string, label: string | null])[] {
  const labels = fileLabels(column, type, trim);
  if (labels === null) return [];
  const { options } = template as SelectTemplate;
  const names = new Map(options.map(({ value, label }) => [value, label]));
  return labels.flatMap((text, index) => {
    const label = names.get(valueAt(index)) ?? '';
    return label === text ? [] : [[text, label.trim() === '' ? null : label] as const];
  });
}

/** The settings of a column of a file read again: a select has the options of this reading, unless they are the same. */
export function rebuiltTemplate(
  before: ImportPreviewColumn,
  now: ImportPreviewColumn,
  kind: FieldKind,
  template: Field['template'],
  trim = false,
): Field['template'] {
  if (!isSelectKind(kind) || deepEqual(fileLabels(before, kind), fileLabels(now, kind))) return template;
  return startTemplate(now, kind, { ...template, options: [] }, trim);
}
