import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { paths, safeNext } from '../../paths.ts';
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
      onDone={() => void navigate({ href: safeNext(next), replace: true })}
      foot={
        <>
          Have an account?{' '}
          <Link
            to={paths.signIn}
            search={next === undefined ? {} : { next }}
            className="font-medium text-accent-text hover:underline"
          >
            Sign in
          </Link>
        </>
      }
    />
  );
}
