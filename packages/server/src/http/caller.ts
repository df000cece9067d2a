import type { MemberRights, OrganizationSettings } from '@weft/db';
import type { Scope } from '@weft/protocol';

/** Who is calling, as far as a session or a token tells. */
export interface Caller {
  readonly userId: string;
  /** The session's id or the token's: limits and open streams hang on it. */
  readonly sessionId: string;
  /** What the token may do; null for a session, which may do all its person may. */
  readonly scope: Scope | null;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly twoFactorEnabled: boolean;
  /** The path of their picture. */
  readonly picture: string | null;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly organizationRole: 'admin' | 'member';
  readonly planName: string;
  readonly isSandbox: boolean;
  readonly organizationPicture: string | null;
  readonly organizationSettings: OrganizationSettings;
  /** What they may do there besides; admins may always. */
  readonly rights: MemberRights;
  /** What they chose for the screens, by key. */
  readonly settings: { readonly [key: string]: unknown };
  readonly flags: { readonly [name: string]: boolean };
  /** The first person of the instance; by token only with the scope 'admin'. */
  readonly isInstanceAdmin: boolean;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}
