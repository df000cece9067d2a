import { AppError } from '@weft/std';
import { Banner, Button, Dialog } from '@weft/ui';
import { ExternalLink } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../../api.ts';
import { paths } from '../../../paths.ts';
import { KnownPasswordField, knownPasswordFault } from '../../../session/AuthFields.tsx';
import { authText } from '../../../session/auth-text.ts';
import { asksSecondFactor } from '../../../session/second-factor.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import type { BaseSession } from './base-session.ts';

/** Asks the person whose page this is for their password, without leaving the page. */
export function SignInDialog({
  session,
  onClose,
}: {
  readonly session: BaseSession;
  readonly onClose: () => void;
}) {
  const { name, email } = session.person;
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, error, setError, submit } = useSubmission({ textOf: authText, leaves: true });
  const form = useId();
  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setError(null);
    if (knownPasswordFault(password) !== null) return;
    await submit(async () => {
      if (asksSecondFactor(await api.signIn({ email, password })))
        throw new AppError('forbidden', 'Your account asks for a code too: sign in in a new tab, below');
      await session.lookWhoIsSignedIn();
      onClose();
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Sign in again"
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" type="submit" form={form} loading={busy}>
            {busy ? 'Signing in' : 'Sign in'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void signIn(event)} noValidate className="flex flex-col gap-4">
        {error !== null && <Banner tone="danger">{error}</Banner>}
        <p className="text-body text-text-muted">
          As {name} (<span className="text-text">{email}</span>). This page stays as it is.
        </p>
        {/* For programs that fill passwords in: whose it is. */}
        <input type="email" value={email} autoComplete="username" readOnly hidden />
        <KnownPasswordField value={password} onChange={setPassword} tried={tried} autoFocus />
        <a
          href={paths.signIn}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 self-start text-accent-text text-base hover:underline max-sm:py-2"
        >
          Sign in another way, in a new tab
          <ExternalLink size={14} aria-hidden="true" />
        </a>
      </form>
    </Dialog>
  );
}
