import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, FormField, TextInput } from '@weft/ui';
import { useState } from 'react';
import { api } from '../../api.ts';
import { paths } from '../../paths.ts';
import { queryClient, visitorQuery } from '../../queries.ts';
import { EmailField, NewPasswordField } from '../../session/AuthFields.tsx';
import { authText, emailFault, passwordFault } from '../../session/auth-text.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AuthColumn, AuthPage } from './AuthColumn.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';

export interface SignUpFormProps {
  readonly title: string;
  readonly text?: string;
  readonly invitationCode: string | null;
  /** The address an invitation was sent to. */
  readonly email?: string;
  /** Where whoever has an account goes on from signing in. */
  readonly next: string | undefined;
  readonly onDone: () => void;
}

/** Said before anything is filled in for nothing. */
const refusals = {
  invite: {
    title: 'Sign-up is by invitation',
    text: 'Ask a colleague for a link: they make one in Weft with “Invite people”.',
  },
  closed: { title: 'Sign-up is closed', text: 'This server takes no new accounts.' },
} as const;

/** Name, email and password of a new person; whoever brings an invitation joins its organization. */
export function SignUpForm({
  title,
  text,
  invitationCode,
  email: invited = '',
  next,
  onDone,
}: SignUpFormProps) {
  const { signUp: mode = 'open', providers = [] } = useQuery(visitorQuery).data ?? {};
  const [name, setName] = useState('');
  const [email, setEmail] = useState(invited);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, error, setError, submit } = useSubmission({ textOf: authText, leaves: true });

  const nameFault = name.trim() === '' ? 'Enter your name' : null;

  const signUp = async () => {
    setTried(true);
    setError(null);
    if (nameFault !== null || emailFault(email) !== null || passwordFault(password) !== null) return;
    const person = { name: name.trim(), email: email.trim(), password };
    await submit(async () => {
      await api.signUp(invitationCode === null ? person : { ...person, invitationCode });
      queryClient.clear();
      onDone();
    });
  };

  const foot = (
    <>
      Have an account?{' '}
      <Link to={paths.signIn} search={next === undefined ? {} : { next }}>
        Sign in
      </Link>
      {invitationCode === null && mode !== 'closed' && (
        <span className="mt-2 block">
          Were you invited? <Link to={paths.inviteCode}>Use a code</Link>
        </span>
      )}
    </>
  );
  if (mode === 'closed' || (mode === 'invite' && invitationCode === null))
    return <AuthPage {...refusals[mode]} foot={foot} />;
  return (
    <AuthColumn title={title} text={text} error={error} onSubmit={signUp} foot={foot}>
      <FormField label="Name" error={tried ? nameFault : null}>
        {(control) => (
          <TextInput
            {...control}
            size="xl"
            autoComplete="name"
            autoFocus
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </FormField>
      <EmailField value={email} onChange={setEmail} tried={tried} />
      <NewPasswordField label="Password" value={password} onChange={setPassword} tried={tried} />
      <Button type="submit" variant="primary" size="xl" className="mt-1 w-full" loading={busy}>
        {busy ? 'Creating account' : 'Create account'}
      </Button>
      <ProviderButtons providers={providers} next={next} />
    </AuthColumn>
  );
}
