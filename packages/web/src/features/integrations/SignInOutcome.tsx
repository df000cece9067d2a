import { Banner } from '@weft/ui';

interface SignInOutcomeProps {
  readonly connectError: string | undefined;
  readonly otherAccount: string | undefined;
  readonly className?: string;
}

/** What is to be said to somebody who comes back from the sign-in at a provider. */
export function SignInOutcome({ connectError, otherAccount, className }: SignInOutcomeProps) {
  if (connectError !== undefined)
    return (
      <Banner tone="danger" className={className}>
        {connectError}
      </Banner>
    );
  if (otherAccount !== undefined)
    return (
      <Banner tone="warning" className={className}>
        You signed in with another account than before, which was {otherAccount}. Check that it has what the
        forms write to.
      </Banner>
    );
  return null;
}
