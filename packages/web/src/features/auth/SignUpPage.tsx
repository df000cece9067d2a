import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { safeNext } from '../../paths.ts';
import { visitorQuery } from '../../queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { SignUpForm } from './SignUpForm.tsx';

export function SignUpPage() {
  const { next } = useSearch({ from: '/sign-up' });
  const { firstStart = false } = useQuery(visitorQuery).data ?? {};
  const navigate = useNavigate();
  usePageTitle('Create your account');
  return (
    <SignUpForm
      title="Create your account"
      {...(firstStart && { text: 'It is the first one here, and runs this server.' })}
      invitationCode={null}
      next={next}
      onDone={() => void navigate({ href: safeNext(next), replace: true })}
    />
  );
}
