import type { FieldKind, FieldOf } from '@weft/core';
import type { FunctionComponent } from 'react';
import type { CellEditorProps } from './cell-editor.ts';
import { DateCellEditor } from './date/DateCellEditor.tsx';
import type { EditorName } from './grid-kind.ts';
import { gridKind } from './grid-kinds.ts';
import { FilesEditor, LinksEditor, SelectEditor } from './PickerEditor.tsx';
import { RatingCellEditor } from './rating/RatingCellEditor.tsx';
import { TextCellEditor } from './TextCellEditor.tsx';
import { LongTextCellEditor } from './text/LongTextCellEditor.tsx';

/** Stars to press or to step through; a number typed over them is a text like any other until it is read. */
function StarsEditor(props: CellEditorProps<FieldOf<'rating'>>) {
  return props.initialText === undefined ? <RatingCellEditor {...props} /> : <TextCellEditor {...props} />;
}

const editors = {
  text: TextCellEditor,
  'long-text': LongTextCellEditor,
  date: DateCellEditor,
  select: SelectEditor,
  stars: StarsEditor,
  files: FilesEditor,
  links: LinksEditor,
} satisfies { readonly [E in EditorName]: FunctionComponent<never> };

/** Whether cells of a kind are written in an editor that stands over the cell, and not in a dialog. */
export const hasInlineEditor = (kind: FieldKind): boolean => {
  const { editor } = gridKind(kind);
  return editor !== null && editor !== 'files';
};

/** The editor of a cell, by its field's kind; it fills its parent and may grow over what lies beside it. */
export function CellEditor(props: CellEditorProps) {
  const { editor } = gridKind(props.field.type);
  if (editor === null) return null;
  // `field` keeps kind and template together, so the editor gets a field of a kind it is made for.
  const Editor = editors[editor] as FunctionComponent<CellEditorProps>;
  return <Editor {...props} />;
}
