import { Banner, Button, cx, Icon, IconButton, Skeleton } from '@weft/ui';
import { Lock, PanelRight } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { appAddress } from '../app-address.ts';
import type { AppState } from '../app-session.ts';
import type { DraftFrame } from './use-draft-frame.tsx';

interface CanvasFrameProps {
  readonly state: AppState;
  /** The end of the address of the page. */
  readonly slug: string;
  readonly isStart: boolean;
  readonly device: 'desktop' | 'phone';
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
  /** Beside the address. */
  readonly note: ReactNode;
  /** The page in its frame; null: the app has none. */
  readonly draft: DraftFrame | null;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly scale: number;
  /** What stands over the page. */
  readonly children: ReactNode;
}

/** What stands around a page of the app: its address, and its edge. */
export function CanvasFrame(props: CanvasFrameProps) {
  const { state, slug, isStart, device, panelOpen, onPanel, note, draft, box, scale, children } = props;
  const drawn = `${100 / scale}%`;
  return (
    <section
      aria-label="Canvas"
      className="flex min-w-0 flex-1 flex-col bg-canvas px-6 pb-6 max-[1099px]:px-3 max-[1099px]:pb-3"
    >
      <header className="flex h-10 shrink-0 items-center gap-2 text-small text-text-muted">
        <Icon of={Lock} size={14} className="text-text-subtle" />
        <span className="min-w-0 flex-1 truncate">{addressOf(state, slug, isStart)}</span>
        {note}
        <span className={cx('min-[1100px]:hidden', panelOpen && 'invisible')}>
          <IconButton plain size="sm" icon={PanelRight} label="Show the settings" onClick={onPanel} />
        </span>
      </header>
      <div
        ref={box}
        className={cx(
          'relative min-h-0 flex-1 self-center overflow-clip rounded-lg border bg-surface',
          device === 'phone' ? 'w-97.5 max-w-full' : 'w-full',
        )}
      >
        <div
          className="absolute top-0 left-0 origin-top-left"
          style={{ width: drawn, height: drawn, transform: scale < 1 ? `scale(${scale})` : undefined }}
        >
          {draft?.frames}
        </div>
        {draft !== null && draft.error !== null && (
          <div className="flex flex-col items-start gap-3 p-6">
            <Banner tone="danger">{draft.error}</Banner>
            <Button onClick={draft.retry}>Try again</Button>
          </div>
        )}
        {draft !== null && draft.error === null && draft.drawn === 0 && (
          <Skeleton className="absolute inset-0" />
        )}
        {children}
      </div>
    </section>
  );
}

function addressOf(state: AppState, slug: string, isStart: boolean): string {
  const { host, pathname } = new URL(appAddress(state));
  const root = `${host}${pathname.replace(/\/$/, '')}`;
  return isStart ? root : `${root}/${slug}`;
}
