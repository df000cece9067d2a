import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, EmptyState, Icon, type IconType, Skeleton } from '@weft/ui';
import { ChevronDown, ChevronRight, CloudOff } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Flow, FlowList } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { flowsQuery, placesQuery, recentFlows } from '../../queries.ts';
import { useKeptPlace } from '../../shell/use-kept-place.ts';
import { FlowCard } from './FlowCard.tsx';
import { FlowRow } from './FlowRow.tsx';
import { startFlowDrag } from './flow-drag.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { nothingSelected, partOf, pressed, type Selection, selectGroup, stillShown } from './selection.ts';
import { useFlowFeed } from './use-flow-feed.ts';
import type { useFlowMenu } from './use-flow-menu.tsx';

/** One to six columns of cards 220 to 300 wide. */
const columns =
  'grid max-w-[1900px] grid-cols-[repeat(auto-fill,minmax(max(220px,(100%-100px)/6),1fr))] gap-5 max-sm:grid-cols-1';

export interface FlowListingProps {
  readonly list: FlowList;
  /** Over them: 'Your forms'. */
  readonly title: string;
  /** How many there are, where that is known. */
  readonly count?: number | undefined;
  /** A group of the latest above; nothing where there are few altogether. */
  readonly recent?: readonly Flow[];
  readonly asTable: boolean;
  readonly menu: ReturnType<typeof useFlowMenu>;
  readonly empty: {
    readonly icon: IconType;
    readonly title: string;
    readonly text?: string;
    readonly action?: ReactNode;
  };
}

/** The flows one may see, page by page as one scrolls, as cards or as a table; any of them can be selected. */
export function FlowListing(props: FlowListingProps) {
  const { list, title, count, recent = [], asTable, menu, empty } = props;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    flowsQuery(list),
  );
  useFlowFeed(data?.pages[0]?.version);
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const flows = data?.pages.flatMap((page) => page.flows) ?? [];
  const order = flows.map(({ id }) => id);
  const shown = stillShown(selection, order);
  const selected = flows.filter(({ id }) => shown.ids.has(id));
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const mark = end.current;
    // After a failure only the button asks again.
    if (!mark || !hasNextPage || error) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) void fetchNextPage();
    });
    watch.observe(mark);
    return () => watch.disconnect();
  }, [hasNextPage, fetchNextPage, error]);

  if (data === undefined)
    return error === null ? (
      <Loading asTable={asTable} />
    ) : (
      <EmptyState
        icon={CloudOff}
        title="Couldn’t load your databases"
        text={errorText(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (flows.length === 0) return <EmptyState {...empty} />;
  const group = { asTable, menu, selection: shown, order, all: flows, onSelection: setSelection };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the whole listing, beside the button of its bar
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape' && shown.ids.size > 0 && !menu.isOpen) setSelection(nothingSelected);
      }}
    >
      {asTable && <TableHead />}
      {recent.length > 0 && flows.length > recentFlows && (
        <Group {...group} title="Recent" flows={recent} selectable={false} />
      )}
      <Group {...group} title={title} flows={flows} count={count} selectable />
      <div ref={end} />
      {error && !isFetchingNextPage && (
        <div className="flex items-center justify-center gap-3 py-6 text-text-muted">
          {errorText(error)}
          <Button onClick={() => void fetchNextPage()}>Try again</Button>
        </div>
      )}
      {isFetchingNextPage && <p className="py-6 text-center text-text-subtle">Loading...</p>}
      <SelectionBar
        flows={selected}
        trashed={list.trashed === true}
        onMove={menu.openMove}
        onTrash={menu.askTrash}
        onClear={() => setSelection(nothingSelected)}
      />
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly flows: readonly Flow[];
  readonly all: readonly Flow[];
  readonly count?: number | undefined;
  readonly asTable: boolean;
  readonly menu: FlowListingProps['menu'];
  readonly selection: Selection;
  readonly order: readonly string[];
  /** Whether the group as a whole can be selected; its items always can. */
  readonly selectable: boolean;
  readonly onSelection: (selection: Selection) => void;
}

function Group(props: GroupProps) {
  const { title, flows, all, asTable, menu, selection, order, selectable, onSelection } = props;
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
        <span className="text-base text-text-subtle tabular-nums">{count}</span>
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
      {!closed && (
        <ul {...place} className={asTable ? '' : `mx-8 max-sm:mx-4 ${columns}`}>
          {flows.map((flow) => (
            <Item
              key={flow.id}
              flow={flow}
              workspace={places?.workspaces.find(({ id }) => id === flow.workspaceId)}
              opens={flow.trashedAt === null}
              selected={selection.ids.has(flow.id)}
              selecting={selecting}
              onSelect={(withShift) => onSelection(pressed(selection, flow.id, order, withShift))}
              onMenu={(at) => menu.openMenu(flow, at)}
              onDragStart={drag(flow)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

const headText = 'font-medium text-small text-text-muted';

function TableHead() {
  return (
    <div
      aria-hidden="true"
      className="grid h-9 grid-cols-[28px_1fr_32px_32px] items-center border-line border-b px-8 max-sm:hidden sm:grid-cols-[28px_1fr_120px_32px_32px] min-[1100px]:grid-cols-[28px_1fr_156px_116px_248px_32px_32px]"
    >
      <span />
      <span className={headText}>Item</span>
      <span className={`${headText} hidden min-[1100px]:block`}>Creator</span>
      <span className={`${headText} hidden min-[1100px]:block`}>Created</span>
      <span className={`${headText} max-sm:hidden`}>Details</span>
    </div>
  );
}

function Loading({ asTable }: { readonly asTable: boolean }) {
  if (asTable)
    return (
      <div role="status" aria-label="Loading...">
        {[1, 2, 3, 4].map((row) => (
          <div
            key={row}
            className="flex h-13 items-center gap-3 border-line-subtle border-b px-8 max-sm:px-4"
          >
            <Skeleton className="size-8" />
            <Skeleton className="h-3.5 w-2/5" />
          </div>
        ))}
      </div>
    );
  return (
    <div className={`mx-8 mt-6 max-sm:mx-4 ${columns}`} role="status" aria-label="Loading...">
      {[1, 2, 3, 4].map((card) => (
        <div key={card} className="rounded-lg border">
          <Skeleton className="h-37 rounded-b-none" />
          <div className="px-3 py-3">
            <Skeleton className="h-3.5 w-3/5" />
            <div className="mt-2">
              <Skeleton className="h-3 w-2/5" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
