import { flowType } from '@weft/core';
import { Icon } from '@weft/ui';
import { Star } from 'lucide-react';
import { flowIcon } from '../../shell/flow-icons.ts';
import { useAwaitsImport } from '../../shell/use-awaits-import.ts';
import { AnswerCount } from './AnswerCount.tsx';
import { FlowCheckbox, FlowMenuButton, StarButton } from './FlowButtons.tsx';
import { FlowMarks } from './FlowMarks.tsx';
import { FlowPicture } from './FlowPicture.tsx';
import { LastMoment } from './FlowRow.tsx';
import { FlowTitle } from './FlowTitle.tsx';
import { canDrag, type FlowItemProps, pointOf } from './flow-item.ts';
import { RestoreButton } from './RestoreButton.tsx';
import { SharedWith } from './SharedWith.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { useLongPress } from './use-long-press.ts';

const quiet = 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100';

/** One flow as a card: press to open, its menu for the rest. */
export function FlowCard({ flow, workspace, opens, selected, selecting, ...on }: FlowItemProps) {
  const awaitsImport = useAwaitsImport(flow.publicIdentifier);
  const longPress = useLongPress(
    () => on.onSelect(false),
    (event) => on.onMenu(pointOf(event)),
  );
  return (
    <li
      draggable={opens && canDrag}
      onDragStart={on.onDragStart}
      {...longPress}
      className={`group pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none] relative rounded-lg border bg-surface transition-shadow duration-(--w-duration-fast) focus-within:border-line-strong hover:border-line-strong hover:shadow-2 ${
        selected ? 'outline-2 outline-accent -outline-offset-1' : ''
      }`}
    >
      <FlowPicture flow={flow} color={workspace?.color ?? 'Gray'} />
      <div className="border-line-subtle border-t px-3 py-2.5">
        <div className="flex items-center gap-1.5">
          <FlowTitle flow={flow} opens={opens} />
          <FlowMarks flow={flow} />
          {!opens && (
            <span className="ms-auto">
              <RestoreButton flow={flow} />
            </span>
          )}
          {flow.starred && (
            <span className="ms-auto text-star">
              <Icon of={Star} size={14} className="fill-star" />
              <span className="sr-only">Starred</span>
            </span>
          )}
        </div>
        <p className="mt-1 flex items-center gap-1.5 text-small text-text-muted">
          <Icon of={flowIcon(flow)} size={14} className="text-text-subtle" />
          {awaitsImport ? (
            <span className="text-warning-text">Import interrupted</span>
          ) : (
            flowType(flow.type).label
          )}
          <span aria-hidden="true">·</span>
          <LastMoment flow={flow} />
          <AnswerCount flow={flow} opens={opens} short />
          <StatusBadge flow={flow} short />
        </p>
      </div>
      <span className="absolute end-2 top-30 flex rounded-full">
        <SharedWith flow={flow} />
      </span>
      <div className={`absolute start-2 top-2 z-1 rounded-sm ${selected || selecting ? '' : quiet}`}>
        <FlowCheckbox flow={flow} selected={selected} onSelect={on.onSelect} />
      </div>
      <div className={`absolute end-2 top-2 z-1 flex rounded-md bg-raised shadow-1 ${quiet}`}>
        {opens && <StarButton flow={flow} />}
        <FlowMenuButton flow={flow} onMenu={on.onMenu} />
      </div>
    </li>
  );
}
