import { nameFaults } from './column-choice.ts';
import { type Described, describeImport } from './import-input.ts';
import type { ImportSchema } from './import-schema.ts';
import { schemaProblem } from './schema-problem.ts';

/** Which sheets of a workbook are imported, each into a table of its own. */
export interface SheetChoice {
  readonly chosen: readonly string[];
  /** What was decided of those that were looked at, but for the one that is shown. */
  readonly seen: { readonly [sheet: string]: ImportSchema };
}

export interface DescribedSheet {
  readonly name: string;
  /** Null: nobody looked at it, so it is imported as it is proposed. */
  readonly described: Described | null;
}

/** All sheets, where there are several; null: there is nothing to choose. */
export const proposedSheets = ({ preview, into }: ImportSchema): SheetChoice | null =>
  into !== null || preview.availableSheets.length < 2
    ? null
    : { chosen: preview.availableSheets.map(({ name }) => name), seen: {} };

export const chooseSheet = (choice: SheetChoice, sheet: string, include: boolean): SheetChoice => ({
  ...choice,
  chosen: include ? [...choice.chosen, sheet] : choice.chosen.filter((name) => name !== sheet),
});

/** The chosen sheets as the import calls carry them, in the order of the workbook. */
export function describeSheets(
  shown: ImportSchema,
  { chosen, seen }: SheetChoice,
): readonly DescribedSheet[] {
  const known = { ...seen, [shown.preview.currentSheet]: shown };
  return shown.preview.availableSheets
    .filter(({ name }) => chosen.includes(name))
    .map(({ name }) => {
      const schema = known[name];
      return { name, described: schema === undefined ? null : describeImport(schema) };
    });
}

/** Why the import of the chosen sheets cannot begin yet; null when it can. */
export function sheetsProblem(shown: ImportSchema, { chosen, seen }: SheetChoice): string | null {
  if (chosen.length === 0) return 'Choose at least one sheet';
  const known = { ...seen, [shown.preview.currentSheet]: shown };
  for (const name of chosen) {
    const schema = known[name];
    const problem = schema === undefined ? null : schemaProblem(schema, nameFaults(schema.columns));
    if (problem !== null) return schema === shown ? problem : `${name}: ${problem}`;
  }
  return null;
}
