import type { Scope } from '@weft/protocol';
import { FormField, Select, TextInput } from '@weft/ui';
import { useRef, useState } from 'react';
import { queryClient } from '../../queries.ts';
import { CopyDialog } from '../../shell/CopyDialog.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { account, tokensQuery } from './account-calls.ts';
import { scopeTexts } from './scope-texts.ts';

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const;
type Lifetime = (typeof lifetimes)[number]['value'];

const included: { readonly [S in Scope]: readonly Scope[] } = {
  read: ['read'],
  write: ['read', 'write'],
  admin: ['read', 'write', 'admin'],
};

/** Makes a token, and shows it once. */
export function TokenDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('read');
  const [days, setDays] = useState<Lifetime>('90');
  const [tried, setTried] = useState(false);
  const { busy, error, setError, submit } = useSubmission();
  const [token, setToken] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const nameFault = name.trim() === '' ? 'Enter a name' : null;

  const create = async () => {
    setTried(true);
    setError(null);
    if (nameFault !== null) return;
    await submit(async () => {
      const made = await account.makeToken({
        name: name.trim(),
        scopes: included[scope],
        expiresInDays: Number(days),
      });
      setToken(made.token);
      void queryClient.invalidateQueries(tokensQuery);
    });
  };

  if (token !== null)
    return (
      <CopyDialog
        once
        title="Copy your token"
        label="Token"
        hint="It is shown only now. Keep it as you keep a password, and send it as Authorization: Bearer."
        value={token}
        copy="Copy token"
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title="Create token"
      confirm="Create token"
      confirming="Creating token"
      busy={busy}
      error={error}
      initialFocus={input}
      onConfirm={create}
      onClose={onClose}
    >
      <FormField label="Name" hint="What will use it" error={tried ? nameFault : null}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </FormField>
      <FormField label="Scope" hint={scopeTexts[scope].hint}>
        {(control) => (
          <Select<Scope>
            id={control.id}
            label="Scope"
            value={scope}
            onChange={setScope}
            options={(['read', 'write', 'admin'] as const).map((value) => ({
              value,
              label: scopeTexts[value].label,
            }))}
          />
        )}
      </FormField>
      <FormField label="Expires after">
        {(control) => (
          <Select<Lifetime>
            id={control.id}
            label="Expires after"
            value={days}
            onChange={setDays}
            options={lifetimes}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
