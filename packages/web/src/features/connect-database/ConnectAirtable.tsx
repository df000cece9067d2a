import { useQueryClient } from '@tanstack/react-query';
import { Banner, Button, Dialog } from '@weft/ui';
import { useRef, useState } from 'react';
import { rpc } from '../../rpc.ts';
import { newId } from '../../session/new-id.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AirtableSelection, nothingChosen, type Selection } from '../import/airtable/AirtableSelection.tsx';
import { airtableBaseName } from '../import/airtable/airtable-queries.ts';
import { FirstRead, type SourceUsers } from './FirstRead.tsx';
import { type ChosenUsers, UsersOfBase } from './UsersOfBase.tsx';

/** What a step takes that connects what stays at a service. */
export interface ConnectElsewhereProps {
  readonly flowId: string;
  /** Where one comes back to from the sign-in at the service: a page that opens this step again. */
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

/** Connects a base of Airtable that an app shows: its records stay there. */
export function ConnectAirtable(props: ConnectElsewhereProps) {
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
    return (
      <FirstRead {...{ flowId, name: nameOf(), baseId: reading, onClose, onConnected }} service="Airtable" />
    );
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
