import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from '@weft/ui';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { NewPasswordField } from '../../session/AuthFields.tsx';
import { authText, passwordFault } from '../../session/auth-text.ts';
import { recovery } from '../../session/recovery-calls.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AuthColumn, AuthPage } from './AuthColumn.tsx';
import { useCodeInAddress } from './use-code-in-address.ts';

const askAgain = <Link to={paths.forgotPassword}>Ask for a new link</Link>;

/** Where the link of a reset mail leads: a new password, and everybody signed out. */
export function ResetPasswordPage() {
  usePageTitle('New password');
  const navigate = useNavigate();
  const code = useCodeInAddress();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, error, setError, submit } = useSubmission({ textOf: authText });
  const [done, setDone] = useState(false);

  const change = async () => {
    setTried(true);
    setError(null);
    if (passwordFault(password) !== null) return;
    await submit(async () => {
      await recovery.reset(code, password);
      queryClient.clear();
      setDone(true);
    });
  };

  if (code === '')
    return (
      <AuthPage
        title="Couldn’t open this link"
        text="Part of it is missing. Copy all of it from the mail, or ask for a new one."
        foot={askAgain}
      />
    );
  if (done)
    return (
      <AuthPage
        title="Password changed"
        text="You are signed out everywhere, and your API tokens are revoked."
        foot={null}
      >
        <Button
          variant="primary"
          size="xl"
          className="w-full"
          onClick={() => void navigate({ to: paths.signIn })}
        >
          Sign in
        </Button>
      </AuthPage>
    );
  return (
    <AuthColumn
      title="Choose a new password"
      text="It signs you out everywhere and revokes your API tokens."
      error={error}
      onSubmit={change}
      foot={askAgain}
    >
      <NewPasswordField
        label="New password"
        value={password}
        onChange={setPassword}
        tried={tried}
        autoFocus
      />
      <Button type="submit" variant="primary" size="xl" className="mt-1 w-full" loading={busy}>
        {busy ? 'Changing password' : 'Change password'}
      </Button>
    </AuthColumn>
  );
}
