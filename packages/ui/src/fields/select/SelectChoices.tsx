import type { SelectOption } from '@weft/core';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '../../primitives/Chip.tsx';
import { Icon } from '../../primitives/Icon.tsx';

/** One row of the list: an option, or the text that can become one. */
export function ChoiceRow(props: {
  readonly id: string;
  readonly active: boolean;
  readonly selected: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search box keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the search box
    <div
      role="option"
      id={props.id}
      aria-selected={props.selected}
      className={`flex min-h-8 max-sm:min-h-12 items-center gap-2 rounded-md px-2 ${props.active ? 'bg-hover' : ''}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onPress}
    >
      <span className="flex min-w-0 flex-1 items-center gap-2">{props.children}</span>
      {props.selected && <Icon of={Check} size={14} className="text-accent-text" />}
    </div>
  );
}

/** A chosen option before the search box. */
export function Chosen(props: {
  readonly option: SelectOption | undefined;
  readonly plain: boolean;
  readonly onRemove: () => void;
}) {
  if (props.option === undefined) return null;
  return (
    <span className="flex items-center gap-0.5">
      <Chip color={props.plain ? null : props.option.color}>{props.option.label}</Chip>
      <button
        type="button"
        aria-label={`Remove ${props.option.label}`}
        className="grid size-5 pointer-coarse:size-9 place-items-center rounded-sm text-text-subtle hover:bg-hover"
        onMouseDown={(event) => event.preventDefault()}
        onClick={props.onRemove}
      >
        <Icon of={X} size={14} />
      </button>
    </span>
  );
}
