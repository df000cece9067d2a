import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { faultOf, isAsked } from '@weft/protocol';
import { Banner, Button, FormField, Icon, TextInput, Tooltip } from '@weft/ui';
import { CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import type { Me } from '../../api.ts';
import { paths } from '../../paths.ts';
import { RetryBanner } from '../../shell/RetryBanner.tsx';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { AccessChoice, type AccessValue } from './AccessChoice.tsx';
import { ConfigFields, type ConfigValues } from './ConfigFields.tsx';
import { ConnectionState } from './ConnectionState.tsx';
import { ConnectionUse } from './ConnectionUse.tsx';
import { changeConnection, createConnection } from './integration-calls.ts';
import {
  type CatalogueEntry,
  type Connection,
  connectionsQuery,
  type ListedConnection,
  type Way,
} from './integration-queries.ts';
import { freeName, isSignedInBy, reconnectWord } from './service-words.ts';
import { type TriedKey, useTriedKey } from './use-tried-key.ts';

const notReady = 'Please select a unique integration name and access options';

export interface ConnectFormProps {
  readonly entry: CatalogueEntry;
  readonly me: Me;
  /** What is changed; null: a new one is made. */
  readonly connection: ListedConnection | null;
  /** Where it is made: 'formEditor'. */
  readonly source: string;
  /** The address one comes back to from a provider. */
  readonly returnTo: string;
  readonly onDone: (connection: Connection) => void;
  readonly onCancel: () => void;
}

const initialOf = (entry: CatalogueEntry, connection: Connection | null): ConfigValues => ({
  ...Object.fromEntries(
    [...entry.fields, ...entry.ways.flatMap(({ fields }) => fields)].flatMap(({ key, initial, choices }) => {
      const first = initial ?? choices[0]?.value;
      return first === undefined ? [] : [[key, first]];
    }),
  ),
  ...connection?.config,
});

/** Connects a service, or changes a connection: the way in, its name, and who may use it. */
export function ConnectForm(props: ConnectFormProps) {
  const { entry, me, connection, returnTo, onDone } = props;
  const { data: connections } = useQuery(connectionsQuery);
  const [values, setValues] = useState(() => initialOf(entry, connection));
  const [named, setName] = useState(connection?.name ?? null);
  const kept = me.organization.settings.connectionsInWorkspace === true;
  const [access, setAccess] = useState<AccessValue>(
    connection === null
      ? { access: kept || entry.personal ? 'owner' : 'organization', workspaceId: null }
      : { access: connection.access, workspaceId: connection.workspaceId },
  );
  const waysHere =
    connection === null
      ? entry.ways.filter(({ onPageOnly }) => !onPageOnly || props.source !== 'formEditor')
      : entry.ways.filter(({ kind }) => (kind === 'oauth') === (connection.provider !== null));
  const [chosen, setChosen] = useState(() =>
    connection === null
      ? 0
      : Math.max(
          0,
          waysHere.findIndex((way) => isSignedInBy(way, connection)),
        ),
  );
  const way = waysHere[chosen];
  const isOAuth = way?.kind === 'oauth';
  /** Its sign-in holds: what is changed is saved without another. */
  const isSignedIn = isOAuth && connection !== null && connection.state !== 'reconnect';
  const { busy, error, setError, submit } = useSubmission();
  const taken = (connections ?? []).filter(({ id }) => id !== connection?.id).map(({ name }) => name);
  const name = named ?? freeName(entry.label, taken);
  const isTaken = taken.some((one) => one.toLowerCase() === name.trim().toLowerCase());
  const fields = [...entry.fields, ...(way?.fields ?? [])].filter((field) => isAsked(field, values));
  const isKept = (field: (typeof fields)[number]) =>
    connection !== null && field.secret && (values[field.key] ?? '') === '';
  const isFilled = fields.every((field) => isKept(field) || faultOf(field, values[field.key]) === null);
  const tried = useTriedKey(entry.type, values, isFilled, setValues);
  const isNamed =
    name.trim() !== '' && !isTaken && (access.access !== 'workspace' || access.workspaceId !== null);
  const isTried = tried === null || tried.at === 'valid' || (connection !== null && tried.at === 'none');
  const ready = isNamed && isFilled && isTried && way?.available === true;
  const change = (key: string, value: string | number | boolean) => {
    setError(null);
    setValues({ ...values, [key]: value });
  };
  const save = (signIn: boolean) =>
    submit(async () => {
      const config = Object.fromEntries(
        fields.flatMap((field) => {
          const value = values[field.key];
          return value === undefined || value === '' ? [] : [[field.key, value]];
        }),
      );
      const body = {
        config: { ...config, ...way?.marks },
        serviceName: name.trim(),
        ...access,
        source: props.source,
      };
      const back = signIn ? { redirectUri: returnTo, failureRedirectUri: returnTo } : {};
      const { service, signInUrl } =
        connection === null
          ? await createConnection(entry.type, { ...body, ...back })
          : await changeConnection(connection.id, { ...body, ...back });
      if (signInUrl === null) onDone(service);
      // Away from this page; it is busy until the provider's is there.
      else {
        location.assign(signInUrl);
        await new Promise(() => {});
      }
    });
  return (
    <form
      className="flex flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void save(isOAuth && !isSignedIn);
      }}
    >
      <div className="mx-auto w-full max-w-[784px] flex-1 px-8 py-6 max-sm:px-4">
        {entry.accountWarning !== null && (
          <Banner tone="warning" className="mb-6">
            {entry.accountWarning}
          </Banner>
        )}
        <SettingRow title="Account" hint={accountHint(entry, way, values)}>
          {connection !== null && (
            <div className="mb-4 flex items-center gap-3 rounded-lg border px-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium text-base">
                  {connection.accountLabel ?? 'Nobody has signed in yet'}
                </p>
                <p className="text-small text-text-muted">
                  <ConnectionUse createdAt={connection.createdAt} usedBy={connection.usedBy} />
                </p>
              </div>
              <ConnectionState connection={connection} />
            </div>
          )}
          <Ways ways={waysHere} chosen={chosen} onChoose={setChosen} />
          {connection === null && waysHere.length < entry.ways.length && <OnPage {...{ entry, returnTo }} />}
          <ConfigFields fields={fields} values={values} known={connection !== null} onChange={change} />
          {tried !== null && !busy && error === null && <Tried tried={tried} />}
          <Credential {...{ busy, error }} isOAuth={isOAuth} />
        </SettingRow>
        <SettingRow
          title={entry.personal ? 'Name' : 'Name and access'}
          hint="Shown when you pick a connection."
        >
          <div className="flex flex-col gap-4">
            <FormField
              label="Name"
              error={isTaken ? 'Another connection has this name.' : null}
              hint={
                named === null && name !== entry.label
                  ? `“${entry.label}” is taken, so a number was added.`
                  : undefined
              }
            >
              {(control) => (
                <TextInput
                  {...control}
                  value={name}
                  maxLength={200}
                  autoComplete="off"
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </FormField>
            {entry.personal ? (
              <p className="text-small text-text-muted">
                {entry.use === 'scheduling'
                  ? 'Only you can use it, when people book you.'
                  : 'Only you can use it: it reaches the forms that you can open.'}
              </p>
            ) : (
              <AccessChoice
                value={access}
                kept={kept}
                organizationName={me.organization.name}
                onChange={setAccess}
              />
            )}
          </div>
        </SettingRow>
      </div>
      <Foot
        whyNot={
          !isNamed
            ? notReady
            : !isFilled
              ? 'Fill in the account first'
              : isTried
                ? whyNotWay(way)
                : tried?.at === 'invalid'
                  ? tried.why
                  : 'The key is tried first'
        }
        label={connection === null ? 'Connect' : isOAuth && !isSignedIn ? reconnectWord(connection) : 'Save'}
        busy={busy}
        other={
          connection === null || !isOAuth
            ? null
            : {
                label: isSignedIn ? reconnectWord(connection) : 'Save',
                onPress: () => void save(isSignedIn),
              }
        }
        onCancel={props.onCancel}
      />
    </form>
  );
}

/** Ways that are offered elsewhere. */
function OnPage({ entry, returnTo }: Pick<ConnectFormProps, 'entry' | 'returnTo'>) {
  const labels = entry.ways.filter(({ onPageOnly }) => onPageOnly).map(({ label }) => label.toLowerCase());
  return (
    <p className="mb-4 text-small text-text-muted">
      With a {labels.join(' or a ')} it is connected{' '}
      <Link to={paths.connect(entry.type, returnTo)} className="underline hover:no-underline">
        on the page of integrations
      </Link>
      , and you come back here.
    </p>
  );
}

function accountHint(entry: CatalogueEntry, way: Way | undefined, values: ConfigValues): string {
  if (way?.kind === 'oauth') return `You sign in at ${entry.label}, and come back here.`;
  const secrets = way?.fields.filter(({ secret }) => secret) ?? [];
  if (secrets.some((field) => isAsked(field, values)))
    return `What ${entry.label} gives you. It is sealed, and never shown again.`;
  // The key that would be asked for is the server's own.
  if (way?.fields.length === 0 || secrets.length > 0)
    return 'It is done by this server: nothing has to be copied.';
  return `What ${entry.label} gives you.`;
}

const whyNotWay = (way: Way | undefined): string | null =>
  way?.available === true ? null : 'Ask an admin to set up this sign-in';

/** The ways to be let in, where there are several: what works now leads. */
function Ways(props: {
  readonly ways: readonly Way[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}) {
  if (props.ways.length < 2 && props.ways[0]?.available !== false) return null;
  return (
    <div
      role="radiogroup"
      aria-label="Way to connect"
      className="mb-4 divide-y overflow-hidden rounded-lg border"
    >
      {props.ways.map(({ label, available }, index) => (
        <label
          key={label}
          className={`flex min-h-11 items-center gap-3 px-4 py-2 text-base ${index === props.chosen ? 'bg-accent-tint' : ''}`}
        >
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{label}</span>
            {!available && (
              <span className="block text-small text-text-muted">
                An admin has to set it up first, in the settings under ‘Sign-in apps’.
              </span>
            )}
          </span>
          <input
            type="radio"
            name="way"
            className="size-4 accent-accent"
            checked={index === props.chosen}
            onChange={() => props.onChoose(index)}
          />
        </label>
      ))}
    </div>
  );
}

/** Whether the key that is typed lets in. */
function Tried({ tried }: { readonly tried: TriedKey }) {
  if (tried.at === 'none') return null;
  if (tried.at === 'invalid')
    return (
      <div className="mt-3">
        <RetryBanner tone="danger" onRetry={tried.again}>
          {tried.why}
        </RetryBanner>
      </div>
    );
  return (
    <p role="status" className="mt-3 flex items-center gap-1.5 text-small text-text-muted">
      <Icon of={CircleCheck} size={14} />
      {tried.at === 'validating' ? 'Checking credentials...' : 'This key lets in'}
    </p>
  );
}

/** Whether the credential was taken. */
function Credential(props: {
  readonly busy: boolean;
  readonly error: string | null;
  readonly isOAuth: boolean;
}) {
  if (props.busy)
    return (
      <p role="status" className="mt-3 flex items-center gap-1.5 text-small text-text-muted">
        <Icon of={CircleCheck} size={14} />
        {props.isOAuth ? 'Going to the sign-in…' : 'Checking credentials...'}
      </p>
    );
  if (props.error === null) return null;
  return (
    <Banner
      tone="danger"
      className="mt-3"
      action={
        <Button size="sm" type="submit">
          Try again
        </Button>
      }
    >
      {props.error}
    </Banner>
  );
}

const busyWords: { readonly [label: string]: string } = {
  Connect: 'Connecting',
  Reconnect: 'Reconnecting',
  'Finish connecting': 'Connecting',
  Save: 'Saving',
};

function Foot(props: {
  /** Why it cannot be connected yet. */
  readonly whyNot: string | null;
  readonly label: string;
  readonly busy: boolean;
  /** Signs in again, or saves without. */
  readonly other: { readonly label: string; readonly onPress: () => void } | null;
  readonly onCancel: () => void;
}) {
  const { whyNot, label, busy, other } = props;
  const note = useId();
  const button = (
    <Button
      size="lg"
      type="submit"
      variant="primary"
      loading={busy}
      disabled={whyNot !== null}
      aria-describedby={whyNot === null ? undefined : note}
    >
      {busy ? (busyWords[label] ?? label) : label}
    </Button>
  );
  return (
    <footer className="sticky bottom-0 flex min-h-15 flex-wrap items-center justify-end gap-2 border-t bg-surface px-8 py-3 max-sm:px-4 lg:rounded-b-lg">
      <p id={note} className="me-auto text-small text-text-muted">
        {whyNot}
      </p>
      <Button size="lg" onClick={props.onCancel}>
        Cancel
      </Button>
      {other !== null && (
        <Button size="lg" disabled={whyNot !== null} onClick={other.onPress}>
          {other.label}
        </Button>
      )}
      {whyNot === null ? (
        button
      ) : (
        <Tooltip content={whyNot}>
          <span>{button}</span>
        </Tooltip>
      )}
    </footer>
  );
}
