import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { safeNext, serviceOfPath } from '../../paths.ts';
import { visitorQuery } from '../../queries.ts';
import { serviceName } from '../../shell/service-name.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { SignUpForm } from './SignUpForm.tsx';

export function SignUpPage() {
  const { next } = useSearch({ from: '/sign-up' });
  const { firstStart = false } = useQuery(visitorQuery).data ?? {};
  const navigate = useNavigate();
  const service = serviceOfPath(safeNext(next));
  const title = service === null ? 'Create your account' : `Sign up to connect ${serviceName(service)}`;
  usePageTitle(title);
  return (
    <SignUpForm
      title={title}
      {...(firstStart && { text: 'It is the first one here, and runs this server.' })}
      invitationCode={null}
      next={next}
      onDone={() => void navigate({ href: safeNext(next), replace: true })}
    />
  );
}
