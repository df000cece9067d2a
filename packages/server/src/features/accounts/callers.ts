import type { FoundPerson, FoundToken, Organizations, SessionRows, Tokens } from '@weft/db';
import type { Scope } from '@weft/protocol';
import type { Caller } from '../../http/caller.ts';
import { widestScope } from '../../http/scopes.ts';

interface CallersDeps {
  readonly sessionRows: Pick<SessionRows, 'find'>;
  readonly tokens: Pick<Tokens<Scope>, 'find'>;
  readonly organizations: Pick<Organizations, 'makeFirst'>;
}

const present = (person: FoundPerson, organization: FoundToken<Scope>['organization']) => ({
  userId: person.userId,
  name: person.name,
  email: person.email,
  emailVerified: person.emailVerified,
  twoFactorEnabled: person.twoFactorEnabled,
  picture: person.picture,
  expiresAt: new Date(person.expiresAt).getTime(),
  settings: person.settings,
  flags: person.flags,
  organizationId: organization.id,
  organizationName: organization.name,
  organizationRole: organization.role,
  planName: organization.planName,
  isSandbox: organization.isSandbox,
  organizationPicture: organization.picture,
  organizationSettings: organization.settings,
  rights: organization.rights,
});

/** The people that sessions and tokens stand for. */
export class Callers {
  readonly #deps: CallersDeps;

  constructor(deps: CallersDeps) {
    this.#deps = deps;
  }

  /** The person of a session; null when it is unknown or expired. */
  async ofSession(idOrToken: string): Promise<Caller | null> {
    const { sessionRows, organizations } = this.#deps;
    const found = await sessionRows.find(idOrToken);
    if (found === null) return null;
    const { organization, sessionId, isFirst } = found;
    if (organization === null) {
      // They left their last one, or the process was killed between the sign-up and its organization: it is made now.
      await organizations.makeFirst(found.userId, found.name);
      return this.ofSession(idOrToken);
    }
    return { ...present(found, organization), sessionId, scope: null, isInstanceAdmin: isFirst };
  }

  /** The person of an access token, in its organization; null when it is unknown, expired, or they left. */
  async ofToken(token: string): Promise<Caller | null> {
    const found = await this.#deps.tokens.find(token);
    if (found === null) return null;
    const { organization, tokenId, isFirst } = found;
    const scope = widestScope(found.scopes);
    const isInstanceAdmin = scope === 'admin' && isFirst;
    return { ...present(found, organization), sessionId: tokenId, scope, isInstanceAdmin };
  }
}
