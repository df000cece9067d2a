import type { HttpAnswer, OrganizationSettings, ReadBody, UserSettings } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import { deletionOf } from './delete-account.ts';
import type { AccountsDeps } from './deps.ts';
import { shownBy } from './sessions.ts';
import { signUpMode } from './sign-up.ts';

const noPerson = () => notFound('Person not found');

/** Where somebody says what they think of this server. */
async function feedbackUrl({ email }: Caller, { people, settings }: AccountsDeps): Promise<string> {
  if (settings.feedbackUrl !== null)
    return settings.feedbackUrl.replaceAll('{email}', encodeURIComponent(email));
  const admin = (await people.firstEmail()) ?? '';
  return `mailto:${encodeURIComponent(admin)}?subject=${encodeURIComponent(`Feedback of ${email}`)}`;
}

const meOf = async (caller: Caller, deps: AccountsDeps): Promise<HttpAnswer<'GET /v1/me'>> => {
  const { mailer, settings } = deps;
  const [firstName = '', ...rest] = caller.name.split(' ');
  return {
    user: {
      id: caller.userId,
      name: caller.name,
      firstName,
      lastName: rest.join(' '),
      email: caller.email,
      emailVerified: caller.emailVerified,
      twoFactorEnabled: caller.twoFactorEnabled,
      picture: caller.picture,
    },
    organization: {
      id: caller.organizationId,
      name: caller.organizationName,
      role: caller.organizationRole,
      planName: caller.planName,
      isSandbox: caller.isSandbox,
      picture: caller.organizationPicture,
      settings: caller.organizationSettings as OrganizationSettings,
    },
    rights: caller.rights,
    settings: caller.settings as UserSettings,
    flags: caller.flags,
    isAdmin: caller.organizationRole === 'admin',
    isCollaborator: await deps.collaborators.isCollaborator(caller.userId),
    isInstanceAdmin: caller.isInstanceAdmin,
    // Where mails of this server can be read: in one's own mailbox, or by its admin.
    mail: mailer.sends ? 'sent' : 'outbox',
    feedbackUrl: await feedbackUrl(caller, deps),
    // What a page refuses before it is uploaded for nothing.
    csvMaxMb: settings.csvMaxBytes / (1024 * 1024),
  };
};

async function removePerson(
  deps: AccountsDeps,
  request: FastifyRequest,
  { userId: by, organizationId, organizationName }: Caller,
  userId: string,
  heirUserId: string | null,
): Promise<void> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(userId)) throw noPerson();
  const leaves = userId === by;
  const open = await deps.sessionRows.ofPerson(userId);
  const removed = await deps.organizations.removeMember({ organizationId, userId, by, heirUserId });
  if (removed.kind === 'unknown') throw noPerson();
  if (removed.kind === 'unknown-heir')
    throw invalid('heirUserId', 'Choose another member, to whom what they own goes');
  if (removed.kind === 'forbidden')
    throw new AppError('forbidden', 'Only an admin of the organization can remove people');
  if (removed.kind === 'last-admin')
    throw new AppError(
      'conflict',
      `You are the last admin of ${organizationName}: invite another admin before you leave`,
    );
  const told = `You were removed from ${organizationName}. Your account stays: sign in to work in an organization of yours.`;
  const ended = !leaves && removed.workedHere;
  if (ended) await deps.sessionRows.endBecause(userId, told);
  deps.sessions.forget();
  deps.flowAccess.forget();
  // A stream of another organization of theirs comes back by itself.
  const reason = ended ? new AppError('forbidden', told) : undefined;
  for (const { sessionId } of open) deps.streams.endSession(sessionId, reason);
  for (const id of removed.tokenIds) deps.streams.endSession(id, new AppError('forbidden', told));
  await deps.audit.add({
    organizationId,
    userId: by,
    action: leaves ? 'person.left' : 'person.removed',
    details: { name: removed.name, userId },
    ip: request.ip,
  });
}

/** What was changed of a member, as texts of the audit log. */
const changeText = (change: ReadBody<'PATCH /v1/people/:id'>): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Who I am, and who my colleagues are. */
export function mountPeople(app: FastifyInstance, deps: AccountsDeps): void {
  serve(app, 'GET /v1/me', async ({ request }) => meOf(requireCaller(request), deps));

  // What a page asks before it knows who looks at it: there a stranger is no fault.
  serve(app, 'GET /v1/visitor', async ({ request }) => {
    const { caller } = request;
    const shown = caller === null ? shownBy(request) : null;
    const notice = shown === null ? null : await deps.sessionRows.whyEnded(shown);
    const firstStart = caller === null && (await deps.people.isEmpty());
    return {
      me: caller && (await meOf(caller, deps)),
      signUp: await signUpMode(deps),
      providers: deps.settings.oidc.map(({ id, name }) => ({ id, name })),
      ...(firstStart && { firstStart }),
      ...(notice !== null && { notice }),
    };
  });

  serve(app, 'PATCH /v1/me', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { name } = body();
    await deps.people.rename(caller.userId, name);
    deps.sessions.forget();
    if (name !== caller.name)
      await writeAudit(deps, request, {
        action: 'person.renamed',
        details: { from: caller.name, to: name },
      });
    return { ok: true } as const;
  });

  serve(app, 'GET /v1/me/deletion', ({ request }) => deletionOf(deps, requireCaller(request)));

  serve(app, 'GET /v1/people', async ({ request }) => {
    const { organizationId, organizationRole } = requireCaller(request);
    const people = await deps.organizations.members(organizationId);
    if (organizationRole === 'admin') return { people };
    return { people: people.map((person) => ({ ...person, workspaceNames: null })) };
  });

  serve(app, 'GET /v1/people/:id/workspaces', async ({ request, path }) => {
    const { organizationId, organizationRole } = requireCaller(request);
    if (organizationRole !== 'admin')
      throw new AppError('forbidden', 'Only an admin of the organization sees what members were given');
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(path.id)) throw noPerson();
    const workspaces = await deps.organizations.workspacesOfMember(organizationId, path.id);
    if (workspaces === null) throw noPerson();
    return { workspaces };
  });

  serve(app, 'PATCH /v1/people/:id', async ({ request, path, body }) => {
    const { organizationId, organizationName, userId: by } = requireCaller(request);
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(path.id)) throw noPerson();
    const change = body();
    const changed = await deps.organizations.changeMember(organizationId, path.id, by, change);
    if (changed.kind === 'unknown') throw noPerson();
    if (changed.kind === 'forbidden')
      throw new AppError('forbidden', 'Only an admin of the organization can change what members may do');
    if (changed.kind === 'last-admin')
      throw new AppError('conflict', `${organizationName} needs an admin: make somebody else one first`);
    deps.sessions.forget();
    deps.flowAccess.forget();
    await writeAudit(deps, request, {
      action: 'person.changed',
      details: { userId: path.id, name: changed.name, ...changeText(change) },
    });
    return { ok: true } as const;
  });

  // By an admin; by anybody for themselves, who leave so.
  serve(app, 'DELETE /v1/people/:id', async ({ request, path, query }) => {
    const caller = requireCaller(request);
    await removePerson(deps, request, caller, path.id, query().heirUserId ?? null);
    return { ok: true } as const;
  });
}
