import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Icon, toast } from '@weft/ui';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import type { Me } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { Moment } from '../../shell/Moment.tsx';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { account, type Session, sessionsQuery } from './account-calls.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import { Listing } from './Listing.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { TwoFactorForm } from './TwoFactorForm.tsx';

function SessionRow({ session }: { readonly session: Session }) {
  const { busy, submit } = useSubmission({ toasts: true });
  const end = () =>
    submit(async () => {
      await account.endSession(session.id);
      await queryClient.invalidateQueries(sessionsQuery);
    });
  return (
    <>
      <Icon of={MonitorSmartphone} size={20} className="text-text-subtle" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium text-base">
          {session.device}
          {session.current && <Badge tone="success">This device</Badge>}
        </p>
        <p className="text-small text-text-muted">
          Last used <Moment at={session.lastUsedAt} inside />
          {session.ip !== null && <span className="break-all"> · {session.ip}</span>}
        </p>
      </div>
      {!session.current && (
        <Button
          loading={busy}
          aria-label={`Sign out ${session.device}, last used ${new Date(session.lastUsedAt).toLocaleString()}`}
          onClick={() => void end()}
        >
          {busy ? 'Signing out' : 'Sign out'}
        </Button>
      )}
    </>
  );
}

function Sessions() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const sessions = data?.sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  const endOthers = async () => {
    const { ended } = await account.endOtherSessions();
    await queryClient.invalidateQueries(sessionsQuery);
    toast(ended === 1 ? '1 session ended' : `${ended} sessions ended`);
  };
  return (
    <>
      <Listing
        label="Sessions"
        items={sessions}
        error={error}
        onRetry={() => void refetch()}
        empty={{ icon: MonitorSmartphone, title: 'No sessions', text: 'You are signed in nowhere.' }}
        keyOf={(session) => session.id}
        row={(session) => <SessionRow session={session} />}
      />
      {others > 0 && (
        <ConfirmButton
          icon={LogOut}
          className="mt-4"
          label="Sign out others"
          title={others === 1 ? 'Sign out 1 other session?' : `Sign out ${others} other sessions?`}
          confirm="Sign out others"
          confirming="Signing out"
          onConfirm={endOthers}
        >
          Whoever uses them must sign in again. You stay signed in here.
        </ConfirmButton>
      )}
    </>
  );
}

/** The person's password, and where they are signed in. */
export function SecuritySection({ me }: { readonly me: Me }) {
  return (
    <>
      <SettingRow title="Password" hint="A new one signs you out everywhere else.">
        <PasswordForm email={me.user.email} />
      </SettingRow>
      <SettingRow
        title="Two-factor sign-in"
        hint="Besides your password, a code of an authenticator app on your phone."
      >
        <TwoFactorForm me={me} />
      </SettingRow>
      <SettingRow title="Sessions" hint="Where you are signed in. Sign out what you do not know.">
        <Sessions />
      </SettingRow>
    </>
  );
}
