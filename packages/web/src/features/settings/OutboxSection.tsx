import { Badge, Banner, Button, toast } from '@weft/ui';
import { Copy, Mailbox } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '../../api.ts';
import { copyText } from '../../shell/copy-text.ts';
import { Moment } from '../../shell/Moment.tsx';
import { type Mail, outboxQuery } from './account-calls.ts';
import { PagedListing } from './PagedListing.tsx';

const states: {
  readonly [S in Mail['state']]: {
    readonly label: string;
    readonly tone: 'neutral' | 'success' | 'warning' | 'danger';
  };
} = {
  kept: { label: 'Not sent', tone: 'neutral' },
  waiting: { label: 'Waiting', tone: 'warning' },
  sent: { label: 'Sent', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
};

function MailRow({ mail }: { readonly mail: Mail }) {
  const [open, setOpen] = useState(false);
  const { label, tone } = states[mail.state];
  const { text } = mail;
  const copy = () => {
    if (copyText(text ?? '')) toast('Mail copied');
    else toast('Copying is not allowed here: select the text instead', { tone: 'error' });
  };
  return (
    <div className="min-w-0 flex-1">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium text-base">
            <span className="wrap-anywhere">{mail.subject}</span>
            <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="text-small text-text-muted">
            <span className="break-all">{mail.to}</span> · <Moment at={mail.createdAt} />
          </p>
        </div>
        {text !== null && (
          <Button
            aria-expanded={open}
            aria-label={`${open ? 'Hide' : 'Read'} the mail to ${mail.to}: ${mail.subject}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Read'}
          </Button>
        )}
      </div>
      {mail.fault !== null && (
        <p className="mt-2 break-words text-danger-text text-small">
          {`The mail server said: ${mail.fault} (${mail.attempts === 1 ? '1 attempt' : `${mail.attempts} attempts`})`}
        </p>
      )}
      {open && text !== null && (
        <div className="mt-3 rounded-md bg-sunken p-3">
          <pre className="whitespace-pre-wrap break-words font-mono text-small">{text}</pre>
          <Button size="sm" icon={Copy} className="mt-3" onClick={copy}>
            Copy
          </Button>
        </div>
      )}
    </div>
  );
}

/** The mails of this server, for the person who runs it. */
export function OutboxSection({ me }: { readonly me: Me }) {
  return (
    <>
      <h2 className="sr-only">Outbox</h2>
      <p className="mb-4 text-base text-text-muted">
        {me.mail === 'sent'
          ? 'Mails of the last 30 days and the week before. What cannot be sent is tried again for three days.'
          : 'This server sends no mail. Pass these on yourself, or set SMTP_URL to have later ones sent.'}
      </p>
      {me.mail === 'outbox' && (
        <Banner tone="warning" className="mb-4">
          A link opens the account it was written for. Give it only to the person of that address.
        </Banner>
      )}
      <PagedListing
        label="Mails"
        query={outboxQuery}
        empty={{ icon: Mailbox, title: 'No mails yet', text: 'What this server writes appears here.' }}
        keyOf={(mail) => mail.id}
        row={(mail) => <MailRow mail={mail} />}
      />
    </>
  );
}
