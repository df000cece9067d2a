import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

export interface DragHandleProps {
  /** What is dragged, for whoever it is dropped on outside. */
  readonly text: string;
  /** False: it keeps its room but cannot be seen or dragged. */
  readonly shown?: boolean | undefined;
  readonly onBegin: () => void;
  readonly onEnd: () => void;
}

/** Where a row of a list is taken to drag it; there is none on phones, where the arrows move it. */
export function DragHandle({ text, shown = true, onBegin, onEnd }: DragHandleProps) {
  return (
    <span
      aria-hidden="true"
      draggable={shown}
      className={`cursor-grab text-text-subtle max-sm:hidden ${shown ? '' : 'invisible'}`}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', text);
        onBegin();
      }}
      onDragEnd={onEnd}
    >
      <Icon of={GripVertical} size={14} />
    </span>
  );
}

export interface MoveButtonsProps {
  /** What moves: 'Move `what` up'. */
  readonly what: string;
  /** From 0. */
  readonly place: number;
  readonly isLast: boolean;
  readonly onMove: (from: number, to: number) => void;
}

/** Moves a row of a list by one place, for keys and fingers. */
export function MoveButtons({ what, place, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        plain
        size="sm"
        icon={ArrowUp}
        label={`Move ${what} up`}
        disabled={place === 0}
        onClick={() => onMove(place, place - 1)}
      />
      <IconButton
        plain
        size="sm"
        icon={ArrowDown}
        label={`Move ${what} down`}
        disabled={isLast}
        onClick={() => onMove(place, place + 1)}
      />
    </>
  );
}
