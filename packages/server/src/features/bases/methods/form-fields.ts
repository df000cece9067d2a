import { hasForm } from '@weft/core';
import type { Flow } from '@weft/db';
import { ownFieldIds } from '@weft/forms';
import type { Action, ActionInputs, ActionType, CellsByField } from '@weft/history';
import { invalid } from '@weft/std';

const named = (all: readonly { readonly cells: CellsByField }[]): readonly string[] =>
  all.flatMap(({ cells }) => Object.keys(cells));

/** The fields whose cells an action writes, changes in kind or takes away; actions that do none of it are left out. */
const writtenFields: { readonly [T in ActionType]?: (input: ActionInputs[T]) => readonly string[] } = {
  CREATE_RECORD: ({ records }) => named(records),
  UPDATE_RECORD_CELL: ({ cells }) => Object.keys(cells),
  BULK_PASTE_CELLS: ({ records, created }) => [...named(records), ...named(created)],
  BULK_CLEAR_CELLS: ({ cells }) => cells.map(({ fieldId }) => fieldId),
  CONVERT_FIELD_TYPE: ({ fieldId }) => [fieldId],
  DELETE_FIELD: ({ fieldId }) => [fieldId],
};

/** When an answer was sent, who proved to have sent it and what it scored is the form's to say, and nobody else's. */
export function requireNoFormFields(
  { id, type }: Pick<Flow, 'id' | 'type'>,
  action: Pick<Action, 'type' | 'input'>,
): void {
  if (!hasForm(type)) return;
  const own = ownFieldIds(id);
  const written = writtenFields[action.type] as ((input: Action['input']) => readonly string[]) | undefined;
  const field = written?.(action.input).find((fieldId) => own.includes(fieldId));
  if (field !== undefined)
    throw invalid(`data.${field}`, 'The form itself writes this field: it cannot be edited');
}
