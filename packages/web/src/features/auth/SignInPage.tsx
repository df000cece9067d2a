import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Button, FormField, TextInput } from '@weft/ui';
import { useState } from 'react';
import { api } from '../../api.ts';
import { paths, safeNext } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { AuthColumn } from './AuthColumn.tsx';
import { authText, emailFault } from './auth-text.ts';

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async () => {
    setTried(true);
    setError(null);
    if (busy || emailFault(email) !== null || password === '') return;
    setBusy(true);
    try {
      await api.signIn({ email: email.trim(), password });
      queryClient.clear();
      await navigate({ href: safeNext(next) });
    } catch (refused) {
      setError(authText(refused));
      setBusy(false);
    }
  };

  return (
    <AuthColumn
      title="Sign in to Weft"
      error={error}
      onSubmit={submit}
      foot={
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
      }
    >
      <FormField label="Email" error={tried ? emailFault(email) : null}>
        {(control) => (
          <TextInput
            {...control}
            size="xl"
            type="email"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </FormField>
      <FormField label="Password" error={tried && password === '' ? 'Enter your password' : null}>
        {(control) => (
          <TextInput
            {...control}
            size="xl"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </FormField>
      <Link
        to={paths.forgotPassword}
        className="-mt-1 self-start text-accent-text text-base hover:underline max-sm:py-2"
      >
        Forgot password?
      </Link>
      <Button type="submit" variant="primary" size="xl" className="mt-1 w-full" loading={busy}>
        {busy ? 'Signing in' : 'Sign in'}
      </Button>
    </AuthColumn>
  );
}
