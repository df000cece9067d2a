import { palette, type SelectOption } from '@weft/core';
import { X } from 'lucide-react';
import { type KeyboardEvent, memo, useRef } from 'react';
import { cx } from '../../primitives/class-names.ts';
import { IconButton } from '../../primitives/IconButton.tsx';
import { DragHandle, MoveButtons } from '../../primitives/row-movers.tsx';
import { TextInput } from '../../primitives/TextInput.tsx';
import { ColorSelect } from '../ColorSelect.tsx';

/** What a row asks of its list. The same object as long as the list is shown, so that a key redraws one row. */
export interface OptionListActions {
  readonly patch: (index: number, part: Partial<SelectOption>) => void;
  readonly move: (from: number, to: number) => void;
  readonly remove: (index: number) => void;
  /** Enter in a name. */
  readonly next: (index: number) => void;
  /** A paste of several lines. */
  readonly pasteLines: (text: string) => void;
  readonly drag: (index: number | null) => void;
  /** Something is held over a row; true when it is an option. */
  readonly dragOver: (index: number) => boolean;
}

export interface OptionRowProps {
  readonly option: SelectOption;
  /** Its place among all options. */
  readonly index: number;
  /** Its place among those that are shown, and their number. */
  readonly place: number;
  readonly count: number;
  /** Whether it can be moved: all options are shown. */
  readonly movable: boolean;
  /** Pixels from the top of the list; null: right below the row before. */
  readonly top: number | null;
  readonly isDragged: boolean;
  /** Another option has the same name. */
  readonly isDouble: boolean;
  readonly on: OptionListActions;
}

/** One option: its colour, its name, its place. Without tooltips: a list may hold a thousand. */
export const OptionRow = memo(function OptionRow(props: OptionRowProps) {
  const { option, index, place, count, movable, top, isDouble, on } = props;
  const isLast = place === count - 1;
  const typed = useRef(false);
  const name = option.label.trim() === '' ? `option ${index + 1}` : option.label;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      on.next(index);
    } else if (!movable) return;
    else if (event.altKey && event.key === 'ArrowUp') {
      event.preventDefault();
      if (index > 0) on.move(index, index - 1);
    } else if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      if (!isLast) on.move(index, index + 1);
    }
  };
  return (
    <li
      data-option={option.value}
      aria-posinset={place + 1}
      aria-setsize={count}
      className={cx(
        'group flex items-center gap-1',
        top === null ? 'relative' : 'absolute inset-x-0',
        props.isDragged && 'opacity-50',
      )}
      style={top === null ? undefined : { top }}
      onDragOver={(event) => on.dragOver(index) && event.preventDefault()}
      onDrop={(event) => event.preventDefault()}
    >
      {movable && (
        <DragHandle text={option.label} onBegin={() => on.drag(index)} onEnd={() => on.drag(null)} />
      )}
      <ColorSelect
        compact
        label={`Color of ${name}`}
        value={option.color}
        colors={palette}
        onChange={(color) => on.patch(index, { color })}
      />
      <TextInput
        size="sm"
        aria-label={`Option ${index + 1}`}
        aria-keyshortcuts={movable ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        aria-invalid={isDouble || undefined}
        dir="auto"
        value={option.label}
        onChange={(event) => {
          typed.current = true;
          on.patch(index, { label: event.target.value });
        }}
        onBlur={() => {
          // What is typed goes without the spaces around it; an imported label keeps its own.
          if (typed.current && option.label !== option.label.trim())
            on.patch(index, { label: option.label.trim() });
          typed.current = false;
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!/[\r\n]/.test(text.trim())) return;
          event.preventDefault();
          on.pasteLines(text);
        }}
      />
      {movable && (
        // Under a mouse they stand over the end of the name, while it is pointed at.
        <span className="flex pointer-fine:absolute pointer-fine:end-8.5 pointer-fine:rounded-md pointer-fine:bg-surface pointer-fine:opacity-0 pointer-fine:*:size-6 pointer-fine:focus-within:opacity-100 pointer-fine:group-hover:opacity-100">
          <MoveButtons what={name} place={index} isLast={isLast} onMove={on.move} />
        </span>
      )}
      <IconButton plain icon={X} size="sm" label={`Delete ${name}`} onClick={() => on.remove(index)} />
    </li>
  );
});
