import {
  addOptions,
  defaultTemplate,
  type Field,
  type FieldKind,
  fieldTypes,
  isSelectKind,
  type SelectTemplate,
} from '@weft/core';
import type { ImportPreviewColumn } from '@weft/protocol';
import { deepEqual } from '@weft/std';

interface Kind {
  readonly type: FieldKind;
  readonly template: Field['template'];
}

/** The settings of a kind, those given filled up with its defaults. */
export function fullTemplate(kind: FieldKind, some: object): Field['template'] {
  const read = fieldTypes[kind].readTemplate(some);
  return read.ok ? read.value : (defaultTemplate(kind) ?? {});
}

/** The labels of the file as a kind of select; null for other kinds and where they are too many to be edited here. */
export function fileLabels(column: ImportPreviewColumn, kind: FieldKind): readonly string[] | null {
  if (!isSelectKind(kind)) return null;
  const { single, multiple } = column.fieldValidation.labels;
  return kind === 'single_select' ? single : multiple;
}

/** The value the option of a label of the file has, whatever its name becomes. */
const valueAt = (index: number): string => `file${index}`;

/** The settings a column begins with as a kind: selects have the options of the file, in its order. */
export function startTemplate(column: ImportPreviewColumn, kind: FieldKind, some: object): Field['template'] {
  const template = fullTemplate(kind, some);
  const labels = fileLabels(column, kind);
  if (labels === null) return template;
  let made = 0;
  return addOptions(template as SelectTemplate, labels, () => valueAt(made++));
}

/** Labels of the file that go by another name now, or by none (null): their option was deleted. */
export function changedLabels(
  column: ImportPreviewColumn,
  { type, template }: Kind,
): readonly (readonly [text: string, label: string | null])[] {
  const labels = fileLabels(column, type);
  if (labels === null) return [];
  const { options } = template as SelectTemplate;
  const names = new Map(options.map(({ value, label }) => [value, label.trim()]));
  return labels.flatMap((text, index) => {
    const label = names.get(valueAt(index)) ?? '';
    return label === text ? [] : [[text, label === '' ? null : label] as const];
  });
}

/** The settings of a column of a file read anew: a select has the options of this reading, unless they are the same. */
export function rebuiltTemplate(
  before: ImportPreviewColumn,
  now: ImportPreviewColumn,
  kind: FieldKind,
  template: Field['template'],
): Field['template'] {
  if (!isSelectKind(kind) || deepEqual(fileLabels(before, kind), fileLabels(now, kind))) return template;
  return startTemplate(now, kind, { ...template, options: [] });
}
