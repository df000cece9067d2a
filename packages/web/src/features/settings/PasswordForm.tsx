import { Banner, Button } from '@weft/ui';
import { type FormEvent, useState } from 'react';
import { queryClient } from '../../queries.ts';
import { KnownPasswordField, knownPasswordFault, NewPasswordField } from '../../session/AuthFields.tsx';
import { authText, passwordFault } from '../../session/auth-text.ts';
import { focusFirstError } from '../../shell/focus-first-error.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { account, sessionsQuery } from './account-calls.ts';

/** A new password by the current one; other sessions end. */
export function PasswordForm({ email }: { readonly email: string }) {
  const [current, setCurrent] = useState('');
  const [wanted, setWanted] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, error, setError, submit } = useSubmission({ textOf: authText });
  const [done, setDone] = useState(false);

  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFirstError(event.currentTarget);
    setTried(true);
    setError(null);
    setDone(false);
    if (knownPasswordFault(current) !== null || passwordFault(wanted) !== null) return;
    await submit(async () => {
      await account.changePassword(current, wanted);
      setCurrent('');
      setWanted('');
      setTried(false);
      setDone(true);
      void queryClient.invalidateQueries(sessionsQuery);
    });
  };

  return (
    <form noValidate onSubmit={(event) => void change(event)} className="flex flex-col gap-4">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {done && <Banner tone="success">Password changed. You are signed out everywhere else.</Banner>}
      {/* Tells the browser's password store whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <KnownPasswordField
        size="md"
        label="Current password"
        value={current}
        onChange={setCurrent}
        tried={tried}
      />
      <NewPasswordField size="md" label="New password" value={wanted} onChange={setWanted} tried={tried} />
      <div>
        <Button type="submit" loading={busy}>
          {busy ? 'Changing password' : 'Change password'}
        </Button>
      </div>
    </form>
  );
}
