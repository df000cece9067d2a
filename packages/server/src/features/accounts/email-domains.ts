import { AppError } from '@weft/std';
import type { AccountsDeps } from './deps.ts';

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Whoever follows a mail to an address has its mailbox. */
export const isSentTo = (invitation: { readonly email: string | null }, email: string): boolean =>
  invitation.email?.toLowerCase() === email.toLowerCase();

interface Joining {
  readonly organizationId: string;
  readonly email: string;
  /** Whether it is known to be theirs: by a mail they followed, this invitation's or another. */
  readonly verified: boolean;
}

/** Refuses an address that the organization does not take. */
export async function requireEmailDomain(
  { organizations }: Pick<AccountsDeps, 'organizations'>,
  { organizationId, email, verified }: Joining,
): Promise<void> {
  const domains = await organizations.domainsOf(organizationId);
  if (domains === null) return;
  if (!domains.includes(domainOf(email)))
    throw new AppError(
      'forbidden',
      `This organization takes addresses of ${domains.join(', ')} only, not ${email}`,
    );
  if (!verified)
    throw new AppError(
      'forbidden',
      'This organization takes verified addresses only: ask for an invitation to your address, or verify it in the settings first',
    );
}

/** Refuses a new address where an organization of the person does not take its domain. */
export async function requireTakenEverywhere(
  { organizations }: Pick<AccountsDeps, 'organizations'>,
  userId: string,
  email: string,
): Promise<void> {
  const refusing = await organizations.refusingDomain(userId, domainOf(email));
  if (refusing !== null)
    throw new AppError('conflict', `${refusing} takes no addresses of ${domainOf(email)}: leave it first`);
}
