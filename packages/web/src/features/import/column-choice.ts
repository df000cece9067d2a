import { type Field, type FieldKind, usualPrimaryKind, whyNotPrimary } from '@weft/core';
import type { ImportPreview } from '@weft/protocol';
import { deepEqual } from '@weft/std';
import { rebuiltTemplate, startTemplate } from './column-options.ts';

/** What a person decided about one column of the file. */
export interface ColumnChoice {
  readonly sourceIndex: number;
  readonly name: string;
  readonly type: FieldKind;
  readonly template: Field['template'];
  readonly include: boolean;
  /** The white space around the values is left out. */
  readonly trim?: boolean;
  /** The kind was chosen by the person, not proposed. */
  readonly decided: boolean;
}

/** The proposals of a preview as choices, in the order of the file. */
export const proposed = (preview: ImportPreview): readonly ColumnChoice[] =>
  preview.config.columns.map((column) => ({
    sourceIndex: column.sourceFieldIndex,
    name: column.fieldName,
    type: column.fieldType,
    template: startTemplate(column, column.fieldType, column.template),
    include: true,
    decided: false,
  }));

/**
 * The choices for a file read again, another way: what the person decided stays where its column is still there. A
 * column is the same by its name in the file; where no name is (the header was switched), by its place, while there
 * are as many.
 */
export function keptChoices(
  before: readonly ColumnChoice[],
  old: ImportPreview,
  next: ImportPreview,
): readonly ColumnChoice[] {
  const oldColumns = old.config.columns;
  const sameWidth = oldColumns.length === next.config.columns.length;
  const taken = new Set(next.config.columns.map((column) => column.fieldName));
  const originOf = (name: string, index: number) =>
    oldColumns.find((column) => column.fieldName === name) ??
    (sameWidth
      ? oldColumns.filter((column) => !taken.has(column.fieldName) && column.sourceFieldIndex === index)[0]
      : undefined);
  return proposed(next).map((choice) => {
    const origin = originOf(choice.name, choice.sourceIndex);
    const decided = before.find((each) => each.sourceIndex === origin?.sourceFieldIndex);
    if (origin === undefined || decided === undefined) return choice;
    const trim = decided.trim === true;
    const start = startTemplate(origin, origin.fieldType, origin.template, trim);
    const setUp = trim || !deepEqual(start, decided.template);
    const column = next.config.columns.find((each) => each.sourceFieldIndex === choice.sourceIndex);
    const templateIn = ({ type, template }: ColumnChoice) =>
      column === undefined ? template : rebuiltTemplate(origin, column, type, template, trim);
    const keepsType = decided.decided || (setUp && decided.type === choice.type);
    return {
      ...choice,
      name: decided.name === origin.fieldName ? choice.name : decided.name,
      include: decided.include,
      ...(keepsType
        ? { type: decided.type, template: templateIn(decided), decided: decided.decided, trim }
        : {}),
    };
  });
}

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
    able.find((choice) => choice.type === usualPrimaryKind) ??
    able[0];
  return lead?.sourceIndex ?? null;
}
