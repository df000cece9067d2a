import {
  Badge,
  Button,
  Checkbox,
  ConfirmDialog,
  Icon,
  IconButton,
  InitialTile,
  Menu,
  Tooltip,
  toast,
} from '@weft/ui';
import { Ellipsis, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useSubmission } from '../../shell/use-submission.ts';
import { chooseCalendars, disconnectCalendars, type ServiceAndCalendars } from './calendar-calls.ts';
import type { CalendarChoice } from './calendar-choices.ts';

const notUpdated = "Couldn't update your calendar settings. Please try again.";
const columns =
  'grid grid-cols-[minmax(0,1fr)_148px_132px] items-center max-sm:grid-cols-[minmax(0,1fr)_84px_72px]';

/** What mends an account that cannot be read. */
const wayOut = {
  failing: (name: string) =>
    `Until it can be read, nobody can book ${name}. It is tried again every 30 seconds.`,
  disconnected: (name: string) => `Until you reconnect, nobody can book ${name}.`,
  permissions_not_granted: (name: string) =>
    `Until you reconnect and allow all that is asked for, nobody can book ${name}.`,
};

const states = {
  valid: { tone: 'success', label: 'Connected' },
  failing: { tone: 'warning', label: 'Not readable' },
  disconnected: { tone: 'warning', label: 'Disconnected' },
  permissions_not_granted: { tone: 'warning', label: 'Permissions not granted' },
} as const;

function DisconnectDialog(props: {
  readonly service: ServiceAndCalendars['service'];
  readonly onClose: () => void;
}) {
  const { service, onClose } = props;
  const { busy, submit } = useSubmission({
    toasts: true,
    textOf: () => 'Had trouble deleting that Calendar',
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Disconnect ${service.name}?`}
      confirmLabel={busy ? 'Disconnecting' : 'Disconnect'}
      danger
      loading={busy}
      onConfirm={() =>
        void submit(async () => {
          await disconnectCalendars(service.id);
          onClose();
        })
      }
    >
      Its events no longer take time from bookings. What was added to it stays there.
    </ConfirmDialog>
  );
}

interface CalendarAccountProps {
  readonly account: ServiceAndCalendars;
  /** Of whoever looks at it. */
  readonly personName: string;
  /** Where bookings are added, among all accounts. */
  readonly target: { readonly serviceId: string; readonly calendarId: string } | null;
  readonly onReconnect: () => void;
}

/** An account or feed: which of its calendars are checked for conflicts, and which one takes bookings. */
export function CalendarAccount({ account, personName, target, onReconnect }: CalendarAccountProps) {
  const { service, calendars } = account;
  const { config, state } = service;
  const [disconnecting, setDisconnecting] = useState(false);
  const isLost = state !== 'valid';
  const choose = (change: (known: CalendarChoice) => CalendarChoice, isTarget: boolean) =>
    void chooseCalendars(service, change, isTarget).catch(() => toast(notUpdated, { tone: 'error' }));
  const check = (id: string, on: boolean) =>
    choose(({ calendarIdsToCheck, calendarIdToWriteTo }) => {
      const others = calendarIdsToCheck.filter((one) => one !== id);
      return {
        calendarIdsToCheck: on ? [...others, id] : others,
        calendarIdToWriteTo: !on && calendarIdToWriteTo === id ? null : calendarIdToWriteTo,
      };
    }, false);
  const addTo = (id: string) =>
    choose(
      ({ calendarIdsToCheck }) => ({
        calendarIdsToCheck: [...new Set([...calendarIdsToCheck, id])],
        calendarIdToWriteTo: id,
      }),
      true,
    );
  return (
    <section
      aria-label={service.name}
      className={`overflow-hidden rounded-lg border bg-surface ${isLost ? 'border-warning-line' : ''}`}
    >
      <header className="flex min-h-14 items-center gap-3 px-4 py-2">
        <InitialTile name={service.name} id={service.id} />
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-medium text-body">{service.name}</h3>
          <p className="truncate text-small text-text-muted">{service.session_state.metadata.email}</p>
        </div>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        <Menu
          align="end"
          trigger={<IconButton plain icon={Ellipsis} label={`More for ${service.name}`} />}
          items={[
            { label: 'Reconnect', onSelect: onReconnect },
            'separator',
            { label: 'Disconnect', danger: true, onSelect: () => setDisconnecting(true) },
          ]}
        />
      </header>
      {state !== 'valid' && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-3 border-warning-line border-t bg-warning-tint px-4 py-2 text-base text-warning-text"
        >
          <Icon of={TriangleAlert} />
          <p className="min-w-0 flex-1 basis-60">
            {service.fault}. {wayOut[state](personName)}
          </p>
          <Button icon={RefreshCw} onClick={onReconnect}>
            Reconnect
          </Button>
        </div>
      )}
      <table className="block w-full text-base" aria-label={`Calendars of ${service.name}`}>
        <thead className="block border-t bg-sunken text-small text-text-muted">
          <tr className={`${columns} min-h-8 px-4 py-1`}>
            <th scope="col" className="text-start font-medium">
              Calendar
            </th>
            <th scope="col" className="text-center font-medium">
              Check for conflicts
            </th>
            <th scope="col" className="text-center font-medium">
              Add to calendar
            </th>
          </tr>
        </thead>
        <tbody className="block">
          {calendars.map(({ id, name, isDeleted, canWriteTo, isPrimary, color }) => (
            <tr
              key={id}
              className={`${columns} min-h-10 border-line-subtle border-t px-4 pointer-coarse:min-h-11`}
            >
              <td className="flex min-w-0 items-center gap-2">
                <span
                  aria-hidden="true"
                  className="size-2 shrink-0 rounded-full bg-line-strong"
                  style={color === null || isDeleted ? undefined : { background: color }}
                />
                <span className={`truncate ${isDeleted ? 'text-text-muted line-through' : ''}`}>{name}</span>
                {isPrimary && <Badge>Primary</Badge>}
                {isDeleted && (
                  <Tooltip content="This calendar was removed. Turn it off here.">
                    <span
                      // biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip is read by key too.
                      tabIndex={0}
                      className="flex shrink-0 items-center gap-1 text-small text-warning-text"
                    >
                      <Icon of={TriangleAlert} size={14} /> Removed
                    </span>
                  </Tooltip>
                )}
                {!canWriteTo && !isDeleted && <Badge>Read only</Badge>}
              </td>
              <td className="flex justify-center">
                <Checkbox
                  ariaLabel={`Check ${name} for conflicts`}
                  checked={config.calendarIdsToCheck.includes(id)}
                  onChange={(on) => check(id, on)}
                />
              </td>
              <td className="flex justify-center">
                {canWriteTo ? (
                  <input
                    type="radio"
                    name="calendar-to-write-to"
                    className="size-4 accent-accent"
                    aria-label={`Add bookings to ${name}`}
                    checked={target?.serviceId === service.id && target.calendarId === id}
                    onChange={() => addTo(id)}
                  />
                ) : (
                  <span className="text-text-subtle">–</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {disconnecting && <DisconnectDialog service={service} onClose={() => setDisconnecting(false)} />}
    </section>
  );
}
