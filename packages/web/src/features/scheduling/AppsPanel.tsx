import { useQuery } from '@tanstack/react-query';
import { Badge, Button, ConfirmDialog, IconButton, InitialTile, Menu } from '@weft/ui';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { LoadedPart } from '../../shell/LoadedPart.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { appsQuery, calendarsQuery, disconnectApp, type OwnApp, signInToApp } from './calendar-calls.ts';

const services = [
  { type: 'zoom', name: 'Zoom', hint: 'A meeting of its own for each booking, in your account.' },
  {
    type: 'teamsmeetings',
    name: 'Microsoft Teams',
    hint: 'A work or school account is required. Not supported for personal Microsoft accounts.',
  },
] as const;

/** Where video calls get their links from. */
export function AppsPanel() {
  const query = useQuery(appsQuery);
  return (
    <section className="mt-8" aria-labelledby="scheduling-apps">
      <h2 id="scheduling-apps" className="font-semibold text-body">
        Apps
      </h2>
      <p className="mb-4 text-base text-text-muted">Video calls get their link from here.</p>
      <LoadedPart query={query} things="the apps" places={['h-30']}>
        {({ apps }) => (
          <ul className="overflow-hidden rounded-lg border bg-surface">
            {services.map((service) => (
              <AppRow
                key={service.type}
                {...service}
                app={apps.find(({ type }) => type === service.type) ?? null}
              />
            ))}
            <MeetRow />
          </ul>
        )}
      </LoadedPart>
    </section>
  );
}

const row =
  'flex min-h-14 items-center gap-3 border-line-subtle px-4 py-2 not-first:border-t max-sm:flex-wrap';

function AppName({ name, said }: { readonly name: string; readonly said: string }) {
  return (
    <>
      <InitialTile name={name} id={name} />
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="truncate font-medium text-body">{name}</h3>
        <p className="text-small text-text-muted">{said}</p>
      </div>
    </>
  );
}

interface AppRowProps {
  readonly type: (typeof services)[number]['type'];
  readonly name: string;
  readonly hint: string;
  readonly app: OwnApp | null;
}

function AppRow({ type, name, hint, app }: AppRowProps) {
  const [disconnecting, setDisconnecting] = useState(false);
  const { busy, submit } = useSubmission({ toasts: true });
  const connect = () => void submit(() => signInToApp(type, name, app?.serviceId ?? null));
  const isLost = app?.state === 'disconnected';
  const said =
    app === null ? hint : isLost ? `${app.account}. ${app.fault ?? 'Sign in again.'}` : app.account;
  return (
    <li className={row}>
      <AppName name={name} said={said} />
      {app !== null && (
        <Badge tone={isLost ? 'warning' : 'success'}>{isLost ? 'Disconnected' : 'Connected'}</Badge>
      )}
      {(app === null || isLost) && (
        <Button loading={busy} aria-label={`${isLost ? 'Reconnect' : 'Connect'} ${name}`} onClick={connect}>
          {isLost ? 'Reconnect' : 'Connect'}
        </Button>
      )}
      {app !== null && (
        <Menu
          align="end"
          trigger={<IconButton plain icon={Ellipsis} label={`More for ${name}`} />}
          items={[
            { label: 'Reconnect', onSelect: connect },
            'separator',
            { label: 'Disconnect', danger: true, onSelect: () => setDisconnecting(true) },
          ]}
        />
      )}
      {app !== null && disconnecting && (
        <DisconnectApp name={name} serviceId={app.serviceId} onClose={() => setDisconnecting(false)} />
      )}
    </li>
  );
}

/** It has no account of its own: the calendar makes it. */
function MeetRow() {
  const { data } = useQuery(calendarsQuery);
  const google = data?.servicesAndCalendars.find(({ service }) => service.type === 'googlecalendar');
  const account = google?.service.session_state.metadata.email;
  return (
    <li className={row}>
      <AppName
        name="Google Meet"
        said={
          account === undefined
            ? 'Comes with a Google calendar that bookings are added to: connect it above.'
            : `${account}, where bookings are added to one of its calendars.`
        }
      />
      {account !== undefined && <Badge tone="success">Connected</Badge>}
    </li>
  );
}

function DisconnectApp(props: {
  readonly name: string;
  readonly serviceId: string;
  readonly onClose: () => void;
}) {
  const { name, serviceId, onClose } = props;
  const { busy, submit } = useSubmission({ toasts: true });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Disconnect ${name}?`}
      confirmLabel={busy ? 'Disconnecting' : 'Disconnect'}
      danger
      loading={busy}
      onConfirm={() =>
        void submit(async () => {
          await disconnectApp(serviceId);
          onClose();
        })
      }
    >
      Calls that were made stay in your account, with their links. Bookings from now on get none until it is
      connected again.
    </ConfirmDialog>
  );
}
