import { FormField, SegmentedControl, TextInput } from '@weft/ui';
import { useRef, useState } from 'react';
import { api } from '../../api.ts';
import { CopyDialog } from '../../shell/CopyDialog.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { emailFault } from '../auth/auth-text.ts';

type Role = 'admin' | 'member';

/** Makes a link that brings one colleague into the organization. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const { busy, error, setError, submit } = useSubmission();
  const [url, setUrl] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const create = async () => {
    const fault = emailFault(email);
    setError(fault);
    if (fault !== null) return input.current?.focus();
    await submit(async () => setUrl((await api.invite({ email: email.trim(), role })).url));
  };
  if (url !== null)
    return (
      <CopyDialog
        title="Invite people"
        label={`Send this link to ${email.trim()}`}
        hint="It works once, within a week."
        value={url}
        copy="Copy link"
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title="Invite people"
      confirm="Create link"
      confirming="Creating link"
      busy={busy}
      initialFocus={input}
      onConfirm={create}
      onClose={onClose}
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
              onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && void create()}
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
    </FormDialog>
  );
}
