import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Icon } from '@weft/ui';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import type { Flow } from '../../api.ts';
import { placesQuery } from '../../queries.ts';
import { useKeptPlace } from '../../shell/use-kept-place.ts';
import { FlowCard } from './FlowCard.tsx';
import { FlowRow } from './FlowRow.tsx';
import { startFlowDrag } from './flow-drag.ts';
import { columns, singleRow } from './ListingSkeleton.tsx';
import { partOf, pressed, type Selection, selectGroup } from './selection.ts';
import type { useFlowMenu } from './use-flow-menu.tsx';

export type FlowMenu = ReturnType<typeof useFlowMenu>;

export interface FlowGroupProps {
  readonly title: string;
  readonly flows: readonly Flow[];
  /** All that are listed, in this group and others. */
  readonly all: readonly Flow[];
  readonly count?: number | undefined;
  readonly asTable: boolean;
  /** As cards, only as many as fit beside each other. */
  readonly single?: boolean;
  /** Said where there are none. */
  readonly none?: string | undefined;
  /** Stands above the items. */
  readonly lead?: ReactNode;
  readonly byHost?: boolean;
  readonly menu: FlowMenu;
  readonly selection: Selection;
  readonly order: readonly string[];
  /** Whether the group as a whole can be selected; its items always can. */
  readonly selectable: boolean;
  readonly onSelection: (selection: Selection) => void;
}

/** Flows under one heading, as cards or as rows. */
export function FlowGroup(props: FlowGroupProps) {
  const {
    title,
    flows,
    all,
    asTable,
    single = false,
    none,
    lead,
    byHost = false,
    menu,
    selection,
    order,
    selectable,
    onSelection,
  } = props;
  const { data: places } = useQuery(placesQuery);
  const [closed, setClosed] = useState(false);
  const ids = flows.map(({ id }) => id);
  const place = useKeptPlace(ids);
  const part = partOf(selection, ids);
  const selecting = selection.ids.size > 0;
  const Item = asTable ? FlowRow : FlowCard;
  const drag = (flow: Flow) => (event: DragEvent) =>
    startFlowDrag(
      event.dataTransfer,
      selection.ids.has(flow.id) ? all.filter(({ id }) => selection.ids.has(id)) : [flow],
    );
  const count = props.count ?? flows.length;
  return (
    <section aria-label={title}>
      <div
        className={
          asTable
            ? 'flex h-10 items-center gap-2 border-line-subtle border-b bg-sunken px-8 max-sm:px-4'
            : 'mx-8 mt-6 mb-4 flex items-center gap-2 max-sm:mx-4'
        }
      >
        {selectable && (asTable || selecting) && (
          <Checkbox
            ariaLabel={`Select all of ${title}`}
            checked={part === 'all'}
            indeterminate={part === 'some'}
            onChange={() => onSelection(selectGroup(selection, ids, part !== 'all'))}
          />
        )}
        {asTable && (
          <button
            type="button"
            aria-expanded={!closed}
            aria-label={closed ? `Show ${title}` : `Hide ${title}`}
            className="grid size-5 place-items-center rounded-sm text-text-subtle hover:bg-hover"
            onClick={() => setClosed(!closed)}
          >
            <Icon of={closed ? ChevronRight : ChevronDown} size={14} />
          </button>
        )}
        <h2 className="font-semibold text-body">{title}</h2>
        {(asTable || !single) && <span className="text-base text-text-subtle tabular-nums">{count}</span>}
        {selectable && selecting && (
          <span className="ms-auto flex gap-1">
            <Button size="sm" variant="quiet" onClick={() => onSelection(selectGroup(selection, ids, true))}>
              Select all {flows.length}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => onSelection(selectGroup(selection, ids, false))}>
              Clear
            </Button>
          </span>
        )}
      </div>
      {!closed && lead}
      {!closed && flows.length === 0 && none !== undefined && (
        <p
          className={`flex items-center text-base text-text-muted ${
            asTable ? 'h-13 border-line-subtle border-b px-8 max-sm:px-4' : 'mx-8 h-13 max-sm:mx-4'
          }`}
        >
          {none}
        </p>
      )}
      {!closed && flows.length > 0 && (
        <div className={asTable ? '' : '@container mx-8 max-sm:mx-4'}>
          <ul {...place} className={asTable ? '' : single ? singleRow : columns}>
            {flows.map((flow) => (
              <Item
                key={flow.id}
                flow={flow}
                workspace={places?.workspaces.find(({ id }) => id === flow.workspaceId)}
                opens={flow.trashedAt === null}
                byHost={byHost}
                selected={selection.ids.has(flow.id)}
                selecting={selecting}
                onSelect={(withShift) => onSelection(pressed(selection, flow.id, order, withShift))}
                onMenu={(at) => menu.openMenu(flow, at)}
                onDragStart={drag(flow)}
              />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
