import type { StepResult } from '@weft/client';
import type { BaseMetadata } from '@weft/core';

/** What a person reads after undo or redo; null where the change itself says enough. */
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
  const [action] = actions;
  if (!action) return { text: `Nothing to ${way}`, tone: 'done' };
  const more = actions.length > 1 ? ` and ${actions.length - 1} more` : '';
  return { text: `${done}: ${action.label}${more}`, tone: 'done' };
}
