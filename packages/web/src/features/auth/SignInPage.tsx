import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Banner, Button } from '@weft/ui';
import { useState } from 'react';
import { api, type Visitor } from '../../api.ts';
import { paths, safeNext } from '../../paths.ts';
import { queryClient, visitorQuery } from '../../queries.ts';
import { EmailField, KnownPasswordField, knownPasswordFault } from '../../session/AuthFields.tsx';
import { authText, emailFault } from '../../session/auth-text.ts';
import { asksSecondFactor } from '../../session/second-factor.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AuthColumn } from './AuthColumn.tsx';
import { ProviderButtons, providerErrorText } from './ProviderButtons.tsx';
import { SecondStep } from './SecondStep.tsx';

/** The way to an account, for whoever may make one. */
function NewHere({
  next,
  signUp,
}: {
  readonly next: string | undefined;
  readonly signUp: Visitor['signUp'];
}) {
  if (signUp === 'closed') return null;
  if (signUp === 'invite') return 'New here? Ask a colleague for an invitation.';
  return (
    <>
      New here?{' '}
      <Link to={paths.signUp} search={next === undefined ? {} : { next }}>
        Create an account
      </Link>
    </>
  );
}

export function SignInPage() {
  const { next, error: refused } = useSearch({ from: '/sign-in' });
  const { signUp = 'open', notice, providers = [] } = useQuery(visitorQuery).data ?? {};
  const navigate = useNavigate();
  usePageTitle('Sign in');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [second, setSecond] = useState(false);
  const { busy, error, setError, submit } = useSubmission({ textOf: authText });

  const signIn = async () => {
    setTried(true);
    setError(null);
    if (emailFault(email) !== null || knownPasswordFault(password) !== null) return;
    await submit(async () => {
      const answer = await api.signIn({ email: email.trim(), password });
      if (asksSecondFactor(answer)) return setSecond(true);
      await goOn();
    });
  };
  const goOn = async () => {
    queryClient.clear();
    await navigate({ href: safeNext(next), replace: true });
  };
  if (second) return <SecondStep onDone={goOn} onBack={() => setSecond(false)} />;

  return (
    <AuthColumn
      title="Sign in to Weft"
      error={error}
      onSubmit={signIn}
      foot={<NewHere next={next} signUp={signUp} />}
    >
      {refused !== undefined && error === null && <Banner tone="danger">{providerErrorText(refused)}</Banner>}
      {notice !== undefined && error === null && <Banner tone="warning">{notice}</Banner>}
      <EmailField value={email} onChange={setEmail} tried={tried} autoFocus />
      <KnownPasswordField value={password} onChange={setPassword} tried={tried} />
      <Link
        to={paths.forgotPassword}
        className="-mt-1 self-start text-accent-text text-base hover:underline pointer-coarse:py-3"
      >
        Forgot password?
      </Link>
      <Button type="submit" variant="primary" size="xl" className="mt-1 w-full" loading={busy}>
        {busy ? 'Signing in' : 'Sign in'}
      </Button>
      <ProviderButtons providers={providers} next={next} />
    </AuthColumn>
  );
}
