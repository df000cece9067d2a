import { useQuery } from '@tanstack/react-query';
import { Banner, Button, SegmentedControl, Skeleton } from '@weft/ui';
import { ExternalLink, Monitor, Smartphone, X } from 'lucide-react';
import { useEffect } from 'react';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import type { EditView } from './editor-tabs.ts';
import type { FormSession } from './form-session.ts';

interface Props {
  readonly session: FormSession;
  readonly view: 'desktop' | 'phone';
  readonly onView: (view: EditView) => void;
}

/** The draft as people would see it, as wide as the window or as a phone. What is filled in is only tried out. */
export function PreviewPane({ session, view, onView }: Props) {
  const { flowId } = session;
  // The server shows what it has: what was edited a moment ago is sent first.
  const { isSuccess, error, refetch } = useQuery({
    queryKey: ['form-preview', flowId],
    queryFn: async () => {
      await session.saved();
      return true;
    },
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === 'Escape' && onView('pages');
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [onView]);
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-1 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-3 border-b px-3">
        <SegmentedControl
          label="Preview as"
          value={view}
          segments={[
            { value: 'desktop', label: 'Desktop', icon: Monitor },
            { value: 'phone', label: 'Phone', icon: Smartphone },
          ]}
          onChange={onView}
        />
        <span className="flex-1" />
        <a
          href={paths.preview(flowId)}
          target="_blank"
          rel="noopener"
          className="flex items-center gap-1.5 text-base text-text-muted hover:text-text"
        >
          <ExternalLink size={14} aria-hidden="true" />
          Open in a tab
        </a>
        <Button icon={X} onClick={() => onView('pages')}>
          Close preview
        </Button>
      </header>
      <div className="flex min-h-0 flex-1 justify-center overflow-auto bg-sunken p-4">
        {error !== null && (
          <div className="flex flex-col items-center gap-3">
            <Banner tone="danger">{errorText(error)}</Banner>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        )}
        {!isSuccess && error === null && <Skeleton className="size-full" />}
        {isSuccess && (
          <iframe
            title="Preview of the draft"
            src={paths.preview(flowId)}
            className={
              view === 'phone'
                ? 'h-211 max-h-full w-97.5 max-w-full shrink-0 rounded-xl border bg-surface'
                : 'size-full rounded-md border bg-surface'
            }
          />
        )}
      </div>
    </section>
  );
}
