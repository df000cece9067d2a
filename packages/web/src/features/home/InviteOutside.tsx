import { Banner, Button, TextInput, toast } from '@weft/ui';
import { type FormEvent, useState } from 'react';
import { api, type Flow } from '../../api.ts';
import { emailFault } from '../../session/auth-text.ts';
import { copyText } from '../../shell/copy-text.ts';
import { useSubmission } from '../../shell/use-submission.ts';

interface InviteOutsideProps {
  readonly flow: Flow;
  readonly access: 'read' | 'write';
}

/** Lets somebody in by their address who is not of the organization, to this one item. */
export function InviteOutside({ flow, access }: InviteOutsideProps) {
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<{ readonly email: string; readonly url: string } | null>(null);
  const { busy, error, setError, submit } = useSubmission();
  const invite = async (event: FormEvent) => {
    event.preventDefault();
    const fault = emailFault(email);
    if (fault !== null) return setError(fault);
    await submit(async () => {
      const { url } = await api.invite({
        email: email.trim(),
        role: 'member',
        flowId: flow.id,
        accessLevel: access,
      });
      setMade({ email: email.trim(), url });
      setEmail('');
    });
  };
  const copy = (url: string) =>
    toast(copyText(url) ? 'Link copied' : 'The link could not be copied: allow it in the browser', {
      duration: 3_000,
    });
  return (
    <form noValidate onSubmit={(event) => void invite(event)} className="flex flex-col gap-3 pb-3">
      <div className="flex items-center gap-2">
        <TextInput
          type="email"
          aria-label="Email of somebody outside"
          placeholder="Or an email outside"
          autoComplete="off"
          className="flex-1"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" loading={busy}>
          {busy ? 'Inviting' : 'Invite by email'}
        </Button>
      </div>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {made !== null && (
        <Banner tone="success">
          {`${made.email} is invited to this item alone, for a week. `}
          <button type="button" className="font-medium underline" onClick={() => copy(made.url)}>
            Copy link
          </button>
        </Banner>
      )}
    </form>
  );
}
