import { type AppBlock, appOf } from '@weft/apps';
import { Badge, cx, Icon } from '@weft/ui';
import { Pencil, Plus, Sparkles } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type TreeItem, TreeList } from '../../../editor/TreeList.tsx';
import { type AppEditing, blockLabel } from '../app-editing.ts';
import type { AppState } from '../app-session.ts';
import { type Mark, proposalMarks } from '../chat/proposal-marks.ts';
import type { Proposal } from '../chat/use-app-chat.ts';
import { blockIcons, pageIcon } from './block-looks.ts';
import { CanvasFrame } from './CanvasFrame.tsx';
import { levelOf } from './PageTree.tsx';
import { type PreviewAs, previewPath } from './preview-as.ts';
import { type BlockRect, blockIn, useBlockRects } from './use-block-rects.ts';
import { useDraftFrame } from './use-draft-frame.tsx';
import { useFrameScale } from './use-frame-scale.ts';

interface ProposalViewProps {
  readonly editing: AppEditing;
  readonly state: AppState;
  readonly proposal: Proposal;
  /** The page that was looked at before. */
  readonly from: string | undefined;
  readonly as: PreviewAs;
  readonly device: 'desktop' | 'phone';
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
}

const words: { readonly [M in Mark]: string } = { added: 'Added', changed: 'Changed' };
const signs = { added: Plus, changed: Pencil } as const;
const tones: { readonly [M in Mark]: { readonly edge: string; readonly label: string } } = {
  added: { edge: 'outline-success-text', label: 'bg-success-tint text-success-text' },
  changed: { edge: 'outline-warning-text', label: 'bg-warning-tint text-warning-text' },
};

function MarkSign({ mark }: { readonly mark: Mark }) {
  return (
    <>
      <Icon
        of={signs[mark]}
        size={14}
        className={mark === 'added' ? 'text-success-text' : 'text-warning-text'}
      />
      <span className="sr-only">{words[mark]}</span>
    </>
  );
}

/** The blocks that bear a mark, without those inside of one that is added as a whole. */
const marked = (
  blocks: readonly AppBlock[],
  marks: ReadonlyMap<string, Mark>,
): readonly (readonly [string, Mark])[] =>
  blocks.flatMap(({ id, inner }) => {
    const mark = marks.get(id);
    const own = mark === undefined ? [] : [[id, mark] as const];
    return mark === 'added' ? own : [...own, ...marked(inner, marks)];
  });

/** The app as a proposal would make it, with what is new marked. Nothing of it is kept, and nothing is edited here. */
export function ProposalView(props: ProposalViewProps) {
  const { editing, state, proposal, from, as, device, panelOpen, onPanel } = props;
  const { session, content } = editing;
  const app = useMemo(() => appOf(proposal.content), [proposal]);
  const marks = useMemo(() => proposalMarks(content, proposal.content), [content, proposal]);
  const [at, setAt] = useState<string | null>(null);
  const { pages } = app;
  const isTouched = from !== undefined && marks.has(from);
  const page =
    pages.find(({ id }) => id === at) ??
    (isTouched ? pages.find(({ id }) => id === from) : undefined) ??
    pages.find(({ id }) => marks.has(id)) ??
    pages.find(({ id }) => id === from) ??
    pages[0];
  const path =
    page === undefined
      ? null
      : previewPath(session.flowId, page, as, { canvas: true, proposal: proposal.turnId });
  const draft = useDraftFrame(session, state, path);
  const { shown, drawn } = draft;
  const shownMarks = useMemo(() => marked(page?.blocks ?? [], marks), [page, marks]);
  const { box, scale } = useFrameScale(device);
  const rects = useBlockRects(
    shown,
    shownMarks.map(([id]) => id),
    drawn,
    scale,
  );
  const show = useCallback(
    (id: string) => blockIn(shown.current, id)?.scrollIntoView({ block: 'nearest' }),
    [shown],
  );
  const first = shownMarks[0]?.[0];
  // What is new is brought into sight, in each page that is drawn.
  useEffect(() => {
    if (first !== undefined && drawn > 0) show(first);
  }, [first, drawn, show]);
  const itemOf = (id: string, label: string, rest: Pick<TreeItem, 'icon' | 'level'>): TreeItem => {
    const mark = marks.get(id);
    return { id, label, ...rest, holds: false, tone: mark, mark: mark && <MarkSign mark={mark} /> };
  };
  const blockItems = (blocks: readonly AppBlock[], level: number): readonly TreeItem[] =>
    blocks.flatMap((block) => [
      itemOf(block.id, blockLabel({ app, tables: proposal.tables }, block), {
        icon: blockIcons[block.name],
        level,
      }),
      ...blockItems(block.inner, level + 1),
    ]);
  return (
    <>
      <aside
        aria-label="Pages and blocks of the proposal"
        className="flex w-62 shrink-0 flex-col border-e bg-surface max-[1099px]:w-52"
      >
        <section aria-label="Pages" className="max-h-1/2 shrink-0 overflow-y-auto border-b p-2">
          <h2 className="flex h-9 items-center ps-2 font-semibold text-base">Pages</h2>
          <TreeList
            label="Pages"
            items={pages.map((one, place) =>
              itemOf(one.id, one.label.trim() || 'Unnamed page', {
                icon: pageIcon(one, place === 0),
                level: levelOf(pages, place),
              }),
            )}
            selected={page?.id ?? null}
            onSelect={setAt}
          />
        </section>
        <section aria-label="On this page" className="min-h-0 flex-1 overflow-y-auto p-2">
          <h2 className="flex h-9 items-center ps-2 font-semibold text-base">On this page</h2>
          <TreeList
            label="Blocks of the page"
            items={blockItems(page?.blocks ?? [], 0)}
            selected={null}
            onSelect={show}
          />
        </section>
      </aside>
      <CanvasFrame
        {...{ box, scale }}
        draft={path === null ? null : draft}
        {...{ state, device, panelOpen, onPanel }}
        slug={page?.slug ?? ''}
        isStart={pages[0]?.id === page?.id}
        note={
          <Badge tone="accent">
            <Icon of={Sparkles} size={14} className="me-1" />
            Preview of the proposal
          </Badge>
        }
      >
        {page === undefined && <p className="p-6 text-base text-text-muted">The app would have no page.</p>}
        {shownMarks.map(([id, mark]) => {
          const rect = rects.get(id);
          return rect && <Marked key={id} {...{ rect, mark }} />;
        })}
      </CanvasFrame>
    </>
  );
}

interface MarkedProps {
  readonly rect: BlockRect;
  readonly mark: Mark;
}

/** The edge of a block that is new or changed, with the word for it. */
function Marked({ rect, mark }: MarkedProps) {
  const { top, left, width, height } = rect;
  const { edge, label } = tones[mark];
  return (
    <div
      className={cx(
        'pointer-events-none absolute rounded-lg outline-1 outline-offset-4 outline-dashed',
        edge,
      )}
      style={{ top, left, width, height }}
    >
      <span
        className={cx(
          'absolute end-2 flex h-5 items-center gap-1 rounded-sm px-1.5 font-medium text-small',
          top > 24 ? '-top-4' : 'top-0',
          label,
        )}
      >
        <Icon of={signs[mark]} size={14} />
        {words[mark]}
      </span>
    </div>
  );
}
