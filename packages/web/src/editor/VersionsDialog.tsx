import { useQuery } from '@tanstack/react-query';
import { diff, inWords } from '@weft/documents';
import { Badge, Button, Dialog, EmptyState, toast } from '@weft/ui';
import { CloudOff, History } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../error-text.ts';
import type { DocumentState } from '../session/document-state.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { Moment } from '../shell/Moment.tsx';
import { useSubmission } from '../shell/use-submission.ts';
import { keyed } from './keyed.ts';

export interface VersionsDialogProps {
  readonly session: EditorSession;
  readonly state: DocumentState;
  /** Shows the world a version that was published before; left out: it takes publishing it again. */
  readonly onShow?: ((snapshotId: string) => Promise<void>) | undefined;
  readonly onClose: () => void;
}

/** What was published before, and the way back to it. */
export function VersionsDialog({ session, state, onShow, onClose }: VersionsDialogProps) {
  const { busy, submit } = useSubmission({ toasts: true });
  const { data, error, refetch } = useQuery({
    queryKey: ['versions', session.flowId, state.published?.id],
    queryFn: session.versions,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Versions">
      {error !== null && (
        <EmptyState
          icon={CloudOff}
          title="Couldn’t load the versions"
          text={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {data?.versions.length === 0 && (
        <EmptyState icon={History} title="No versions yet" text="Each time you publish, a version is kept." />
      )}
      <ul>
        {data?.versions.map(({ id, number, publishedAt, publishedBy }) => (
          <li key={id} className="border-line-subtle border-b py-3 last:border-b-0">
            <div className="flex min-h-8 items-center gap-3">
              <div className="min-w-0 flex-1">
                <p className="flex items-center gap-2 font-medium text-base">
                  Version {number}
                  {state.published?.id === id && <Badge tone="success">Published</Badge>}
                </p>
                <p className="truncate text-small text-text-subtle">
                  {publishedBy ?? 'Somebody who is gone'} · <Moment at={publishedAt} />
                </p>
              </div>
              {onShow !== undefined && state.published?.id !== id && (
                <Button
                  size="sm"
                  disabled={busy}
                  onClick={() =>
                    void submit(async () => {
                      await onShow(id);
                      toast(`Version ${number} is published again`);
                    })
                  }
                >
                  Publish this version
                </Button>
              )}
              <Button
                size="sm"
                aria-expanded={chosen === id}
                onClick={() => setChosen(chosen === id ? null : id)}
              >
                Compare
              </Button>
            </div>
            {chosen === id && <Restore session={session} state={state} snapshotId={id} onClose={onClose} />}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** What restoring a version would change in the draft, and the button that does it. */
function Restore({
  session,
  state,
  snapshotId,
  onClose,
}: Omit<VersionsDialogProps, 'onShow'> & { readonly snapshotId: string }) {
  const { busy, submit } = useSubmission({ toasts: true });
  const { data, error } = useQuery({
    queryKey: ['version', session.flowId, snapshotId],
    queryFn: () => session.version(snapshotId),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error !== null) return <p className="mt-2 text-danger-text text-small">{errorText(error)}</p>;
  if (data === undefined) return <p className="mt-2 text-small text-text-subtle">Loading...</p>;
  const { content } = data;
  const changes = inWords(state.content, content, diff(state.content, content), session.names);
  if (changes.length === 0) return <p className="mt-2 text-base text-text-muted">The draft is the same.</p>;
  const restore = () =>
    submit(async () => {
      session.restore(content);
      toast('Draft restored', { action: { label: 'Undo', onSelect: session.undo } });
      onClose();
    });
  return (
    <div className="mt-2 rounded-md bg-sunken p-3">
      <h3 className="font-medium text-small text-text-muted">Restoring it changes the draft:</h3>
      <ul className="mt-1.5 flex flex-col gap-1 text-base">
        {keyed(changes, String).map(([key, change]) => (
          <li key={key} className="break-words">
            {change}
          </li>
        ))}
      </ul>
      <Button size="sm" className="mt-3" loading={busy} onClick={() => void restore()}>
        Restore into the draft
      </Button>
    </div>
  );
}
