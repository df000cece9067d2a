import type { CallInput } from '@weft/protocol';
import { Banner, Button, Dialog } from '@weft/ui';
import { type ReactNode, useRef, useState } from 'react';
import { rpc } from '../../rpc.ts';
import { newId } from '../../session/new-id.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { FirstRead, type SourceUsers } from './FirstRead.tsx';

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
  /** The database that shows what is there, once it was read, and who signs in by it. */
  readonly onConnected: (baseId: string, users: SourceUsers) => void;
}

interface StepProps extends Omit<ConnectElsewhereProps, 'returnTo' | 'connected'> {
  /** What people call the service. */
  readonly label: string;
  /** What was chosen there, as the call takes it; null: nothing yet. */
  readonly chosen: Omit<CallInput<'apps.connectSource'>, 'flowId' | 'baseId' | 'name'> | null;
  readonly nameOf: () => string;
  /** Whether there is anything to choose from. */
  readonly canConnect?: boolean;
  readonly children: ReactNode;
}

/** The dialog around a choice of what an app shows while it stays at its service; then it waits for the first read. */
export function ConnectElsewhere(props: StepProps) {
  const { label, flowId, chosen, nameOf, canConnect = true, connectError, children } = props;
  const { onBack, onClose, onConnected } = props;
  // Kept for another try, so that what is sent twice connects once.
  const wanted = useRef({ of: '', id: '' });
  const [reading, setReading] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission();
  const connect = () =>
    submit(async () => {
      if (chosen === null) return;
      const of = JSON.stringify(chosen);
      if (wanted.current.of !== of) wanted.current = { of, id: newId('bas') };
      const order = { flowId, baseId: wanted.current.id, name: nameOf() };
      setReading((await rpc.call('apps.connectSource', { ...order, ...chosen })).baseId);
    });
  if (reading !== null)
    return (
      <FirstRead {...{ flowId, name: nameOf(), baseId: reading, onClose, onConnected }} service={label} />
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Connect ${label}`}
      footer={
        <>
          <Button size="lg" variant="quiet" className="me-auto -ms-3" onClick={onBack}>
            Back
          </Button>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          {canConnect && (
            <Button
              size="lg"
              variant="primary"
              loading={busy}
              disabled={chosen === null}
              onClick={() => void connect()}
            >
              Connect
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        {(error ?? connectError) !== null && <Banner tone="danger">{error ?? connectError}</Banner>}
        {children}
      </div>
    </Dialog>
  );
}
