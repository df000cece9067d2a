import type { AccountsDeps } from './deps.ts';

/** Who has this address, and the organization they work in now; null when nobody has it. */
export async function workingAt(
  { people, organizations }: Pick<AccountsDeps, 'people' | 'organizations'>,
  email: string,
): Promise<{ readonly userId: string; readonly organizationId: string } | null> {
  const userId = await people.findByEmail(email);
  const organizationId = userId === null ? null : await organizations.chosenBy(userId);
  return userId === null || organizationId === null ? null : { userId, organizationId };
}
