import { AppError, isId, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { AccountsDeps } from './deps.ts';

/** Organizations a person may be a member of before making another. */
const maxOrganizations = 100;
/** Flows that the usage names, the largest first. */
const shownFlows = 200;
const homePath = '/home';

export function requireOrganizationAdmin(caller: Caller): Caller {
  if (caller.organizationRole !== 'admin')
    throw new AppError('forbidden', 'Only an admin of the organization can do this');
  return caller;
}

/** The organizations of a person: listing, making, renaming, and working in another. */
export function mountOrganizations(app: FastifyInstance, deps: AccountsDeps): void {
  /** Where a person works is read anew. */
  const forget = (): void => {
    deps.sessions.forget();
    deps.flowAccess.forget();
  };

  serve(app, 'GET /v1/organizations', async ({ request }) => {
    const { userId, organizationId, scope } = requireCaller(request);
    const all = await deps.organizations.ofPerson(userId);
    // A token knows of no organization but its own.
    const known = scope === null ? all : all.filter(({ id }) => id === organizationId);
    return { organizations: known.map((one) => ({ ...one, current: one.id === organizationId })) };
  });

  serve(app, 'POST /v1/organizations', async ({ request, body }) => {
    const { userId } = requireCaller(request);
    const { name } = body();
    const organizationId = await deps.organizations.make(userId, name, maxOrganizations);
    if (organizationId === null)
      throw new AppError('conflict', `You are in ${maxOrganizations} organizations: leave one first`);
    forget();
    await writeAudit(deps, request, { organizationId, action: 'organization.made', details: { name } });
    return { organizationId, redirectPath: homePath };
  });

  serve(app, 'GET /v1/usage', async ({ request }) => {
    const { organizationId } = requireOrganizationAdmin(requireCaller(request));
    const { bytes, files } = deps.settings.fileQuota.organization;
    const [usage, ai] = await Promise.all([
      deps.usage.of(organizationId, shownFlows),
      deps.settings.ai === null ? null : deps.aiUsage.of(organizationId, deps.now()),
    ]);
    return { ...usage, maxBytes: bytes, maxFiles: files, ai };
  });

  serve(app, 'PATCH /v1/organization', async ({ request, body }) => {
    const { organizationId, organizationName } = requireOrganizationAdmin(requireCaller(request));
    const { name = organizationName, ...settings } = body();
    const outside =
      settings.emailDomains == null
        ? 0
        : await deps.organizations.membersOutside(organizationId, settings.emailDomains);
    if (outside > 0)
      throw new AppError(
        'conflict',
        `${outside === 1 ? '1 member has an address' : `${outside} members have addresses`} of other domains: remove them first, or add their domains`,
      );
    if (Object.keys(settings).length > 0) {
      await deps.organizations.setSettings(organizationId, settings);
      await writeAudit(deps, request, {
        action: 'organization.changed',
        details: { settings: Object.keys(settings).join(', ') },
      });
    }
    if (name !== organizationName) {
      await deps.organizations.rename(organizationId, name);
      await writeAudit(deps, request, {
        action: 'organization.renamed',
        details: { from: organizationName, to: name },
      });
    }
    forget();
    return { ok: true } as const;
  });

  serve(app, 'POST /admin/organizations/switchOrganization', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { userId, organizationId } = body();
    if (userId != null && userId !== caller.userId)
      throw new AppError('forbidden', 'Everybody chooses their own organization');
    if (organizationId == null) return { redirectPath: homePath };
    const chosen =
      isId('org', organizationId) && (await deps.organizations.choose(caller.userId, organizationId));
    if (!chosen) throw notFound('Organization not found');
    // Written down where they come to; where they come from is nothing to its admins.
    if (organizationId !== caller.organizationId)
      await writeAudit(deps, request, { organizationId, action: 'organization.chosen' });
    forget();
    return { redirectPath: homePath };
  });
}
