import { Button, Dialog, FormField, SegmentedControl, TextInput } from '@weft/ui';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { emailFault } from '../auth/auth-text.ts';

type Role = 'admin' | 'member';

/** How long 'Copied' stands (specification 1, section 9). */
const feedback = 3_000;

/** Makes a link that brings one colleague into the organization. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const create = async () => {
    const fault = emailFault(email);
    setError(fault);
    if (fault !== null) return input.current?.focus();
    setBusy(true);
    try {
      setUrl((await api.invite({ email: email.trim(), role })).url);
    } catch (refused) {
      setError(errorText(refused));
    } finally {
      setBusy(false);
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url ?? '');
      setCopied(true);
      setTimeout(() => setCopied(false), feedback);
    } catch {
      // Not allowed here (no https): the link stands selected, to be copied by hand.
      input.current?.select();
    }
  };

  if (url !== null)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title="Invite people"
        initialFocus={input}
        footer={
          <Button size="lg" variant="primary" icon={copied ? Check : Copy} onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy link'}
          </Button>
        }
      >
        <FormField label={`Send this link to ${email.trim()}`} hint="It works once and for one week.">
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
            />
          )}
        </FormField>
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Invite people"
      initialFocus={input}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" loading={busy} onClick={() => void create()}>
            Create link
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormField label="Email" error={error}>
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && void create()}
            />
          )}
        </FormField>
        <SegmentedControl<Role>
          label="Role"
          value={role}
          onChange={setRole}
          segments={[
            { value: 'member', label: 'Member' },
            { value: 'admin', label: 'Admin' },
          ]}
        />
      </div>
    </Dialog>
  );
}
