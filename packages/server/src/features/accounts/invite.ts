import { AppError } from '@weft/std';
import type { Caller } from '../../http/caller.ts';

/** Members may invite members; only an organization's admin makes another admin. */
export function requireMayInvite(person: Pick<Caller, 'organizationRole'>, role: 'admin' | 'member'): void {
  if (role === 'admin' && person.organizationRole !== 'admin')
    throw new AppError('forbidden', 'Only an admin of the organization can invite an admin');
}
