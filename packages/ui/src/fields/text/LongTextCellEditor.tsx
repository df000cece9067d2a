import type { CellEditorProps } from '../cell-editor.ts';
import { openingText } from '../cell-text-input.ts';
import { editorLook } from '../editor-keys.ts';
import { useCellText } from '../use-cell-text.ts';

/** Six rows to write in; Enter ends, Shift+Enter and Alt+Enter make a line. */
export function LongTextCellEditor(props: CellEditorProps) {
  const { field, value, raw, initialText, env } = props;
  const opening = openingText(field, value, raw, env);
  const { text, setText, endTyping, box } = useCellText(props, opening, initialText ?? opening);
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: the person opened this cell to write into it
      autoFocus
      aria-label={field.name}
      dir="auto"
      rows={6}
      className={`${editorLook} w-full min-w-75 resize py-2`}
      value={text}
      onFocus={(event) => event.target.setSelectionRange(text.length, text.length)}
      onChange={(event) => setText(event.target.value)}
      {...box}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.shiftKey || event.altKey)) {
          event.stopPropagation();
          endTyping();
          if (event.altKey) {
            event.preventDefault();
            const { selectionStart, selectionEnd } = event.currentTarget;
            event.currentTarget.setRangeText('\n', selectionStart, selectionEnd, 'end');
            setText(event.currentTarget.value);
          }
          return;
        }
        box.onKeyDown(event);
      }}
    />
  );
}
