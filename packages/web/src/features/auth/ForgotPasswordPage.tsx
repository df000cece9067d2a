import { Link } from '@tanstack/react-router';
import { Button } from '@weft/ui';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { EmailField } from '../../session/AuthFields.tsx';
import { authText, emailFault } from '../../session/auth-text.ts';
import { type OnItsWay, recovery } from '../../session/recovery-calls.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AuthColumn, AuthPage } from './AuthColumn.tsx';

const backToSignIn = <Link to={paths.signIn}>Back to sign in</Link>;

/** What is said is the same whether the address is known. */
const sentText = (email: string, { delivery }: OnItsWay): string =>
  delivery === 'mail'
    ? `If ${email} has an account here, a link is on its way. It works for one hour.`
    : `This server sends no mail. If ${email} has an account here, ask the person who runs the server: the link is in Settings, Outbox, and works for one hour.`;

/** Asks for a mail with a link to a new password. */
export function ForgotPasswordPage() {
  usePageTitle('Forgot password');
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, error, setError, submit } = useSubmission({ textOf: authText });
  const [sent, setSent] = useState<OnItsWay | null>(null);

  const send = async () => {
    setTried(true);
    setError(null);
    if (emailFault(email) !== null) return;
    await submit(async () => setSent(await recovery.requestReset(email.trim())));
  };

  if (sent !== null)
    return (
      <AuthPage
        title={sent.delivery === 'mail' ? 'Check your mail' : 'Ask for the link'}
        text={sentText(email.trim(), sent)}
        foot={backToSignIn}
      >
        <Button size="xl" className="w-full" onClick={() => setSent(null)}>
          Use another address
        </Button>
      </AuthPage>
    );
  return (
    <AuthColumn
      title="Forgot your password?"
      text="Enter your address, and we send a link to a new one."
      error={error}
      onSubmit={send}
      foot={backToSignIn}
    >
      <EmailField value={email} onChange={setEmail} tried={tried} autoFocus />
      <Button type="submit" variant="primary" size="xl" className="mt-1 w-full" loading={busy}>
        {busy ? 'Sending' : 'Send link'}
      </Button>
    </AuthColumn>
  );
}
