import { Button, FormField, TextInput } from '@weft/ui';
import { type ReactNode, useState } from 'react';
import { api } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AuthColumn } from './AuthColumn.tsx';
import { EmailField, NewPasswordField } from './AuthFields.tsx';
import { authText, emailFault, passwordFault } from './auth-text.ts';

export interface SignUpFormProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly invitationCode: string | null;
  readonly onDone: () => void;
  readonly foot: ReactNode;
}

/** Name, email and password of a new person; whoever brings an invitation joins its organization. */
export function SignUpForm({ title, text, invitationCode, onDone, foot }: SignUpFormProps) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
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
    </AuthColumn>
  );
}
