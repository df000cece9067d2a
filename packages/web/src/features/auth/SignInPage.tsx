import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '@weft/ui';
import { useState } from 'react';
import { api } from '../../api.ts';
import { paths, safeNext } from '../../paths.ts';
import { queryClient, visitorQuery } from '../../queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AuthColumn } from './AuthColumn.tsx';
import { EmailField, KnownPasswordField, knownPasswordFault } from './AuthFields.tsx';
import { authText, emailFault } from './auth-text.ts';

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  usePageTitle('Sign in');
  const { signUp: mode = 'open' } = useQuery(visitorQuery).data ?? {};
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, error, setError, submit } = useSubmission({ textOf: authText, leaves: true });

  const signIn = async () => {
    setTried(true);
    setError(null);
    if (emailFault(email) !== null || knownPasswordFault(password) !== null) return;
    await submit(async () => {
      await api.signIn({ email: email.trim(), password });
      queryClient.clear();
      await navigate({ href: safeNext(next), replace: true });
    });
  };

  return (
    <AuthColumn
      title="Sign in to Weft"
      error={error}
      onSubmit={signIn}
      foot={
        mode === 'closed' ? null : mode === 'invite' ? (
          'New here? Ask a colleague for an invitation.'
        ) : (
          <>
            New here?{' '}
            <Link
              to={paths.signUp}
              search={next === undefined ? {} : { next }}
              className="font-medium text-accent-text hover:underline"
            >
              Create an account
            </Link>
          </>
        )
      }
    >
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
    </AuthColumn>
  );
}
