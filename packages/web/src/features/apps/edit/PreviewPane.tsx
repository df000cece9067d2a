import { Banner, Button, cx, Skeleton } from '@weft/ui';
import { ExternalLink } from 'lucide-react';
import type { AppSession, AppState } from '../app-session.ts';
import { type PreviewAs, previewPath } from './preview-as.ts';
import type { AppView } from './use-app-view.ts';
import { useDraftFrame } from './use-draft-frame.tsx';

interface PreviewPaneProps {
  readonly session: AppSession;
  readonly state: AppState;
  readonly view: AppView;
  readonly as: PreviewAs;
  readonly device: 'desktop' | 'phone';
}

/** The draft as somebody would use it: its links lead on, and nothing that is sent is kept. */
export function PreviewPane({ session, state, view, as, device }: PreviewPaneProps) {
  const { page } = view;
  const path = page === undefined ? null : previewPath(session.flowId, page, as, {});
  const { frames, drawn, error, retry } = useDraftFrame(session, state, path);
  return (
    <section
      aria-label="Preview"
      className="flex min-w-0 flex-1 flex-col items-center bg-sunken p-4 max-sm:p-2"
    >
      {path !== null && (
        <a
          href={path}
          target="_blank"
          rel="noopener"
          className="mb-2 flex items-center gap-1.5 self-end text-base text-text-muted hover:text-text"
        >
          <ExternalLink size={14} aria-hidden="true" />
          Open in a tab
        </a>
      )}
      {error !== null && (
        <div className="flex flex-col items-center gap-3">
          <Banner tone="danger">{error}</Banner>
          <Button onClick={retry}>Try again</Button>
        </div>
      )}
      <div
        className={cx(
          'relative min-h-0 flex-1 overflow-clip rounded-lg border bg-surface',
          device === 'phone' ? 'w-97.5 max-w-full' : 'w-full',
        )}
      >
        {drawn === 0 && error === null && <Skeleton className="absolute inset-0" />}
        {frames}
      </div>
    </section>
  );
}
