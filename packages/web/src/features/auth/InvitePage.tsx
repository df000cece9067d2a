import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Button } from '@weft/ui';
import { api } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { meQuery, queryClient } from '../../queries.ts';
import { Mark } from '../../shell/Mark.tsx';
import { PageLoading } from '../../shell/pages.tsx';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { AuthColumn } from './AuthColumn.tsx';
import { SignUpForm } from './SignUpForm.tsx';

/** Whoever follows an invitation's link: a stranger signs up into the organization, a known person joins it. */
export function InvitePage() {
  const { code } = useParams({ from: '/invite/$code' });
  const navigate = useNavigate();
  usePageTitle('Invitation');
  const invitation = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => api.invitation(code),
    retry: false,
  });
  const me = useQuery(meQuery);
  const { busy, error, submit } = useSubmission({ leaves: true });

  if (invitation.isPending || me.isPending) return <PageLoading />;
  if (invitation.isError)
    return (
      <main className="flex min-h-dvh flex-col items-center justify-center gap-2 p-6 text-center">
        <Mark size={40} />
        <h1 className="mt-4 font-semibold text-title">Couldn’t open this invitation</h1>
        <p className="text-body text-text-muted">{errorText(invitation.error)}</p>
        <Link to={paths.home} className="mt-3 font-medium text-accent-text text-body hover:underline">
          Go to home
        </Link>
      </main>
    );

  const title = `Join ${invitation.data.organization.name}`;
  const goHome = () => void navigate({ to: paths.home, replace: true });
  if (!me.data)
    return (
      <SignUpForm
        title={title}
        text="Create an account to work together on Weft."
        invitationCode={code}
        onDone={goHome}
        foot={
          <>
            Have an account?{' '}
            <Link
              to={paths.signIn}
              search={{ next: `/invite/${code}` }}
              className="font-medium text-accent-text hover:underline"
            >
              Sign in
            </Link>
          </>
        }
      />
    );

  const join = () =>
    submit(async () => {
      await api.acceptInvitation(code);
      queryClient.clear();
      goHome();
    });
  return (
    <AuthColumn
      title={title}
      text={`You are signed in as ${me.data.user.email}.`}
      error={error}
      onSubmit={join}
      foot={
        <Link to={paths.home} className="font-medium text-accent-text hover:underline">
          Not now
        </Link>
      }
    >
      <Button type="submit" variant="primary" size="xl" className="w-full" loading={busy}>
        {busy ? 'Joining' : 'Join organization'}
      </Button>
    </AuthColumn>
  );
}
