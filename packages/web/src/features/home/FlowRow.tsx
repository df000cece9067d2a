import { flowType } from '@weft/core';
import { Avatar } from '@weft/ui';
import type { Flow } from '../../api.ts';
import { Day } from '../../shell/Day.tsx';
import { Moment } from '../../shell/Moment.tsx';
import { useAwaitsImport } from '../../shell/use-awaits-import.ts';
import { AnswerCount } from './AnswerCount.tsx';
import { EventBadges } from './EventBadges.tsx';
import { EventHosts } from './EventHosts.tsx';
import { FlowCheckbox, FlowMenuButton, StarButton } from './FlowButtons.tsx';
import { FlowMarks } from './FlowMarks.tsx';
import { FlowTile } from './FlowTile.tsx';
import { FlowTitle } from './FlowTitle.tsx';
import { canDrag, type FlowItemProps, pointOf, wideColumns } from './flow-item.ts';
import { RestoreButton } from './RestoreButton.tsx';
import { SharedWith } from './SharedWith.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { useLongPress } from './use-long-press.ts';

/** 'Viewed 2 minutes ago', or when it was last changed, whichever is later; in the trash since when. */
export function LastMoment({ flow }: { readonly flow: Flow }) {
  const { trashedAt, lastOpenedAt, updatedAt } = flow;
  const viewed = lastOpenedAt !== null && lastOpenedAt >= updatedAt;
  return (
    <span className="min-w-0 truncate">
      {trashedAt !== null ? 'Trashed ' : viewed ? 'Viewed ' : 'Updated '}
      <Moment at={trashedAt ?? (viewed ? lastOpenedAt : updatedAt)} inside />
    </span>
  );
}

const quiet =
  'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 has-aria-expanded:opacity-100';

/** One flow as a row of the table. */
export function FlowRow({ flow, workspace, opens, byHost, selected, selecting, ...on }: FlowItemProps) {
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
      className={`group relative grid pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none] min-h-13 ${opens ? 'grid-cols-[28px_1fr_32px_32px]' : 'grid-cols-[28px_1fr_0px_32px]'} items-center border-line-subtle border-b px-8 max-sm:min-h-16 max-sm:px-4 ${byHost ? wideColumns.byHost : wideColumns.home} ${
        selected ? 'bg-accent-tint' : 'hover:bg-row-hover'
      }`}
    >
      <span className={`relative z-1 ${selected || selecting ? '' : quiet}`}>
        <FlowCheckbox flow={flow} selected={selected} onSelect={on.onSelect} />
      </span>
      <span className="flex min-w-0 items-center gap-3 pe-4 max-sm:py-3">
        <FlowTile flow={flow} color={workspace?.color} />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5">
            <FlowTitle flow={flow} opens={opens} />
            <FlowMarks flow={flow} />
          </span>
          <span className="block truncate text-small text-text-muted">
            {awaitsImport ? (
              <span className="text-warning-text">Import interrupted · </span>
            ) : (
              !byHost && `${flowType(flow.type).label} · `
            )}
            <LastMoment flow={flow} /> · {workspace?.name ?? 'Home'}
          </span>
        </span>
        {!opens && (
          <span className="ms-auto">
            <RestoreButton flow={flow} />
          </span>
        )}
      </span>
      <span className="hidden min-w-0 items-center gap-2 text-base text-text-muted min-[1100px]:flex">
        {byHost ? (
          <EventHosts flow={flow} />
        ) : (
          <>
            <Avatar name={flow.owner.name} id={flow.ownerUserId} size={20} />
            <span className="truncate">{flow.owner.name}</span>
          </>
        )}
      </span>
      <span className="hidden text-base text-text-muted tabular-nums min-[1100px]:block">
        <Day at={flow.createdAt} />
      </span>
      <span className="flex flex-wrap items-center gap-2 max-sm:col-span-3 max-sm:col-start-2 max-sm:row-start-2 max-sm:ps-11 max-sm:pb-3 max-sm:empty:hidden">
        <AnswerCount flow={flow} opens={opens} />
        <EventBadges flow={flow} withKind={byHost} />
        {!byHost && <SharedWith flow={flow} />}
        <StatusBadge flow={flow} />
      </span>
      <span className={`relative z-1 ${flow.starred ? 'text-star' : quiet}`}>
        {opens && (
          <StarButton flow={flow} className={flow.starred ? '[&_svg]:fill-star [&_svg]:text-star' : ''} />
        )}
      </span>
      <span className={`relative z-1 ${quiet}`}>
        <FlowMenuButton flow={flow} onMenu={on.onMenu} />
      </span>
    </li>
  );
}
