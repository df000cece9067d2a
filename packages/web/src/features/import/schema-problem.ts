import { fieldTypes } from '@weft/core';
import { type ColumnFault, primaryOf } from './column-choice.ts';
import type { WizardState } from './wizard-state.ts';

/** Why the import cannot begin yet; null when it can. */
export function schemaProblem(
  state: Pick<WizardState, 'tableName' | 'columns' | 'primary'>,
  faults: ReadonlyMap<number, ColumnFault>,
): string | null {
  if (!state.columns.some((column) => column.include)) return 'Choose at least one column';
  if (state.tableName.trim() === '') return 'Table name is required';
  const [fault] = faults.values();
  if (fault !== undefined) return fault;
  const broken = state.columns.find(
    ({ include, type, template }) => include && !fieldTypes[type].readTemplate(template).ok,
  );
  if (broken !== undefined) return `Check the settings of ${broken.name.trim()}`;
  if (primaryOf(state.columns, state.primary) === null)
    return 'None of the columns can be the primary field: import one of them as text';
  return null;
}
