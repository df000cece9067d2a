import { Banner, Button, FormField, TextInput } from '@weft/ui';
import { type FormEvent, useState } from 'react';
import { queryClient } from '../../queries.ts';
import { authText, passwordFault } from '../auth/auth-text.ts';
import { account, sessionsQuery } from './account-calls.ts';

/** A new password by the current one; other sessions end. */
export function PasswordForm({ email }: { readonly email: string }) {
  const [current, setCurrent] = useState('');
  const [wanted, setWanted] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const currentFault = current === '' ? 'Enter your current password' : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setError(null);
    setDone(false);
    if (busy || currentFault !== null || passwordFault(wanted) !== null) return;
    setBusy(true);
    try {
      await account.changePassword(current, wanted);
      setCurrent('');
      setWanted('');
      setTried(false);
      setDone(true);
      void queryClient.invalidateQueries(sessionsQuery);
    } catch (refused) {
      setError(authText(refused));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {done && <Banner tone="success">Password changed. You are signed out everywhere else.</Banner>}
      {/* Tells the browser's password store whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <FormField label="Current password" error={tried ? currentFault : null}>
        {(control) => (
          <TextInput
            {...control}
            type="password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        )}
      </FormField>
      <FormField
        label="New password"
        hint="At least 8 characters"
        error={tried ? passwordFault(wanted) : null}
      >
        {(control) => (
          <TextInput
            {...control}
            type="password"
            autoComplete="new-password"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
      </FormField>
      <div>
        <Button type="submit" loading={busy}>
          {busy ? 'Changing password' : 'Change password'}
        </Button>
      </div>
    </form>
  );
}
