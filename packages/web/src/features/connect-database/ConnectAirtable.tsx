import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@weft/protocol';
import { Banner, Button, Dialog, Spinner } from '@weft/ui';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../error-text.ts';
import { rpc } from '../../rpc.ts';
import { newId } from '../../session/new-id.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AirtableSelection, nothingChosen, type Selection } from '../import/airtable/AirtableSelection.tsx';
import { airtableBaseName } from '../import/airtable/airtable-queries.ts';
import { sourceQuery } from './source-query.ts';
import { type ChosenUsers, UsersOfBase } from './UsersOfBase.tsx';

/** The people who sign in, as an app names them; null: nobody said. */
export type SourceUsers = NonNullable<CallOutput<'apps.source'>['source']>['users'];

interface ConnectAirtableProps {
  readonly flowId: string;
  /** Where one comes back to from Airtable's sign-in: a page that opens this step again. */
  readonly returnTo: string;
  /** The connection that was made there. */
  readonly connected: string | null;
  /** What went wrong there. */
  readonly connectError: string | null;
  readonly onBack: () => void;
  readonly onClose: () => void;
  /** The database that shows the base, once it was read, and who signs in by it. */
  readonly onConnected: (baseId: string, users: SourceUsers) => void;
}

/** Milliseconds between two looks at how far the first read is. */
const pollEvery = 1_000;

/** Connects a base of Airtable that an app shows: its records stay there. */
export function ConnectAirtable(props: ConnectAirtableProps) {
  const { flowId, returnTo, connected, connectError, onBack, onClose, onConnected } = props;
  const [selection, setSelection] = useState<Selection>({ ...nothingChosen, serviceId: connected ?? '' });
  // Kept for another try, so that what is sent twice connects once.
  const wanted = useRef({ of: '', id: '' });
  const [users, setUsers] = useState<ChosenUsers | null>(null);
  const [reading, setReading] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission();
  const cache = useQueryClient();
  const { serviceId, baseId } = selection;
  const nameOf = () => airtableBaseName(cache, serviceId, baseId);
  const connect = () =>
    submit(async () => {
      const of = JSON.stringify([serviceId, baseId, users]);
      if (wanted.current.of !== of) wanted.current = { of, id: newId('bas') };
      const made = await rpc.call('apps.connectSource', {
        ...{ flowId, baseId: wanted.current.id, name: nameOf(), service: 'airtable', serviceId },
        config: {
          baseId,
          ...(users !== null && { usersTableId: users.tableId, usersEmailFieldId: users.emailFieldId }),
        },
      });
      setReading(made.baseId);
    });
  if (reading !== null)
    return <FirstRead {...{ flowId, name: nameOf(), baseId: reading, onClose, onConnected }} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Connect Airtable"
      footer={
        <>
          <Button size="lg" variant="quiet" className="me-auto -ms-3" onClick={onBack}>
            Back
          </Button>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="lg"
            variant="primary"
            loading={busy}
            disabled={serviceId === '' || baseId === '' || users?.emailFieldId === ''}
            onClick={() => void connect()}
          >
            Connect
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        {(error ?? connectError) !== null && <Banner tone="danger">{error ?? connectError}</Banner>}
        <p className="text-base text-text-muted">
          Records stay in Airtable. The app reads them, follows what changes there, and writes to Airtable
          what its people write.
        </p>
        <AirtableSelection
          {...{ selection, returnTo }}
          onChange={(next) => {
            setSelection(next);
            setUsers(null);
          }}
          choosesTable={false}
          wholeBase
          workspaceId={null}
        />
        {serviceId !== '' && baseId !== '' && (
          <UsersOfBase key={baseId} {...{ serviceId, baseId, users }} onChange={setUsers} />
        )}
      </div>
    </Dialog>
  );
}

interface FirstReadProps {
  readonly flowId: string;
  readonly baseId: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onConnected: ConnectAirtableProps['onConnected'];
}

/** Waits until the base was read once. Whoever closes it finds the database among theirs. */
function FirstRead({ flowId, baseId, name, onClose, onConnected }: FirstReadProps) {
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
      title="Connect Airtable"
      footer={
        <Button size="lg" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        {fault === null ? (
          <p role="status" className="flex items-center gap-3 text-body">
            <Spinner /> Reading ‘{name}’. Large bases take some minutes.
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
