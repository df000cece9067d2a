import { Button } from '@weft/ui';
import type { Visitor } from '../../api.ts';
import { call } from '../../api.ts';
import { useSubmission } from '../../shell/use-submission.ts';

/** Why a provider, or this server after it, lets nobody in; by the names of the sign-in library and ours. */
const errorTexts: { readonly [code: string]: string } = {
  access_denied: 'You did not allow the sign-in. Try again, or use your password.',
  account_not_linked:
    'There is an account with this email, and it is not verified that it is yours. Sign in with your password, and verify the email in the settings.',
  email_is_missing: 'The provider told no email address. Sign up with one and a password.',
  provider_unreachable: 'The provider could not be reached. Try again in a moment, or use your password.',
  signup_closed: 'Sign-up is closed: this server takes no new accounts.',
  invitation_needed: 'Sign-up is by invitation. Ask a colleague for a link.',
  domain_refused: 'The organization takes verified emails of its own domains only.',
  user_info_is_missing:
    'The provider’s answer could not be verified. Try again, or tell whoever runs this server.',
};

export const providerErrorText = (code: string): string =>
  errorTexts[code] ?? 'The sign-in took too long or was interrupted. Try again.';

interface ProviderButtonsProps {
  readonly providers: Visitor['providers'];
  readonly next: string | undefined;
}

function ProviderButton({
  provider: { id, name },
  next,
}: {
  readonly provider: Visitor['providers'][number];
  readonly next: string | undefined;
}) {
  const { busy, submit } = useSubmission({ toasts: true, leaves: true });
  const go = () =>
    submit(async () => {
      const body = next === undefined ? { providerId: id } : { providerId: id, next };
      const { url } = await call('POST /api/auth/sign-in/oauth2', { body });
      location.assign(url);
    });
  return (
    <Button size="xl" className="w-full" loading={busy} onClick={() => void go()}>
      {`Continue with ${name}`}
    </Button>
  );
}

/** The other ways in, where whoever runs the server set any. */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  if (providers.length === 0) return null;
  return (
    <>
      <p className="text-center text-base text-text-subtle">or</p>
      {providers.map((provider) => (
        <ProviderButton key={provider.id} provider={provider} next={next} />
      ))}
    </>
  );
}
