import { type FunctionComponent, useState } from 'react';
import { lazyPart, type PartOnItsWay } from '../primitives/lazy-part.tsx';
import { fetchPopups } from '../primitives/popups/late-popup.tsx';
import type { CellEditorProps } from './cell-editor.ts';
import { editorLook } from './editor-keys.ts';

interface PickerProps extends CellEditorProps {
  readonly onTyped: (text: string) => void;
}

/** Holds the focus until the editor is here. What is typed over a cell goes on in the editor then. */
function Meanwhile(props: PickerProps & { readonly part: PartOnItsWay }) {
  const { field, initialText, onTyped, onCancel, part } = props;
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the person opened this cell to write into it
        autoFocus
        aria-label={field.name}
        aria-busy={part.error === null}
        dir="auto"
        autoComplete="off"
        // What is typed replaces what the cell holds only where the edit began by typing.
        readOnly={initialText === undefined}
        className={editorLook}
        value={initialText ?? ''}
        onChange={(event) => onTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          event.stopPropagation();
          if (event.key === 'Escape') onCancel();
          if (event.key === 'Enter' && part.error !== null) part.retry();
          // Nothing can be chosen yet: what was typed stays where it is.
          if (event.key === 'Enter' || event.key === 'Tab') event.preventDefault();
        }}
      />
      {part.error !== null && (
        <p
          role="alert"
          className="absolute top-full min-w-64 rounded-lg bg-raised p-2 text-base text-text shadow-2"
        >
          The choices couldn’t be loaded. The cell is as it was: press Enter to try again, or Escape to leave.
        </p>
      )}
    </>
  );
}

type Editors = typeof import('./picker-editors.ts');

/** The editor opens with the popups at hand: the key after the one that opened it is for what is in them. */
function latePicker(choose: (editors: Editors) => FunctionComponent<never>) {
  const Picker = lazyPart<PickerProps>(async () => {
    const [editors] = await Promise.all([import('./picker-editors.ts'), fetchPopups()]);
    return choose(editors) as FunctionComponent<CellEditorProps>;
  }, Meanwhile);

  function PickerEditor(props: CellEditorProps) {
    const [typed, setTyped] = useState(props.initialText);
    return <Picker {...props} {...(typed !== undefined && { initialText: typed })} onTyped={setTyped} />;
  }
  return Object.assign(PickerEditor, { preload: Picker.preload });
}

export const SelectEditor = latePicker((editors) => editors.SelectCellEditor);
export const FilesEditor = latePicker((editors) => editors.AttachmentsCellEditor);
export const LinksEditor = latePicker((editors) => editors.LinksCellEditor);

/** Before the first of them is opened. */
export const preparePickers = (): void => {
  for (const editor of [SelectEditor, FilesEditor, LinksEditor]) void editor.preload();
};
