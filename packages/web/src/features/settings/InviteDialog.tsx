import { FormField, SegmentedControl, Select, Textarea } from '@weft/ui';
import { useRef, useState } from 'react';
import { api, type Me } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { FormDialog } from '../../shell/FormDialog.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { account, invitationsQuery } from './account-calls.ts';
import { addressesFault, addressesIn } from './addresses.ts';
import { type Invited, InvitedDialog } from './InvitedDialog.tsx';

type Role = 'admin' | 'member';
type Guests = 'some' | 'all';

const roleHints: { readonly [R in Role]: string } = {
  member: 'Works on what they are given access to, and invites members.',
  admin: 'Also invites admins, decides what members may do and reads the audit log.',
};

/** Invites people by their addresses, or makes a link for everyone one gives it to. */
export function InviteDialog({ me, onClose }: { readonly me: Me; readonly onClose: () => void }) {
  const [guests, setGuests] = useState<Guests>('some');
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [tried, setTried] = useState(false);
  const { busy, error, setError, submit } = useSubmission();
  const [invited, setInvited] = useState<Invited | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const fault = guests === 'some' ? addressesFault(text) : null;
  const mails = guests === 'some' && me.mail === 'sent';

  const invite = async () => {
    setTried(true);
    setError(null);
    if (fault !== null) return;
    await submit(async () => {
      if (guests === 'some') setInvited(await account.inviteMany(addressesIn(text), role));
      else {
        const { url } = await api.invite({ role: 'member' });
        setInvited({ invitations: [{ email: null, url }], skipped: [] });
      }
      void queryClient.invalidateQueries(invitationsQuery);
    });
  };
  const again = () => {
    setInvited(null);
    setText('');
    setTried(false);
  };
  if (invited !== null)
    return <InvitedDialog invited={invited} mailed={mails} onAgain={again} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite people"
      confirm={mails ? 'Send invitations' : 'Create link'}
      confirming={mails ? 'Sending invitations' : 'Creating link'}
      busy={busy}
      error={error}
      initialFocus={input}
      onConfirm={invite}
      onClose={onClose}
    >
      <SegmentedControl<Guests>
        label="Who can join"
        value={guests}
        onChange={setGuests}
        segments={[
          { value: 'some', label: 'By email' },
          { value: 'all', label: 'Everyone with the link' },
        ]}
      />
      {guests === 'some' ? (
        <>
          <FormField
            label="Email addresses"
            hint="One or several, on lines of their own or separated by commas. Each link works once, within a week."
            error={tried ? fault : null}
          >
            {(control) => (
              <Textarea
                {...control}
                ref={input}
                autoComplete="off"
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
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
