import type { FieldKind, FieldOf } from '@weft/core';
import type { FunctionComponent } from 'react';
import type { CellEditorProps } from './cell-editor.ts';
import { DateCellEditor } from './DateCellEditor.tsx';
import { LongTextCellEditor } from './LongTextCellEditor.tsx';
import { RatingCellEditor } from './RatingCellEditor.tsx';
import { SelectCellEditor } from './SelectCellEditor.tsx';
import { TextCellEditor } from './TextCellEditor.tsx';

/** Stars to press or to step through; a number typed over them is a text like any other until it is read. */
function RatingEditor(props: CellEditorProps<FieldOf<'rating'>>) {
  return props.initialText === undefined ? <RatingCellEditor {...props} /> : <TextCellEditor {...props} />;
}

/** THE list of cell editors; null where a cell is computed, toggled in place or edited elsewhere. */
const cellEditors: { readonly [K in FieldKind]: FunctionComponent<CellEditorProps<FieldOf<K>>> | null } = {
  single_line_text: TextCellEditor,
  long_text: LongTextCellEditor,
  number: TextCellEditor,
  currency: TextCellEditor,
  percent: TextCellEditor,
  rating: RatingEditor,
  duration: TextCellEditor,
  date: DateCellEditor,
  datetime: DateCellEditor,
  checkbox: null,
  single_select: SelectCellEditor,
  multiple_select: SelectCellEditor,
  attachments: null,
  email: TextCellEditor,
  url: TextCellEditor,
  phone_number: TextCellEditor,
  linked_record: null,
  lookup: null,
};

/** Kinds without an editor whose value turns over on a press or Space. */
export const togglesInPlace = (kind: FieldKind): boolean => kind === 'checkbox';

/** Kinds whose cells Space opens, as it opens any list; into all others it is written. */
export const spaceOpens = (kind: FieldKind): boolean => cellEditors[kind] === SelectCellEditor;

/** The editor of a cell, by its field's kind; it fills its parent and may grow over what lies beside it. */
export function CellEditor(props: CellEditorProps) {
  // `field` keeps kind and template together, so the editor gets the field it is made for.
  const Editor = cellEditors[props.field.type] as FunctionComponent<CellEditorProps> | null;
  return Editor === null ? null : <Editor {...props} />;
}
