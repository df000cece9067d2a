import { Button, FormField, TextInput } from '@weft/ui';
import { useState } from 'react';
import { authText } from '../../session/auth-text.ts';
import { secondFactor } from '../../session/second-factor.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AuthColumn } from './AuthColumn.tsx';

interface SecondStepProps {
  readonly onDone: () => Promise<unknown>;
  /** Begins signing in anew. */
  readonly onBack: () => void;
}

/** The second step of signing in: a code of the authenticator app, or one of the recovery codes. */
export function SecondStep({ onDone, onBack }: SecondStepProps) {
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const { busy, error, setError, submit } = useSubmission({ textOf: authText, leaves: true });
  const label = recovery ? 'Recovery code' : 'Code';
  const verify = async () => {
    if (code.trim() === '') return setError(`Enter your ${label.toLowerCase()}`);
    await submit(async () => {
      await (recovery ? secondFactor.recover(code.trim()) : secondFactor.verify(code.trim()));
      await onDone();
    });
  };
  const change = () => {
    setRecovery(!recovery);
    setCode('');
    setError(null);
  };
  return (
    <AuthColumn
      title="One more step"
      text={
        recovery
          ? 'Enter one of the recovery codes you kept. Each works once.'
          : 'Enter the code that your authenticator app shows.'
      }
      error={error}
      onSubmit={verify}
      foot={
        <button type="button" className="underline" onClick={onBack}>
          Back to sign-in
        </button>
      }
    >
      <FormField label={label}>
        {(control) => (
          <TextInput
            {...control}
            key={label}
            size="xl"
            autoFocus
            autoComplete="one-time-code"
            inputMode={recovery ? 'text' : 'numeric'}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </FormField>
      <Button type="submit" variant="primary" size="xl" className="mt-1 w-full" loading={busy}>
        {busy ? 'Signing in' : 'Sign in'}
      </Button>
      <Button size="xl" className="w-full" onClick={change}>
        {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </Button>
    </AuthColumn>
  );
}
