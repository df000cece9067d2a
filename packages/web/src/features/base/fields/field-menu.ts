import { type Field, fieldType, type SortKey, type Table, type View } from '@weft/core';
import { lightKinds, type MenuItem } from '@weft/ui';
import {
  ArrowDownNarrowWide,
  ArrowDownWideNarrow,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Copy,
  CopyPlus,
  EyeOff,
  ListFilter,
} from 'lucide-react';
import type { BaseSession } from '../open/base-session.ts';
import { changeView } from '../views/view-settings.ts';
import { duplicateField } from './duplicate-field.ts';
import type { FieldPlace } from './insert-field.ts';

export interface FieldMenuDeps {
  readonly session: BaseSession;
  readonly table: Table;
  readonly view: View;
  readonly onFilter: (fieldId: string) => void;
  /** A new field is wanted there; null: none can be added. */
  readonly onInsert: ((place: FieldPlace) => void) | null;
}

/** What a field's header offers about the view and the fields beside it. */
export function fieldMenu(deps: FieldMenuDeps, fieldId: string): readonly MenuItem[] {
  const { session, table, view } = deps;
  const field = table.fields.find(({ id }) => id === fieldId);
  if (field === undefined) return [];
  const { sorts, hiddenFieldIds } = view.config;
  const change = (config: Partial<View['config']>) => void changeView(session, table, view, config);
  const isPrimary = fieldId === table.primaryFieldId;
  const sort = (direction: SortKey['direction']): MenuItem => {
    const on = sorts.some((key) => key.fieldId === fieldId && key.direction === direction);
    return {
      label: `Sort ${lightKinds[field.type].sortWords[direction]}`,
      icon: direction === 'asc' ? ArrowDownNarrowWide : ArrowDownWideNarrow,
      checked: on,
      // Chosen again, the view is as it was before.
      onSelect: () =>
        change({ sorts: on ? sorts.filter((key) => key.fieldId !== fieldId) : [{ fieldId, direction }] }),
    };
  };
  return [
    sort('asc'),
    sort('desc'),
    { label: 'Filter by this field', icon: ListFilter, onSelect: () => deps.onFilter(fieldId) },
    {
      label: 'Hide field',
      icon: EyeOff,
      disabled: isPrimary,
      reason: 'The primary field is always shown',
      onSelect: () => change({ hiddenFieldIds: [...hiddenFieldIds, fieldId] }),
    },
    ...newFields(deps, field),
  ];
}

/** What can be added beside a field. */
function newFields(
  { session, table, view, onInsert }: FieldMenuDeps,
  { id, type }: Field,
): readonly MenuItem[] {
  if (onInsert === null) return [];
  const insert = (after: 0 | 1) => onInsert({ viewId: view.id, beside: id, after });
  const duplicate = (withCells: boolean) => duplicateField(session, table, view, id, withCells);
  const isPrimary = id === table.primaryFieldId;
  return [
    'separator',
    {
      label: 'Insert left',
      icon: BetweenVerticalStart,
      disabled: isPrimary,
      reason: 'The primary field stays first',
      onSelect: () => insert(0),
    },
    { label: 'Insert right', icon: BetweenVerticalEnd, onSelect: () => insert(1) },
    { label: 'Duplicate field with cells', icon: Copy, onSelect: () => duplicate(true) },
    // Those of a lookup follow from its settings, and those that the server keeps from the records.
    ...(fieldType(type).readOnly
      ? []
      : [{ label: 'Duplicate without cells', icon: CopyPlus, onSelect: () => duplicate(false) }]),
  ];
}
