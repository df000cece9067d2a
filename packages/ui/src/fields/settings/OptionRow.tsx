import { palette, type SelectOption } from '@weft/core';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Icon } from '../../primitives/Icon.tsx';
import { IconButton } from '../../primitives/IconButton.tsx';
import { TextInput } from '../../primitives/TextInput.tsx';
import { ColorSelect } from './ColorSelect.tsx';

export interface OptionRowProps {
  readonly option: SelectOption;
  readonly index: number;
  readonly isLast: boolean;
  readonly isDragged: boolean;
  /** Another option has the same name. */
  readonly isDouble: boolean;
  readonly onPatch: (part: Partial<SelectOption>) => void;
  readonly onMove: (to: number) => void;
  readonly onDelete: () => void;
  /** Enter in the name. */
  readonly onNext: () => void;
  /** A paste of several lines. */
  readonly onPasteLines: (text: string) => void;
  readonly onDragStart: () => void;
  readonly onDragEnd: () => void;
  readonly onDragOver: (event: React.DragEvent) => void;
}

/** One option: its colour, its name, its place. Without tooltips: a list may hold a thousand. */
export function OptionRow(props: OptionRowProps) {
  const { option, index, isLast, isDouble, onPatch, onMove } = props;
  const name = option.label.trim() === '' ? `option ${index + 1}` : option.label;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      props.onNext();
    } else if (event.altKey && event.key === 'ArrowUp') {
      event.preventDefault();
      if (index > 0) onMove(index - 1);
    } else if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      if (!isLast) onMove(index + 1);
    }
  };
  return (
    <li
      data-option={option.value}
      className={`flex items-center gap-1 ${props.isDragged ? 'opacity-50' : ''}`}
      onDragOver={props.onDragOver}
      onDrop={(event) => event.preventDefault()}
    >
      <span
        aria-hidden="true"
        draggable
        className="cursor-grab text-text-subtle max-sm:hidden"
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', option.label);
          props.onDragStart();
        }}
        onDragEnd={props.onDragEnd}
      >
        <Icon of={GripVertical} size={14} />
      </span>
      <ColorSelect
        compact
        label={`Color of ${name}`}
        value={option.color}
        colors={palette}
        onChange={(color) => onPatch({ color })}
      />
      <TextInput
        size="sm"
        aria-label={`Option ${index + 1}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        aria-invalid={isDouble || undefined}
        dir="auto"
        value={option.label}
        onChange={(event) => onPatch({ label: event.target.value })}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!/[\r\n]/.test(text.trim())) return;
          event.preventDefault();
          props.onPasteLines(text);
        }}
      />
      <span className="flex">
        <IconButton
          plain
          icon={ArrowUp}
          size="sm"
          label={`Move ${name} up`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <IconButton
          plain
          icon={ArrowDown}
          size="sm"
          label={`Move ${name} down`}
          disabled={isLast}
          onClick={() => onMove(index + 1)}
        />
        <IconButton plain icon={X} size="sm" label={`Delete ${name}`} onClick={props.onDelete} />
      </span>
    </li>
  );
}
