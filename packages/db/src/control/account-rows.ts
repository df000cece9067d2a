import type { IdKind } from '@weft/std';
import type { Engine } from '../engine/engine.ts';
import { Collaborators } from './collaborators.ts';
import { Invitations } from './invitations.ts';
import { Organizations } from './organizations.ts';
import { People } from './people.ts';
import { SessionRows } from './sessions.ts';
import { SignInFailures } from './sign-in-failures.ts';
import { Tokens } from './tokens.ts';

/** All that is kept of people and their organizations, by noun. */
export interface AccountRows<Scope extends string> {
  readonly people: People;
  readonly organizations: Organizations;
  readonly invitations: Invitations;
  readonly collaborators: Collaborators;
  readonly sessionRows: SessionRows;
  readonly tokens: Tokens<Scope>;
  readonly signInFailures: SignInFailures;
}

export const accountRows = <Scope extends string>(
  engine: Engine,
  newId: (kind: IdKind) => string,
): AccountRows<Scope> => ({
  people: new People(engine),
  organizations: new Organizations(engine, newId),
  invitations: new Invitations(engine, newId),
  collaborators: new Collaborators(engine),
  sessionRows: new SessionRows(engine),
  tokens: new Tokens(engine, newId),
  signInFailures: new SignInFailures(engine),
});
