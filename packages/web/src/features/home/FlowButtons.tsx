import { Checkbox, IconButton } from '@weft/ui';
import { Ellipsis, Star } from 'lucide-react';
import { starFlow } from './flow-changes.ts';
import type { FlowItemProps } from './flow-item.ts';

/** Checks a flow; with Shift all from the one checked before. */
export function FlowCheckbox({
  flow,
  selected,
  onSelect,
}: Pick<FlowItemProps, 'flow' | 'selected' | 'onSelect'>) {
  return (
    <Checkbox
      ariaLabel={`Select ${flow.name}`}
      checked={selected}
      onChange={(_, event) => onSelect('shiftKey' in event && event.shiftKey === true)}
    />
  );
}

interface StarButtonProps extends Pick<FlowItemProps, 'flow'> {
  readonly className?: string;
}

/** Stars a flow, or takes its star away. */
export function StarButton({ flow, className = '' }: StarButtonProps) {
  return (
    <IconButton
      size="sm"
      icon={Star}
      label={flow.starred ? `Unstar ${flow.name}` : `Star ${flow.name}`}
      aria-pressed={flow.starred}
      className={className}
      onClick={() => void starFlow(flow, !flow.starred)}
    />
  );
}

/** Opens the menu of a flow beside itself. */
export function FlowMenuButton({ flow, onMenu }: Pick<FlowItemProps, 'flow' | 'onMenu'>) {
  return (
    <IconButton
      size="sm"
      plain
      icon={Ellipsis}
      label={`${flow.name}: menu`}
      aria-haspopup="menu"
      onClick={(event) => onMenu(event.currentTarget)}
    />
  );
}
