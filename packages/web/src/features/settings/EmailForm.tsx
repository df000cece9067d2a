import { Banner, Button } from '@weft/ui';
import { type FormEvent, useState } from 'react';
import type { Me } from '../../api.ts';
import { EmailField, KnownPasswordField, knownPasswordFault } from '../../session/AuthFields.tsx';
import { authText, emailFault } from '../../session/auth-text.ts';
import { focusFirstError } from '../../shell/focus-first-error.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { account } from './account-calls.ts';

/** Another address, by a mail to it; the one of now stays until it is followed. */
export function EmailForm({ me }: { readonly me: Me }) {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { busy, error, setError, submit } = useSubmission({ textOf: authText });
  const close = () => {
    setOpen(false);
    setEmail('');
    setPassword('');
    setTried(false);
    setError(null);
  };
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFirstError(event.currentTarget);
    setTried(true);
    setError(null);
    if (emailFault(email) !== null || knownPasswordFault(password) !== null) return;
    await submit(async () => {
      await account.changeEmail(email.trim(), password);
      setSentTo(email.trim());
      close();
    });
  };
  if (!open)
    return (
      <div className="mt-3 flex flex-col items-start gap-3">
        {sentTo !== null && (
          <Banner tone="success">
            {me.mail === 'sent'
              ? `A link is on its way to ${sentTo}. Your address changes once you follow it.`
              : `This server sends no mail: whoever runs it finds the link for ${sentTo} in the outbox.`}
          </Banner>
        )}
        <Button onClick={() => setOpen(true)}>Change email</Button>
      </div>
    );
  return (
    <form noValidate onSubmit={(event) => void change(event)} className="mt-3 flex flex-col gap-4">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <EmailField size="md" label="New email" value={email} onChange={setEmail} tried={tried} autoFocus />
      <KnownPasswordField
        size="md"
        label="Current password"
        value={password}
        onChange={setPassword}
        tried={tried}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={busy}>
          {busy ? 'Sending link' : 'Send link'}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}
