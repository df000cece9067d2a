import type { FieldKind } from '@weft/core';

/** A question whose answers are to have a column of their own. */
export interface AskedColumn {
  readonly id: string;
  readonly name: string;
  readonly type: FieldKind;
  readonly options?: readonly string[];
  readonly currencySymbol?: string;
}

/** Room for a number within the 255 characters of a column's name. */
const longestName = 240;

/** Names that are matched alike: without case, spaces and hyphens. */
export const nameKey = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '');

/** The questions as their columns are called: no two alike, so that each is found again by its name. */
export function columnsOf(questions: readonly AskedColumn[]): readonly AskedColumn[] {
  const taken = new Set<string>();
  return questions.map((question) => {
    const wanted = question.name.trim().slice(0, longestName) || 'Question';
    let name = wanted;
    for (let number = 2; taken.has(nameKey(name)); number++) name = `${wanted} (${number})`;
    taken.add(nameKey(name));
    return { ...question, name };
  });
}

/** The columns without the questions that they are for, as a table is made of them. */
export const headersOf = (columns: readonly AskedColumn[]) => columns.map(({ id: _, ...header }) => header);
