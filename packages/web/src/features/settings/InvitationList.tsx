import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Icon, toast } from '@weft/ui';
import { Clock, Link2, Mail } from 'lucide-react';
import type { Me } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { copyText } from '../../shell/copy-text.ts';
import { Day } from '../../shell/Day.tsx';
import { Moment } from '../../shell/Moment.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { account, type Invitation, invitationsQuery } from './account-calls.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import { Listing } from './Listing.tsx';
import { roleNames } from './MemberRow.tsx';

function InvitationRow({ invitation, me }: { readonly invitation: Invitation; readonly me: Me }) {
  const { email, role, flow, createdBy, createdAt, expiresAt, expired, url } = invitation;
  const { busy, submit } = useSubmission({ toasts: true });
  const whom = email ?? (role === 'admin' ? 'One person with the link' : 'Everyone with the link');
  const send = () =>
    submit(async () => {
      await account.sendInvitation(invitation.id);
      await queryClient.invalidateQueries(invitationsQuery);
      toast(email === null || me.mail === 'outbox' ? 'The link works for another week' : `Sent to ${email}`);
    });
  const copy = () =>
    toast(copyText(url) ? 'Link copied' : 'The link could not be copied: allow it in the browser', {
      duration: 3_000,
    });
  const revoke = async () => {
    await account.revokeInvitation(invitation.id);
    await queryClient.invalidateQueries(invitationsQuery);
  };
  return (
    <div className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-2">
      <Icon of={email === null ? Link2 : Mail} size={20} className="text-text-subtle" />
      <div className="min-w-45 flex-1">
        <p className="break-all font-medium text-base">{whom}</p>
        <p className="text-small text-text-muted">
          {`${flow === null ? roleNames[role] : `${flow.accessLevel === 'read' ? 'Reads' : 'Writes to'} ${flow.name}`} · By ${createdBy.id === me.user.id ? 'you' : createdBy.name} `}
          <Moment at={createdAt} inside />
          {!expired && (
            <>
              , ends <Day at={expiresAt} />
            </>
          )}
        </p>
      </div>
      {expired ? (
        <Badge tone="warning">
          <Icon of={Clock} size={14} className="me-1" />
          Expired
        </Badge>
      ) : (
        <Badge>Waiting</Badge>
      )}
      {!expired && (
        <Button variant="quiet" icon={Link2} aria-label={`Copy link of ${whom}`} onClick={copy}>
          Copy link
        </Button>
      )}
      {(expired || email !== null) && (
        <Button
          variant={expired ? 'secondary' : 'quiet'}
          loading={busy}
          aria-label={`Send again to ${whom}`}
          onClick={() => void send()}
        >
          {busy ? 'Sending' : 'Send again'}
        </Button>
      )}
      <ConfirmButton
        label="Revoke"
        of={`the invitation: ${whom}`}
        title="Revoke this invitation?"
        confirm="Revoke invitation"
        confirming="Revoking"
        onConfirm={revoke}
      >
        {`The link stops working: ${whom}. Who has joined already stays.`}
      </ConfirmButton>
    </div>
  );
}

/** Invitations that nobody has used up. */
export function InvitationList({ me }: { readonly me: Me }) {
  const { data, error, refetch } = useQuery(invitationsQuery);
  return (
    <section className="mt-6">
      <h2 className="mb-3 font-semibold text-body">
        Invitations{' '}
        <span className="ms-1 font-normal text-small text-text-subtle">{data?.invitations.length}</span>
      </h2>
      <Listing
        label="Invitations"
        items={data?.invitations}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          icon: Mail,
          title: 'No open invitations',
          text: me.isAdmin
            ? 'Whom somebody invites stands here until they join.'
            : 'Whom you invite stands here until they join.',
        }}
        keyOf={(invitation) => invitation.id}
        row={(invitation) => <InvitationRow invitation={invitation} me={me} />}
      />
    </section>
  );
}
