import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from '@weft/ui';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { authText } from '../../session/auth-text.ts';
import { recovery } from '../../session/recovery-calls.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AuthColumn, AuthPage } from './AuthColumn.tsx';
import { useCodeInAddress } from './use-code-in-address.ts';

const toSettings = <Link to={paths.settings('profile')}>Send a new link from the settings</Link>;

/** Where the link of a verification mail leads. A press verifies, for mail scanners open links by themselves. */
export function VerifyEmailPage() {
  usePageTitle('Verify address');
  const navigate = useNavigate();
  const code = useCodeInAddress();
  const { busy, error, submit } = useSubmission({ textOf: authText });
  const [done, setDone] = useState(false);

  const verify = () =>
    submit(async () => {
      await recovery.verify(code);
      queryClient.clear();
      setDone(true);
    });

  if (code === '')
    return (
      <AuthPage
        title="Couldn’t open this link"
        text="Part of it is missing. Copy all of it from the mail."
        foot={toSettings}
      />
    );
  if (done)
    return (
      <AuthPage title="Address verified" text="This address is yours." foot={null}>
        <Button
          variant="primary"
          size="xl"
          className="w-full"
          onClick={() => void navigate({ to: paths.home })}
        >
          Go to home
        </Button>
      </AuthPage>
    );
  return (
    <AuthColumn
      title="Verify your address"
      text="Confirm that the account this mail came for is yours."
      error={error}
      onSubmit={verify}
      foot={error === null ? null : toSettings}
    >
      <Button type="submit" variant="primary" size="xl" className="w-full" loading={busy}>
        {busy ? 'Verifying' : 'Verify address'}
      </Button>
    </AuthColumn>
  );
}
