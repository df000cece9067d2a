import { Banner, Button, toast } from '@weft/ui';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { recovery } from './recovery-calls.ts';

/** Reminds a person whose address is not verified yet; offers another mail. */
export function VerifyNotice({ email }: { readonly email: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const send = async () => {
    setState('busy');
    try {
      await recovery.requestVerification(email);
      setState('sent');
    } catch (error) {
      setState('idle');
      toast(errorText(error), { tone: 'error' });
    }
  };
  return (
    <Banner
      tone="info"
      icon={Mail}
      className="mx-8 mt-4 mb-1 max-sm:mx-4"
      action={
        state === 'sent' ? null : (
          <Button size="sm" loading={state === 'busy'} onClick={() => void send()}>
            {state === 'busy' ? 'Sending' : 'Send again'}
          </Button>
        )
      }
    >
      {state === 'sent'
        ? `Another link is on its way to ${email}.`
        : `Verify your address: open the link we sent to ${email}.`}
    </Banner>
  );
}
