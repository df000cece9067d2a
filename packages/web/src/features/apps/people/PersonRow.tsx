import { useQueryClient } from '@tanstack/react-query';
import { Avatar, Badge, ConfirmDialog, IconButton, Menu, toast } from '@weft/ui';
import { Ban, Ellipsis, LogOut, Mail, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { rpc } from '../../../rpc.ts';
import { Moment } from '../../../shell/Moment.tsx';
import { useSubmission } from '../../../shell/use-submission.ts';
import { type PersonOfApp, peopleKey } from './people-queries.ts';

interface PersonRowProps {
  readonly flowId: string;
  readonly person: PersonOfApp;
  readonly canEdit: boolean;
  /** Why nobody can be invited; null: people can. */
  readonly whyNoInvitation: string | null;
}

/** When somebody was here last, or how far they are. */
function Seen({ person: { blockedAt, lastSeenAt, invitedAt } }: { readonly person: PersonOfApp }) {
  if (blockedAt !== null)
    return (
      <>
        Blocked <Moment at={blockedAt} inside />
      </>
    );
  if (lastSeenAt !== null)
    return (
      <>
        Here <Moment at={lastSeenAt} inside />
      </>
    );
  if (invitedAt !== null)
    return (
      <>
        Invited <Moment at={invitedAt} inside />
      </>
    );
  return 'Not here yet';
}

/** Somebody who may sign in, and what can be done about it. */
export function PersonRow({ flowId, person, canEdit, whyNoInvitation }: PersonRowProps) {
  const { email, name, roles, blockedAt } = person;
  const called = name || email;
  const cache = useQueryClient();
  const { busy, submit } = useSubmission({ toasts: true });
  const [blocking, setBlocking] = useState(false);
  const act = (work: () => Promise<unknown>, said: string) =>
    submit(async () => {
      await work();
      await cache.invalidateQueries({ queryKey: peopleKey(flowId) });
      toast(said);
    });
  const isBlocked = blockedAt !== null;
  return (
    <li className="flex min-h-14 items-center gap-3 px-3 py-2">
      <Avatar name={called} id={person.recordId} size={32} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium text-base">
          <span className="wrap-anywhere">{called}</span>
          {roles.map((role) => (
            <Badge key={role}>{role}</Badge>
          ))}
          {isBlocked && <Badge tone="danger">Blocked</Badge>}
        </p>
        {name !== '' && <p className="break-all text-small text-text-muted">{email}</p>}
      </div>
      <p className="w-36 shrink-0 text-small text-text-muted max-sm:hidden">
        <Seen person={person} />
      </p>
      {canEdit && (
        <Menu
          align="end"
          trigger={<IconButton plain icon={Ellipsis} label={`More about ${called}`} disabled={busy} />}
          items={[
            {
              ...{ label: person.invitedAt === null ? 'Invite by mail' : 'Send the invitation again' },
              ...{ icon: Mail, disabled: whyNoInvitation !== null || isBlocked },
              reason: whyNoInvitation ?? 'Let them in again first',
              onSelect: () =>
                void act(() => rpc.call('apps.invite', { flowId, email }), `${called} is invited`),
            },
            {
              ...{ label: 'Sign out everywhere', icon: LogOut },
              onSelect: () =>
                void act(() => rpc.call('apps.signOutPerson', { flowId, email }), `${called} is signed out`),
            },
            'separator',
            isBlocked
              ? {
                  ...{ label: 'Let in again', icon: UserCheck },
                  onSelect: () =>
                    void act(
                      () => rpc.call('apps.unblock', { flowId, email }),
                      `${called} may sign in again`,
                    ),
                }
              : { label: 'Block', icon: Ban, danger: true, onSelect: () => setBlocking(true) },
          ]}
        />
      )}
      <ConfirmDialog
        open={blocking}
        onOpenChange={setBlocking}
        title={`Block ${called}?`}
        confirmLabel="Block"
        danger
        onConfirm={() => {
          setBlocking(false);
          void act(() => rpc.call('apps.block', { flowId, email }), `${called} is blocked`);
        }}
      >
        They are signed out at once, and can’t sign in until you let them in again. Their record stays.
      </ConfirmDialog>
    </li>
  );
}
