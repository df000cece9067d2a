import { pageThemes, themeOf } from '@weft/documents';
import { cx, Icon, IconButton, Menu } from '@weft/ui';
import { ArrowDown, ArrowUp, Copy, CornerUpLeft, Ellipsis, Palette, Trash2 } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { type AppEditing, blockLabel } from '../app-editing.ts';
import type { AppState } from '../app-session.ts';
import { blockIcons } from './block-looks.ts';
import { CanvasFrame } from './CanvasFrame.tsx';
import type { PreviewAs } from './preview-as.ts';
import { previewPath } from './preview-as.ts';
import type { AppView } from './use-app-view.ts';
import { type BlockRect, blockIn, useBlockRects } from './use-block-rects.ts';
import { useDraftFrame } from './use-draft-frame.tsx';
import { useFrameScale } from './use-frame-scale.ts';

export interface CanvasProps {
  readonly editing: AppEditing;
  readonly state: AppState;
  readonly view: AppView;
  readonly as: PreviewAs;
  readonly device: 'desktop' | 'phone';
  /** Whether the settings show, where they would cover the page. */
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
}

/** The page as people would see it; a press selects a block, which its tools stand at. */
export function Canvas({ editing, state, view, as, device, panelOpen, onPanel }: CanvasProps) {
  const { app, content, session } = editing;
  const { page, selected, select } = view;
  const path = page === undefined ? null : previewPath(session.flowId, page, as, { canvas: true });
  const draft = useDraftFrame(session, state, path);
  const { shown, drawn } = draft;
  const { box, scale } = useFrameScale(device);
  const rects = useBlockRects(shown, selected === null ? [] : [selected], drawn, scale);
  const rect = selected === null ? undefined : rects.get(selected);
  const block = selected === null ? undefined : app.blocks.get(selected);
  useEffect(() => {
    const hear = ({ data, source }: MessageEvent<unknown>) => {
      if (source !== shown.current?.contentWindow || typeof data !== 'object' || data === null) return;
      const { type, blockId } = data as { readonly type?: unknown; readonly blockId?: unknown };
      if (type === 'weft:select')
        select(typeof blockId === 'string' && app.blocks.has(blockId) ? blockId : null);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [shown, app, select]);
  // What is chosen in the tree is brought into sight.
  const scrollTo = useCallback(
    (id: string) => blockIn(shown.current, id)?.scrollIntoView({ block: 'nearest' }),
    [shown],
  );
  useEffect(() => {
    if (selected !== null) scrollTo(selected);
  }, [selected, scrollTo]);
  const theme = themeOf(content);
  const themeName =
    pageThemes.find(({ name }) => name === content.props.theme)?.label ?? (theme === null ? null : 'Own');
  return (
    <CanvasFrame
      {...{ box, scale }}
      draft={path === null ? null : draft}
      {...{ state, device, panelOpen, onPanel }}
      slug={page?.slug ?? ''}
      isStart={app.pages[0]?.id === page?.id}
      note={
        themeName !== null && (
          <span className="flex items-center gap-1.5">
            <Icon of={Palette} size={14} className="text-text-subtle" />
            Theme: {themeName}
          </span>
        )
      }
    >
      {page === undefined && (
        <p className="p-6 text-base text-text-muted">Add a page at the left: the app has none.</p>
      )}
      {block !== undefined && rect !== undefined && (
        <Selected
          {...{ rect, view, editing }}
          id={block.id}
          label={blockLabel(editing, block)}
          icon={blockIcons[block.name]}
        />
      )}
    </CanvasFrame>
  );
}

interface SelectedProps {
  readonly rect: BlockRect;
  readonly view: AppView;
  readonly editing: AppEditing;
  readonly id: string;
  readonly label: string;
  readonly icon: Parameters<typeof Icon>[0]['of'];
}

/** Room below a block for its name and tools. */
const toolRoom = 44;

/** The edge, the name and the tools of the selected block, where they cover nothing of it. */
function Selected({ rect, view, id, label, icon }: SelectedProps) {
  const { top, left, width, height } = rect;
  return (
    <div
      className="pointer-events-none absolute rounded-lg outline-2 outline-focus outline-offset-2"
      style={{ top, left, width, height }}
    >
      <span
        className={cx(
          'absolute start-0 flex h-5 items-center gap-1 rounded-sm bg-accent px-1.5 font-medium text-on-accent text-small',
          top > toolRoom / 2 ? '-top-6' : 'top-1',
        )}
      >
        <Icon of={icon} size={14} />
        {label}
      </span>
      <div
        className="pointer-events-auto absolute end-0 -bottom-10 flex rounded-md border bg-raised p-0.5 shadow-2"
        role="toolbar"
        aria-label={`Tools of ${label}`}
      >
        <IconButton plain size="sm" icon={ArrowUp} label="Move up" onClick={() => view.step(id, 'up')} />
        <IconButton plain size="sm" icon={Copy} label="Duplicate" onClick={() => view.duplicate(id)} />
        <IconButton plain size="sm" icon={Trash2} label="Delete" onClick={() => view.remove(id)} />
        <Menu
          align="end"
          trigger={<IconButton plain size="sm" icon={Ellipsis} label="More" />}
          items={[
            { label: 'Move down', icon: ArrowDown, onSelect: () => view.step(id, 'down') },
            { label: 'Move into the block above', onSelect: () => view.step(id, 'in') },
            { label: 'Move out', icon: CornerUpLeft, onSelect: () => view.step(id, 'out') },
          ]}
        />
      </div>
    </div>
  );
}
