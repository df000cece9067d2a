import type { Field, SortKey, Table, View } from '@weft/core';
import { must } from '@weft/std';
import type { MenuItem } from '@weft/ui';
import {
  ArrowDownNarrowWide,
  ArrowDownWideNarrow,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  EyeOff,
  ListFilter,
} from 'lucide-react';
import type { BaseSession } from '../base-session.ts';
import { newId } from '../ids.ts';
import { sortWords } from './sort-words.ts';
import { fieldsInOrder, reorderFields } from './view-order.ts';
import { changeView } from './view-settings.ts';

export interface FieldMenuWorld {
  readonly session: BaseSession;
  readonly table: Table;
  readonly view: View;
  readonly onFilter: (fieldId: string) => void;
  /** A field was made: its panel opens, where it is given its name and kind. */
  readonly onMade: (fieldId: string) => void;
}

/** What a field's header offers about the view and the fields beside it. */
export function fieldMenu(world: FieldMenuWorld, fieldId: string): readonly MenuItem[] {
  const { session, table, view } = world;
  const field = table.fields.find(({ id }) => id === fieldId);
  if (field === undefined) return [];
  const { sorts, hiddenFieldIds } = view.config;
  const change = (config: Partial<View['config']>) => void changeView(session, table, view, config);
  const isPrimary = fieldId === table.primaryFieldId;
  const sort = (direction: SortKey['direction']): MenuItem => {
    const on = sorts.some((key) => key.fieldId === fieldId && key.direction === direction);
    return {
      label: `Sort ${sortWords[field.type][direction]}`,
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
    { label: 'Filter by this field', icon: ListFilter, onSelect: () => world.onFilter(fieldId) },
    {
      label: 'Hide field',
      icon: EyeOff,
      disabled: isPrimary,
      reason: 'The primary field is always shown',
      onSelect: () => change({ hiddenFieldIds: [...hiddenFieldIds, fieldId] }),
    },
    'separator',
    {
      label: 'Insert left',
      icon: BetweenVerticalStart,
      disabled: isPrimary,
      reason: 'The primary field stays first',
      onSelect: () => insertField(world, fieldId, 0),
    },
    { label: 'Insert right', icon: BetweenVerticalEnd, onSelect: () => insertField(world, fieldId, 1) },
  ];
}

/** Makes a text field right before (0) or behind (1) another; one step of undo. */
function insertField({ session, table, view, onMade }: FieldMenuWorld, beside: string, after: 0 | 1): void {
  const groupId = newId('grp');
  const field: Field = { id: newId('fld'), name: '', type: 'single_line_text', order: 0, template: {} };
  if (!session.act('CREATE_FIELD', { tableId: table.id, field }, groupId)) return;
  const now = must(session.table(table.id), 'the table with its new field');
  const others = fieldsInOrder(now, view)
    .map(({ id }) => id)
    .filter((id) => id !== field.id);
  const order = others.toSpliced(others.indexOf(beside) + after, 0, field.id);
  reorderFields(session, now, view, order, groupId);
  onMade(field.id);
}
