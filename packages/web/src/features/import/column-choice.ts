import { defaultTemplate, type Field, type FieldKind, fieldTypes, whyNotPrimary } from '@weft/core';
import type { ImportPreview } from '@weft/protocol';

/** What a person decided about one column of the file. */
export interface ColumnChoice {
  readonly sourceIndex: number;
  readonly name: string;
  readonly type: FieldKind;
  readonly template: Field['template'];
  readonly include: boolean;
  /** The kind was chosen by the person, not proposed. */
  readonly decided: boolean;
}

/** The settings of a kind, those given filled up with its defaults. */
export function fullTemplate(kind: FieldKind, some: object): Field['template'] {
  const read = fieldTypes[kind].readTemplate(some);
  return read.ok ? read.value : (defaultTemplate(kind) ?? {});
}

/** The proposals of a preview as choices, in the order of the file. */
export const proposed = (preview: ImportPreview): readonly ColumnChoice[] =>
  preview.config.columns.map((column) => ({
    sourceIndex: column.sourceFieldIndex,
    name: column.fieldName,
    type: column.fieldType,
    template: fullTemplate(column.fieldType, column.template),
    include: true,
    decided: false,
  }));

export type ColumnFault = 'A field needs a name' | 'A field with this name already exists';

/** Faults of the names by source index; names are unique without regard to case. */
export function nameFaults(choices: readonly ColumnChoice[]): ReadonlyMap<number, ColumnFault> {
  const faults = new Map<number, ColumnFault>();
  const taken = new Set<string>();
  for (const { include, name, sourceIndex } of choices) {
    if (!include) continue;
    const folded = name.trim().toLowerCase();
    if (folded === '') faults.set(sourceIndex, 'A field needs a name');
    else if (taken.has(folded)) faults.set(sourceIndex, 'A field with this name already exists');
    taken.add(folded);
  }
  return faults;
}

const canLead = (choice: ColumnChoice): boolean => choice.include && whyNotPrimary(choice.type) === null;

/** The primary column: the wanted one while it can be, else the first text, else the first that can; null for none. */
export function primaryOf(choices: readonly ColumnChoice[], wanted: number | null): number | null {
  const able = choices.filter(canLead);
  const lead =
    able.find((choice) => choice.sourceIndex === wanted) ??
    able.find((choice) => choice.type === 'single_line_text') ??
    able[0];
  return lead?.sourceIndex ?? null;
}
