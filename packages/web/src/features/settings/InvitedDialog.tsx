import { Banner, Button, Dialog, FormField, IconButton, TextInput } from '@weft/ui';
import { Check, Copy, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { copyText } from '../../shell/copy-text.ts';

/** How long 'Copied' stands (specification 1, section 9). */
const feedback = 3_000;

export interface Invited {
  readonly invitations: readonly { readonly email: string | null; readonly url: string }[];
  readonly skipped: readonly { readonly email: string; readonly reason: string }[];
}

interface LinkProps {
  readonly label: string;
  readonly whom: string;
  readonly url: string;
}

function Link({ label, whom, url }: LinkProps) {
  const [copied, setCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    // Where it is not allowed the text stands selected, to be copied by key.
    if (!copyText(url)) return input.current?.select();
    setCopied(true);
    setTimeout(() => setCopied(false), feedback);
  };
  return (
    <FormField label={label} hint={`Code: ${url.split('/').at(-1) ?? ''}`}>
      {(control) => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            ref={input}
            readOnly
            className="flex-1 font-mono"
            value={url}
            onFocus={(event) => event.target.select()}
          />
          <IconButton
            icon={copied ? Check : Copy}
            label={copied ? 'Copied' : `Copy link for ${whom}`}
            onClick={take}
          />
        </div>
      )}
    </FormField>
  );
}

interface InvitedDialogProps {
  readonly invited: Invited;
  /** The mails are on their way; else the links have to be handed over. */
  readonly mailed: boolean;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** Who was invited, with the links, and who was not. */
export function InvitedDialog({ invited, mailed, onAgain, onClose }: InvitedDialogProps) {
  const done = useRef<HTMLButtonElement>(null);
  const labelOf = (email: string | null) =>
    email === null
      ? 'Send this link to your colleagues'
      : `${mailed ? 'Sent' : 'Send this link'} to ${email}`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Invite people"
      initialFocus={done}
      footer={
        <>
          <Button size="lg" icon={UserPlus} onClick={onAgain}>
            Invite another
          </Button>
          <Button ref={done} size="lg" variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {invited.skipped.length > 0 && (
          <Banner tone="warning">
            {invited.skipped.map(({ email, reason }) => (
              <span key={email} className="block break-all">{`${email}: ${reason}`}</span>
            ))}
          </Banner>
        )}
        {invited.invitations.map(({ email, url }) => (
          <Link key={url} label={labelOf(email)} whom={email ?? 'everyone'} url={url} />
        ))}
      </div>
    </Dialog>
  );
}
