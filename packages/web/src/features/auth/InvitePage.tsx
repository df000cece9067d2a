import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { AppError } from '@weft/std';
import { Button } from '@weft/ui';
import { api } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { invitationQuery, meQuery, queryClient } from '../../queries.ts';
import { tellOfSwitch } from '../../shell/organization-switch.ts';
import { PageLoading } from '../../shell/pages.tsx';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AuthColumn, AuthPage } from './AuthColumn.tsx';
import { SignUpForm } from './SignUpForm.tsx';

const isOver = (error: unknown): boolean => error instanceof AppError && error.kind === 'not-found';

/** Whoever follows an invitation's link: a stranger signs up into the organization, a known person joins it. */
export function InvitePage() {
  const { code } = useParams({ from: '/invite/$code' });
  const navigate = useNavigate();
  usePageTitle('Invitation');
  const invitation = useQuery(invitationQuery(code));
  const me = useQuery(meQuery);
  const { busy, error, submit } = useSubmission({ leaves: true });
  const leaving = useSubmission({ toasts: true });

  if (invitation.isPending || me.isPending) return <PageLoading />;
  if (invitation.isError)
    return (
      <AuthPage
        title="Couldn’t open this invitation"
        text={
          isOver(invitation.error)
            ? 'It was used or revoked, or is older than a week. Ask for a new one.'
            : errorText(invitation.error)
        }
        foot={<Link to={paths.home}>Go to home</Link>}
      >
        {!isOver(invitation.error) && (
          <Button
            size="xl"
            className="w-full"
            loading={invitation.isFetching}
            onClick={() => void invitation.refetch()}
          >
            Try again
          </Button>
        )}
      </AuthPage>
    );

  const { flow } = invitation.data;
  const title = flow === null ? `Join ${invitation.data.organization.name}` : `Open ${flow.name}`;
  const goHome = () => void navigate({ to: flow === null ? paths.home : paths.flow(flow), replace: true });
  if (!me.data)
    return (
      <SignUpForm
        title={title}
        text={
          flow === null
            ? 'Create an account to work together on Weft.'
            : `${invitation.data.organization.name} invites you. Create an account to ${flow.accessLevel === 'read' ? 'look at it' : 'work on it'}.`
        }
        invitationCode={code}
        email={invitation.data.email ?? ''}
        next={`/invite/${code}`}
        onDone={goHome}
      />
    );

  const join = () =>
    submit(async () => {
      await api.acceptInvitation(code);
      if (flow === null) tellOfSwitch();
      queryClient.clear();
      goHome();
    });
  // The page then asks whoever comes to sign up, or in.
  const leave = () =>
    leaving.submit(async () => {
      await api.signOut();
      await queryClient.resetQueries(meQuery);
    });
  const { user, organization } = me.data;
  return (
    <AuthColumn
      title={title}
      text={
        <>
          You are signed in as {user.email}.
          {flow !== null && (
            <span className="block">
              {`${invitation.data.organization.name} invites you to ${flow.accessLevel === 'read' ? 'look at it' : 'work on it'}. You find it under ‘Shared with you’.`}
            </span>
          )}
          {flow === null && organization.name !== invitation.data.organization.name && (
            <span className="block">
              You can switch back to {organization.name} at the top of the sidebar.
            </span>
          )}
        </>
      }
      error={error}
      onSubmit={join}
      foot={<Link to={paths.home}>Not now</Link>}
    >
      <Button type="submit" variant="primary" size="xl" className="w-full" loading={busy}>
        {flow !== null ? 'Accept invitation' : busy ? 'Joining' : 'Join organization'}
      </Button>
      <Button size="xl" className="w-full" loading={leaving.busy} onClick={() => void leave()}>
        {leaving.busy ? 'Signing out' : 'Use another account'}
      </Button>
    </AuthColumn>
  );
}
