import { Banner, Button } from '@weft/ui';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { recovery } from '../../session/recovery-calls.ts';
import { useSubmission } from '../../shell/use-submission.ts';

/** Reminds a person whose address is not verified yet; offers another mail. */
export function VerifyNotice({ email }: { readonly email: string }) {
  const [sent, setSent] = useState(false);
  const { busy, submit } = useSubmission({ toasts: true });
  const send = () =>
    submit(async () => {
      await recovery.requestVerification(email);
      setSent(true);
    });
  return (
    <Banner
      tone="info"
      icon={Mail}
      className="mx-8 mt-4 mb-1 max-sm:mx-4"
      action={
        sent ? null : (
          <Button size="sm" loading={busy} onClick={() => void send()}>
            {busy ? 'Sending' : 'Send again'}
          </Button>
        )
      }
    >
      {sent
        ? `Another link is on its way to ${email}.`
        : `Verify your address: open the link we sent to ${email}.`}
    </Banner>
  );
}
