import { FormField, SegmentedControl, Select, TextInput } from '@weft/ui';
import { useRef, useState } from 'react';
import { api, type Me } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { CopyDialog } from '../../shell/CopyDialog.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { emailFault } from '../auth/auth-text.ts';
import { invitationsQuery } from './account-calls.ts';

type Role = 'admin' | 'member';
type Guests = 'one' | 'all';

const roleHints: { readonly [R in Role]: string } = {
  member: 'Works on the organization’s databases, and invites members.',
  admin: 'Also invites admins, revokes invitations and reads the audit log.',
};

/** Makes a link into the organization: for one colleague, or for everyone one gives it to. */
export function InviteDialog({ me, onClose }: { readonly me: Me; readonly onClose: () => void }) {
  const [guests, setGuests] = useState<Guests>('one');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [tried, setTried] = useState(false);
  const { busy, error, setError, submit } = useSubmission();
  const [url, setUrl] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const fault = guests === 'one' ? emailFault(email) : null;

  const create = async () => {
    setTried(true);
    setError(null);
    if (fault !== null) return;
    await submit(async () => {
      const made = await api.invite(guests === 'one' ? { email: email.trim(), role } : { role: 'member' });
      setUrl(made.url);
      void queryClient.invalidateQueries(invitationsQuery);
    });
  };
  if (url !== null)
    return (
      <CopyDialog
        title="Invite people"
        label={guests === 'one' ? `Send this link to ${email.trim()}` : 'Send this link to your colleagues'}
        hint={
          guests === 'one' ? 'It works once, within a week.' : 'Everyone who has it can join, for a week.'
        }
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
      error={error}
      initialFocus={input}
      onConfirm={create}
      onClose={onClose}
    >
      <SegmentedControl<Guests>
        label="Who can use the link"
        value={guests}
        onChange={setGuests}
        segments={[
          { value: 'one', label: 'One person' },
          { value: 'all', label: 'Everyone with the link' },
        ]}
      />
      {guests === 'one' ? (
        <>
          <FormField label="Email" error={tried ? fault : null}>
            {(control) => (
              <TextInput
                {...control}
                ref={input}
                type="email"
                autoComplete="off"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </FormField>
          {me.isAdmin && (
            <FormField label="Role" hint={roleHints[role]}>
              {(control) => (
                <Select<Role>
                  id={control.id}
                  label="Role"
                  value={role}
                  onChange={setRole}
                  options={[
                    { value: 'member', label: 'Member' },
                    { value: 'admin', label: 'Admin' },
                  ]}
                />
              )}
            </FormField>
          )}
        </>
      ) : (
        <p className="text-body text-text-muted">Whoever has it joins as a member, for a week.</p>
      )}
    </FormDialog>
  );
}
