import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@weft/protocol';
import { Banner, Button, Dialog, Spinner } from '@weft/ui';
import { useEffect, useRef } from 'react';
import { errorText } from '../../error-text.ts';
import { rpc } from '../../rpc.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { sourceQuery } from './source-query.ts';

/** The people who sign in, as an app names them; null: nobody said. */
export type SourceUsers = NonNullable<CallOutput<'apps.source'>['source']>['users'];

/** Milliseconds between two looks at how far the first read is. */
const pollEvery = 1_000;

interface FirstReadProps {
  /** What it stays at: 'Airtable'. */
  readonly service: string;
  readonly flowId: string;
  readonly baseId: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onConnected: (baseId: string, users: SourceUsers) => void;
}

/** Waits until all of it was read once. Whoever closes it finds the database among theirs. */
export function FirstRead({ service, flowId, baseId, name, onClose, onConnected }: FirstReadProps) {
  const { data, error } = useQuery({ ...sourceQuery(flowId, baseId), refetchInterval: pollEvery });
  const again = useSubmission({ toasts: true });
  const isRead = data?.readAt != null;
  const users = data?.users ?? null;
  const told = useRef(false);
  useEffect(() => {
    if (!isRead || told.current) return;
    told.current = true;
    onConnected(baseId, users);
  }, [isRead, baseId, users, onConnected]);
  const fault = data?.fault ?? (error === null ? null : errorText(error));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Connect ${service}`}
      footer={
        <Button size="lg" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        {fault === null ? (
          <p role="status" className="flex items-center gap-3 text-body">
            <Spinner /> Reading ‘{name}’. What is large takes some minutes.
          </p>
        ) : (
          <Banner
            tone="danger"
            action={
              <Button
                size="sm"
                loading={again.busy}
                onClick={() =>
                  void again.submit(async () => {
                    await rpc.call('apps.refreshSource', { flowId, baseId });
                  })
                }
              >
                Try again
              </Button>
            }
          >
            ‘{name}’ could not be read: {fault}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
