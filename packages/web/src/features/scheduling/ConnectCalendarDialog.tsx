import type { SignedInCalendar } from '@weft/protocol';
import { Banner, Button, Dialog, FormField, SegmentedControl, TextInput } from '@weft/ui';
import { type FormEvent, type Ref, useId, useRef, useState } from 'react';
import { useSubmission } from '../../shell/use-submission.ts';
import {
  type CalendarAccount,
  connectCalendars,
  isSignInService,
  type ServiceAndCalendars,
  signInServices,
  signInToCalendars,
} from './calendar-calls.ts';

type Kind = ServiceAndCalendars['service']['type'];

const kinds: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'caldav', label: 'CalDAV' },
  ...Object.entries(signInServices).map(([value, { label }]) => ({
    value: value as SignedInCalendar,
    label,
  })),
  { value: 'ics', label: 'Feed' },
];

/** Asks for an account on a CalDAV server or for the address of a feed, or leads to a sign-in. */
export function ConnectCalendarDialog(props: {
  /** The one to be connected again; null: another one. */
  readonly service: ServiceAndCalendars['service'] | null;
  readonly onClose: () => void;
}) {
  const { service, onClose } = props;
  const [kind, setKind] = useState<Kind>(service?.type ?? 'caldav');
  const [typed, setTyped] = useState({
    url: '',
    username: service?.type === 'caldav' ? service.session_state.metadata.email : '',
    password: '',
    name: service?.name ?? '',
  });
  const { busy, error, setError, submit } = useSubmission();
  const first = useRef<HTMLInputElement>(null);
  const form = useId();
  const type = (part: Partial<typeof typed>) => {
    setError(null);
    setTyped((now) => ({ ...now, ...part }));
  };
  const url = typed.url.trim();
  const signsIn = isSignInService(kind);
  const isWhole =
    signsIn ||
    (url !== '' &&
      (kind === 'ics' ? typed.name.trim() !== '' : typed.username !== '' && typed.password !== ''));
  const connect = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole) return;
    if (isSignInService(kind)) return void submit(() => signInToCalendars(kind, service?.id ?? null));
    const account: CalendarAccount =
      kind === 'ics'
        ? { type: kind, url, name: typed.name.trim() }
        : { type: kind, url, username: typed.username.trim(), password: typed.password };
    void submit(async () => {
      await connectCalendars(account, service?.id ?? null);
      onClose();
    });
  };
  const verb = service === null ? 'Connect' : 'Reconnect';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={service === null ? 'Connect calendar' : `Reconnect ${service.name}`}
      initialFocus={first}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} size="lg" variant="primary" loading={busy} disabled={!isWhole}>
            {busy ? `${verb}ing` : verb}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={connect} className="flex flex-col gap-4">
        {error !== null && <Banner tone="danger">{error}</Banner>}
        {service === null && (
          <SegmentedControl
            label="Kind of calendar"
            value={kind}
            segments={kinds}
            onChange={(next) => {
              setError(null);
              setKind(next);
            }}
          />
        )}
        {isSignInService(kind) ? (
          <p className="text-base">
            You sign in at {signInServices[kind].provider} and come back here. Weft reads when you are busy,
            and adds bookings to one of your calendars.
          </p>
        ) : (
          <AddressFields {...{ kind, typed, type, first }} isNew={service === null} />
        )}
      </form>
    </Dialog>
  );
}

/** Where calendars are read without a sign-in. */
function AddressFields(props: {
  readonly kind: 'caldav' | 'ics';
  readonly typed: { readonly [name in 'url' | 'username' | 'password' | 'name']: string };
  readonly type: (part: { readonly [name in 'url' | 'username' | 'password' | 'name']?: string }) => void;
  readonly first: Ref<HTMLInputElement>;
  readonly isNew: boolean;
}) {
  const { kind, typed, type, first, isNew } = props;
  return (
    <>
      <FormField
        label={kind === 'ics' ? 'Address of the feed' : 'Address of the server'}
        hint={
          kind === 'ics'
            ? 'Ends in .ics as a rule. Its events take time; nothing is added to it.'
            : 'As iCloud, Fastmail, Nextcloud or Radicale gives it for CalDAV.'
        }
      >
        {(control) => (
          <TextInput
            {...control}
            ref={first}
            type="url"
            value={typed.url}
            maxLength={2_000}
            autoComplete="off"
            placeholder="https://"
            onChange={(event) => type({ url: event.target.value })}
          />
        )}
      </FormField>
      {kind === 'ics' && isNew && (
        <FormField label="Name">
          {(control) => (
            <TextInput
              {...control}
              value={typed.name}
              maxLength={255}
              autoComplete="off"
              onChange={(event) => type({ name: event.target.value })}
            />
          )}
        </FormField>
      )}
      {kind === 'caldav' && (
        <>
          <FormField label="User name">
            {(control) => (
              <TextInput
                {...control}
                value={typed.username}
                maxLength={1_000}
                autoComplete="off"
                onChange={(event) => type({ username: event.target.value })}
              />
            )}
          </FormField>
          <FormField label="Password" hint="Most services make one for each app. It is stored sealed.">
            {(control) => (
              <TextInput
                {...control}
                type="password"
                value={typed.password}
                maxLength={1_000}
                autoComplete="new-password"
                onChange={(event) => type({ password: event.target.value })}
              />
            )}
          </FormField>
        </>
      )}
    </>
  );
}
