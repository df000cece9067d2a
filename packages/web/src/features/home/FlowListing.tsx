import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, EmptyState, type IconType, lazyPart } from '@weft/ui';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Flow, FlowList } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { flowsQuery } from '../../queries.ts';
import { PartNotice } from '../../shell/PartNotice.tsx';
import { FlowGroup, type FlowMenu } from './FlowGroup.tsx';
import { wideColumns } from './flow-item.ts';
import { ListingSkeleton } from './ListingSkeleton.tsx';
import { nothingSelected, type Selection, stillShown } from './selection.ts';
import { useFlowFeed } from './use-flow-feed.ts';

const SelectionBar = lazyPart(
  () => import('./SelectionBar.tsx').then((part) => part.SelectionBar),
  ({ part }) => (
    <div className="fixed bottom-6 left-1/2 z-(--w-z-bar) w-72 -translate-x-1/2 rounded-lg border border-line bg-surface p-3 shadow-2">
      <PartNotice what="What can be done with what is selected" part={part} />
    </div>
  ),
);

/** With no more than these, a group of the latest would only repeat them. */
const fewFlows = 4;

/** Flows under a heading of their own. */
interface FlowListingGroup {
  readonly key: string;
  readonly title: string;
  readonly flows: readonly Flow[];
  readonly lead: ReactNode;
}

export interface FlowListingProps {
  readonly list: FlowList;
  /** Over them: 'Your forms'. */
  readonly title: string | ((flows: readonly Flow[]) => string);
  /** Under several headings instead of one: all of them are read before any is shown. */
  readonly groups?: (flows: readonly Flow[]) => readonly FlowListingGroup[];
  /** How many there are, where that is known. */
  readonly count?: number | undefined;
  /** A group of the latest above; 'loading': on their way. Without it there is no such group. */
  readonly recent?: readonly Flow[] | 'loading' | undefined;
  readonly asTable: boolean;
  readonly menu: FlowMenu;
  readonly empty: {
    readonly icon: IconType;
    readonly title: string;
    readonly text?: string;
    readonly action?: ReactNode;
  };
}

/** The flows one may see, page by page as one scrolls, as cards or as a table; any of them can be selected. */
export function FlowListing(props: FlowListingProps) {
  const { list, count, recent, asTable, menu, empty } = props;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    flowsQuery(list),
  );
  useFlowFeed(data?.pages[0]?.version);
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const flows = data?.pages.flatMap((page) => page.flows) ?? [];
  const hasRecent = recent !== undefined && flows.length > fewFlows;
  const latest = hasRecent && recent !== 'loading' ? recent : [];
  // What was opened lately may stand on a page that is not loaded yet.
  const all = [...flows, ...latest.filter(({ id }) => !flows.some((flow) => flow.id === id))];
  const order = all.map(({ id }) => id);
  const shown = stillShown(selection, order);
  const selected = all.filter(({ id }) => shown.ids.has(id));
  const grouped = props.groups !== undefined;
  const readsOn = grouped && hasNextPage && error === null;
  useEffect(() => {
    if (readsOn && !isFetchingNextPage) void fetchNextPage();
  }, [readsOn, isFetchingNextPage, fetchNextPage]);
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

  // Both groups come at once: one that came later would push the other down.
  if (data === undefined || recent === 'loading' || readsOn)
    return error === null || data !== undefined ? (
      <LoadingList asTable={asTable} byHost={grouped} />
    ) : (
      <EmptyState
        icon={CloudOff}
        title="Couldn’t load your items"
        text={errorText(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (flows.length === 0 && !grouped) return <EmptyState {...empty} />;
  const title = typeof props.title === 'string' ? props.title : props.title(flows);
  const group = { asTable, menu, selection: shown, order, all, onSelection: setSelection };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the whole listing, beside the button of its bar
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape' && shown.ids.size > 0 && !menu.isOpen) setSelection(nothingSelected);
      }}
    >
      {asTable && <TableHead byHost={grouped} />}
      {hasRecent && (
        <FlowGroup
          {...group}
          title="Recent"
          flows={asTable ? latest.slice(0, fewFlows) : latest}
          single
          none="No recent items yet"
          selectable={false}
        />
      )}
      {props.groups === undefined ? (
        <FlowGroup {...group} title={title} flows={flows} count={count} selectable />
      ) : (
        props
          .groups(flows)
          .map(({ key, title: heading, flows: ofGroup, lead }) => (
            <FlowGroup
              key={key}
              {...{ ...group, lead }}
              title={heading}
              flows={ofGroup}
              none={lead === undefined ? empty.title : undefined}
              byHost
              selectable
            />
          ))
      )}
      <div ref={end} />
      {error && !isFetchingNextPage && (
        <div className="flex items-center justify-center gap-3 py-6 text-text-muted">
          {errorText(error)}
          <Button onClick={() => void fetchNextPage()}>Try again</Button>
        </div>
      )}
      {isFetchingNextPage && <p className="py-6 text-center text-text-subtle">Loading...</p>}
      {selected.length > 0 && (
        <SelectionBar
          flows={selected}
          trashed={list.trashed === true}
          outside={list.shared === true}
          onMove={menu.openMove}
          onTrash={menu.askTrash}
          onClear={() => setSelection(nothingSelected)}
        />
      )}
    </div>
  );
}

const headText = 'font-medium text-small text-text-muted';

function TableHead({ byHost }: { readonly byHost: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={`grid h-9 grid-cols-[28px_1fr_32px_32px] items-center border-line border-b px-8 max-sm:hidden ${byHost ? wideColumns.byHost : wideColumns.home}`}
    >
      <span />
      <span className={headText}>Item</span>
      <span className={`${headText} hidden min-[1100px]:block`}>Creator</span>
      <span className={`${headText} hidden min-[1100px]:block`}>Created</span>
      <span className={`${headText} max-sm:hidden`}>Details</span>
    </div>
  );
}

function LoadingList({ asTable, byHost }: { readonly asTable: boolean; readonly byHost: boolean }) {
  return asTable ? (
    <>
      <TableHead byHost={byHost} />
      <ListingSkeleton asTable rows={6} />
    </>
  ) : (
    <div className="mt-6">
      <ListingSkeleton asTable={false} />
    </div>
  );
}
