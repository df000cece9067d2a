import type { CellEditorProps } from './cell-editor.ts';
import { openingText, takesText } from './cell-text-input.ts';
import { editorLook, growingLook } from './editor-keys.ts';
import { gridKind } from './grid-kinds.ts';
import { pasteInto } from './paste-into.ts';
import { useCellText } from './use-cell-text.ts';

/** One line of text, read by the field's type when it is left. */
export function TextCellEditor(props: CellEditorProps) {
  const { field, value, raw, initialText, env } = props;
  const { inputMode = 'text', isFigures = false, spellCheck = false } = gridKind(field.type).text;
  const opening = openingText(field, value, raw, env);
  // Only a value that is edited refuses keys: what replaces a cell is read when it is left, and so is what did not fit.
  const filters = initialText === undefined && takesText(field, opening, env);
  const { text, setText, box } = useCellText(props, opening, initialText ?? opening);
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person opened this cell to write into it
      autoFocus
      aria-label={field.name}
      dir="auto"
      inputMode={inputMode}
      autoComplete="off"
      spellCheck={spellCheck}
      className={`${editorLook} ${growingLook} ${isFigures ? 'text-end tabular-nums' : ''}`}
      value={text}
      onChange={(event) => {
        const next = event.target.value;
        if (!filters || takesText(field, next, env)) setText(next);
      }}
      onPaste={(event) => filters && pasteInto(event, field, env, setText)}
      {...box}
    />
  );
}
