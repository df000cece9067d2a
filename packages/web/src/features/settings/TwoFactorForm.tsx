import { Badge, Banner, Button, FormField, TextInput } from '@weft/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Me } from '../../api.ts';
import { meQuery, queryClient } from '../../queries.ts';
import { KnownPasswordField, knownPasswordFault } from '../../session/AuthFields.tsx';
import { authText } from '../../session/auth-text.ts';
import { secondFactor } from '../../session/second-factor.ts';
import { focusFirstError } from '../../shell/focus-first-error.ts';
import { QrCode } from '../../shell/QrCode.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { sessionsQuery } from './account-calls.ts';

interface PasswordStepProps {
  readonly action: string;
  readonly acting: string;
  readonly onPassword: (password: string) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** What is changed of the second factor asks for the password first. */
function PasswordStep({ action, acting, onPassword, onCancel }: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, error, setError, submit } = useSubmission({ textOf: authText });
  const go = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFirstError(event.currentTarget);
    setTried(true);
    setError(null);
    if (knownPasswordFault(password) === null) await submit(() => onPassword(password));
  };
  return (
    <form noValidate onSubmit={(event) => void go(event)} className="flex flex-col gap-4">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <KnownPasswordField
        size="md"
        label="Current password"
        value={password}
        onChange={setPassword}
        tried={tried}
        autoFocus
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={busy}>
          {busy ? acting : action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

interface CodeStepProps {
  readonly totpURI: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The key for the authenticator app, and the first code it shows. */
function CodeStep({ totpURI, onDone, onCancel }: CodeStepProps) {
  const [code, setCode] = useState('');
  const { busy, error, setError, submit } = useSubmission({ textOf: authText });
  const key = new URL(totpURI).searchParams.get('secret') ?? '';
  const verify = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (code.trim() === '') return setError('Enter the code that the app shows');
    await submit(async () => {
      await secondFactor.verify(code.trim());
      onDone();
    });
  };
  return (
    <form noValidate onSubmit={(event) => void verify(event)} className="flex flex-col gap-4">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <p className="text-base">Scan this with your authenticator app.</p>
      <QrCode text={totpURI} label="QR code for your authenticator app" />
      <FormField
        label="Key"
        hint={
          <>
            Or enter it in the app by hand, or{' '}
            <a href={totpURI} className="underline">
              open the app on this device
            </a>
            .
          </>
        }
      >
        {(control) => (
          <TextInput
            {...control}
            readOnly
            className="font-mono"
            value={key.match(/.{1,4}/g)?.join(' ') ?? ''}
            onFocus={(event) => event.target.select()}
          />
        )}
      </FormField>
      <FormField label="Code" hint="The six digits that the app shows now.">
        {(control) => (
          <TextInput
            {...control}
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </FormField>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={busy}>
          {busy ? 'Turning on' : 'Turn on'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  return (
    <div className="flex flex-col items-start gap-4">
      <Banner tone="warning">
        Keep these recovery codes where you find them without your phone. They are shown this once, and each
        signs you in once.
      </Banner>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-8 gap-y-1 font-mono text-base">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={onDone}>Done</Button>
    </div>
  );
}

type Step =
  | { readonly kind: 'enable' | 'disable' | 'renew' }
  | { readonly kind: 'code'; readonly totpURI: string; readonly codes: readonly string[] }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Signing in with a code of an authenticator app besides the password. */
export function TwoFactorForm({ me }: { readonly me: Me }) {
  const [step, setStep] = useState<Step | null>(null);
  const on = me.user.twoFactorEnabled;
  const close = () => setStep(null);
  const refresh = () => {
    void queryClient.invalidateQueries(meQuery);
    void queryClient.invalidateQueries(sessionsQuery);
  };
  const steps: { readonly [K in Step['kind']]: (shown: Extract<Step, { readonly kind: K }>) => ReactNode } = {
    enable: () => (
      <PasswordStep
        action="Continue"
        acting="Continuing"
        onCancel={close}
        onPassword={async (password) => {
          const { totpURI, backupCodes } = await secondFactor.enable(password);
          setStep({ kind: 'code', totpURI, codes: backupCodes });
        }}
      />
    ),
    disable: () => (
      <PasswordStep
        action="Turn off"
        acting="Turning off"
        onCancel={close}
        onPassword={async (password) => {
          await secondFactor.disable(password);
          refresh();
          close();
        }}
      />
    ),
    renew: () => (
      <PasswordStep
        action="Replace codes"
        acting="Replacing codes"
        onCancel={close}
        onPassword={async (password) => {
          const { backupCodes } = await secondFactor.renewCodes(password);
          setStep({ kind: 'codes', codes: backupCodes });
        }}
      />
    ),
    code: ({ totpURI, codes }) => (
      <CodeStep
        totpURI={totpURI}
        onCancel={close}
        onDone={() => {
          refresh();
          setStep({ kind: 'codes', codes });
        }}
      />
    ),
    codes: ({ codes }) => <RecoveryCodes codes={codes} onDone={close} />,
  };
  if (step !== null) return (steps[step.kind] as (shown: Step) => ReactNode)(step);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone={on ? 'success' : 'neutral'}>{on ? 'On' : 'Off'}</Badge>
      {on ? (
        <>
          <Button onClick={() => setStep({ kind: 'renew' })}>New recovery codes</Button>
          <Button onClick={() => setStep({ kind: 'disable' })}>Turn off</Button>
        </>
      ) : (
        <Button onClick={() => setStep({ kind: 'enable' })}>Turn on</Button>
      )}
    </div>
  );
}
