import { useNavigate, useSearch } from '@tanstack/react-router';
import { safeNext } from '../../paths.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { SignUpForm } from './SignUpForm.tsx';

export function SignUpPage() {
  const { next } = useSearch({ from: '/sign-up' });
  const navigate = useNavigate();
  usePageTitle('Create your account');
  return (
    <SignUpForm
      title="Create your account"
      invitationCode={null}
      next={next}
      onDone={() => void navigate({ href: safeNext(next), replace: true })}
    />
  );
}
