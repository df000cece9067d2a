import { queryOptions, useQuery } from '@tanstack/react-query';
import { Badge, Banner, Button, FormField, Icon, IconButton, TextInput } from '@weft/ui';
import { ChevronDown, ChevronRight, Copy, KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { rpcQuery } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { copyText } from '../../shell/copy-text.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { Listing } from './Listing.tsx';

/** The providers that connections are signed in at. */
const appsQuery = queryOptions({
  queryKey: ['sign-in-apps'],
  queryFn: async () => (await rpcQuery('integrations.apps', {})).providers,
});
type Provider = Awaited<ReturnType<NonNullable<typeof appsQuery.queryFn>>>[number];

/** The apps that let people sign in at other services; their operator makes them over there, once. */
export function SignInAppsSection() {
  const { data, error, refetch } = useQuery(appsQuery);
  return (
    <>
      <p className="mb-4 text-pretty text-base text-text-muted">
        Services such as Google let people sign in only through an app of whoever runs this server. Make one
        there, paste what stands here, and paste its id and secret back. Until then their connect screens
        offer what works without.
      </p>
      <Listing
        label="Sign-in apps"
        items={data}
        error={error}
        onRetry={() => void refetch()}
        empty={{ icon: KeyRound, title: 'No providers', text: 'No service here asks for a sign-in.' }}
        keyOf={({ name }) => name}
        row={(provider) => <ProviderRow provider={provider} />}
      />
    </>
  );
}

function ProviderRow({ provider }: { readonly provider: Provider }) {
  const [open, setOpen] = useState(false);
  const part = useId();
  const { label, services, clientId } = provider;
  return (
    <div className="min-w-0 flex-1">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={part}
        className="flex w-full items-center gap-3 text-start"
        onClick={() => setOpen(!open)}
      >
        <Icon of={open ? ChevronDown : ChevronRight} className="text-text-subtle" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium text-base">{label}</span>
          <span className="block truncate text-small text-text-muted">{services.join(', ')}</span>
        </span>
        <Badge tone={clientId === null ? 'neutral' : 'success'}>
          {clientId === null ? 'Not set up' : 'Set up'}
        </Badge>
      </button>
      {open && (
        <div id={part} className="ps-7 pt-4 pb-2">
          <ProviderForm key={clientId} provider={provider} />
        </div>
      )}
    </div>
  );
}

function ProviderForm({ provider }: { readonly provider: Provider }) {
  const { name, label, appsUrl, redirectUrl, scopes } = provider;
  const [clientId, setClientId] = useState(provider.clientId ?? '');
  const [secret, setSecret] = useState('');
  const [pickerKey, setPickerKey] = useState(provider.pickerKey ?? '');
  const { busy, error, submit } = useSubmission();
  const check = useSubmission();
  const [checked, setChecked] = useState<{ readonly ok: boolean; readonly said: string } | null>(null);
  const isKnown = provider.clientId !== null;
  const save = (to: {
    readonly clientId: string | null;
    readonly clientSecret?: string;
    readonly pickerKey?: string;
  }) =>
    submit(async () => {
      await rpc.call('integrations.setApp', { provider: name, ...to });
      await queryClient.invalidateQueries(appsQuery);
      await queryClient.invalidateQueries({ queryKey: ['integration-catalogue'] });
    });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const clientSecret = secret.trim() === '' ? {} : { clientSecret: secret.trim() };
        void save({
          ...{ clientId: clientId.trim(), ...clientSecret },
          ...(provider.hasPicker && { pickerKey: pickerKey.trim() }),
        });
      }}
    >
      <p className="text-base">
        Make an app at{' '}
        <a className="text-accent-text underline" href={appsUrl} target="_blank" rel="noopener noreferrer">
          {label}
        </a>{' '}
        and give it:
      </p>
      <ToCopy label="Redirect URL" text={redirectUrl} />
      <ToCopy label="Scopes" text={scopes.join(' ')} />
      <FormField label="Client id">
        {(control) => (
          <TextInput
            {...control}
            value={clientId}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setClientId(event.target.value)}
          />
        )}
      </FormField>
      <FormField
        label="Client secret"
        hint={isKnown ? 'Empty: it stays as it is.' : 'It is sealed, and never shown again.'}
        error={error}
      >
        {(control) => (
          <TextInput
            {...control}
            type="password"
            value={secret}
            autoComplete="new-password"
            onChange={(event) => setSecret(event.target.value)}
          />
        )}
      </FormField>
      {provider.hasPicker && (
        <FormField
          label="Picker key (optional)"
          hint={`An API key for ${label}’s Picker API, kept to this server’s address. With it people can give access to single files.`}
        >
          {(control) => (
            <TextInput
              {...control}
              className="font-mono"
              value={pickerKey}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setPickerKey(event.target.value)}
            />
          )}
        </FormField>
      )}
      {checked !== null && <Banner tone={checked.ok ? 'success' : 'danger'}>{checked.said}</Banner>}
      {check.error !== null && <Banner tone="danger">{check.error}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          loading={busy}
          disabled={clientId.trim() === '' || (!isKnown && secret.trim() === '')}
        >
          {busy ? 'Saving' : 'Save'}
        </Button>
        {isKnown && (
          <>
            <Button
              loading={check.busy}
              onClick={() =>
                void check.submit(async () =>
                  setChecked(await rpc.call('integrations.checkApp', { provider: name })),
                )
              }
            >
              {check.busy ? 'Checking' : 'Check'}
            </Button>
            <Button variant="quiet" onClick={() => void save({ clientId: null })}>
              Remove
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

function ToCopy({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <FormField label={label}>
      {(control) => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            readOnly
            className="font-mono"
            value={text}
            onFocus={(event) => event.target.select()}
          />
          <IconButton icon={Copy} label={`Copy: ${label}`} onClick={() => void copyText(text)} />
        </div>
      )}
    </FormField>
  );
}
