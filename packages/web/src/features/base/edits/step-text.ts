import type { StepResult } from '@weft/client';
import type { BaseMetadata } from '@weft/core';

/** 'Deleted a record' and 'Deleted 20 records' count the same things. */
const counted = /(\d[\d,]*) (\w+?)s\b|\ban? (\w+)\b/;

const countOf = (label: string): number => Number(counted.exec(label)?.[1]?.replaceAll(',', '') ?? 1);
const kindOf = (label: string): string =>
  label.replace(counted, (_, __, many?: string, one?: string) => `# ${many ?? one}`);

/** What names a step alone, the first before the others: the rest of it follows from what the person did. */
const naming = ['Imported ', 'Pasted ', 'Duplicated ', 'Added field ', 'Changed the type of '];

/** Joins the labels of one step: equal ones once, with their counts added, and only those that name it, where some do. */
export function joinLabels(all: readonly string[]): string {
  const name = naming.find((start) => all.some((label) => label.startsWith(start)));
  const named = name === undefined ? all : all.filter((label) => label.startsWith(name));
  // A record that is made beside another is moved to its place in the same step.
  const labels = named.includes('Added a record')
    ? named.filter((label) => label !== 'Moved a record')
    : named;
  const kinds = [...Map.groupBy(labels, kindOf)];
  const [[kind, of] = ['', []]] = kinds;
  const sum = of.reduce((total, label) => total + countOf(label), 0);
  const text = of.length === 1 ? (of[0] ?? '') : kind.replace(/# (\w+)/, `${sum.toLocaleString('en')} $1s`);
  return kinds.length === 1 ? text : `${text} and ${kinds.length - 1} more`;
}

/** The toast after undo or redo; null where the change on screen says enough. */
export function stepText(
  way: 'undo' | 'redo',
  { actions, conflicts }: StepResult,
  metadata: BaseMetadata,
): { readonly text: string; readonly tone: 'done' | 'error' } | null {
  const done = way === 'undo' ? 'Undone' : 'Redone';
  const [conflict] = conflicts;
  if (conflict) {
    const fields = metadata.tables.flatMap((table) => table.fields);
    const field = fields.find(({ id }) => id === conflict.fieldId)?.name;
    const where = field === undefined ? '' : ` (${field})`;
    const kept = conflicts.length === 1 ? 'One change was kept' : `${conflicts.length} changes were kept`;
    return { text: `${kept} as it is${where}: ${conflict.reason}`, tone: 'error' };
  }
  if (actions.length === 0) return { text: `Nothing to ${way}`, tone: 'done' };
  return { text: `${done}: ${joinLabels(actions.map(({ label }) => label))}`, tone: 'done' };
}
