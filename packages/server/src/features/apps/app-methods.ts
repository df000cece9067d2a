import { appOf, appTemplates, asksToSignIn, type TemplateBlock, whyNotPublished } from '@weft/apps';
import { writeSubdomain } from '@weft/db';
import type { Content } from '@weft/documents';
import type { CallNameOf } from '@weft/protocol';
import { AppError } from '@weft/std';
import { editDraft, publishDraft, requirePublishable, showVersion } from '../../documents/drafts.ts';
import { checkClaim, claimDomain, shownDomain } from '../flows/domains/flow-domain.ts';
import { writeAudit } from './app-audit.ts';
import { appDrafts, readApp } from './app-drafts.ts';
import { missingImage } from './app-files.ts';
import { requireBase, requireChosenSource, tablesOf, tablesToPublish } from './app-source.ts';
import { createApp } from './create-app.ts';
import type { AppsContext, AppsHandlers } from './deps.ts';
import { integrationsOf } from './integrations-of.ts';
import { appNotFound, loadApp, present } from './load-app.ts';
import type { SourceCall } from './source-methods.ts';
import type { TurnCall } from './turn-methods.ts';

/** Of people, whom the pages of apps know. */
type PeopleCall = 'apps.people' | 'apps.invite' | 'apps.block' | 'apps.unblock' | 'apps.signOutPerson';

type AppCall = Exclude<
  Extract<CallNameOf<'query'> | CallNameOf<'mutation'>, `apps.${string}`>,
  'apps.present' | TurnCall | PeopleCall | SourceCall
>;

/** Versions in a list; older ones are there, and no list is endless. */
const maxVersions = 100;

const noMail =
  'People sign in to this app by mail, and this server sends none: whoever runs it sets SMTP_URL first';

/** Refuses to show a content to the world that nobody could sign in to. */
function requireSignIn({ deps }: AppsContext, content: Content): void {
  if (!deps.mailer.sends && asksToSignIn(appOf(content))) throw new AppError('conflict', noMail);
}

const kindsOf = (blocks: readonly TemplateBlock[]): readonly string[] =>
  blocks.flatMap(({ type, inner = [] }) => [type, ...kindsOf(inner)]);

export const appMethods: AppsHandlers<AppCall> = {
  'apps.create': createApp,

  'apps.templates': async () => ({
    templates: appTemplates.map(({ name, title, about, theme = null, users, pages }) => ({
      ...{ name, title, about, theme, signsIn: users !== undefined },
      // Pages about one record stand in no navigation.
      pages: pages.flatMap(({ label, about: table, hidden }) =>
        table === undefined && !hidden ? [label] : [],
      ),
      begins: kindsOf(pages[0]?.blocks ?? []),
    })),
  }),

  'apps.get': async (context, { flowId }) => {
    const { deps } = context;
    const { flow, role } = await loadApp(context, flowId, 'open');
    deps.flowAccess.opened(flow.id, context.caller);
    const draft = present(await deps.documents.draft(flowId));
    const shown =
      draft.publishedSnapshotId === null
        ? null
        : await deps.documents.snapshot(flowId, draft.publishedSnapshotId);
    return {
      flowId,
      publicIdentifier: flow.publicIdentifier,
      name: flow.name,
      // While it is locked everybody reads.
      role: flow.locked ? 'read' : role,
      trashed: flow.trashedAt !== null,
      version: draft.version,
      content: readApp(draft.content),
      published: shown && { id: shown.id, number: shown.number, content: readApp(shown.content) },
      settings: {
        customSubdomain: await deps.appRows.subdomainOf(flowId),
        domain: shownDomain(deps, await deps.flowDomains.of(flowId)),
        appsHost: deps.ownDomains.appsHost(),
      },
      sendsMail: deps.mailer.sends,
      hasChat: deps.ai !== null,
    };
  },

  'apps.tables': async (context, { flowId, baseId }) => {
    const { deps } = context;
    const { flow } = await loadApp(context, flowId, 'open');
    const named = appOf(readApp(present(await deps.documents.draft(flowId)).content)).source?.baseId;
    const wanted = baseId ?? named;
    if (wanted === undefined) return { baseId: null, name: null, tables: [] };
    const base = await requireBase(context, flow.organizationId, wanted, 'open');
    return { baseId: base.id, name: base.name, tables: await tablesOf(deps, base) };
  },

  'apps.edit': async (context, { flowId, ...sent }) => {
    const { deps, caller } = context;
    const { flow } = await loadApp(context, flowId, 'edit');
    const chosen = sent.edits.flatMap((edit) =>
      edit.kind === 'prop' && edit.id === null && edit.key === 'source' ? [edit.after] : [],
    );
    if (chosen.length > 0) {
      const before = readApp(present(await deps.documents.draft(flowId)).content);
      for (const source of chosen) {
        if (source === null) continue;
        const after = { ...before, props: { ...before.props, source } };
        await requireChosenSource(context, flow, before, after);
      }
    }
    return editDraft(appDrafts, deps, { flowId, userId: caller.userId }, sent);
  },

  'apps.publish': async (context, { flowId, version, snapshotId = context.deps.newId('snp') }) => {
    const { deps, caller } = context;
    const { flow } = await loadApp(context, flowId, 'edit');
    const done = { publishedSnapshotId: snapshotId };
    // In this order: a draft that was published meanwhile comes with its snapshot.
    const draft = present(await deps.documents.draft(flowId));
    if ((await deps.documents.snapshot(flowId, snapshotId)) !== null) return done;
    const content = readApp(draft.content);
    const [tables, integrations] = await Promise.all([
      tablesToPublish(context, flow, content),
      integrationsOf(deps, flow.id),
    ]);
    const publishing = {
      ...{ version, snapshotId },
      whyNot: (of: Content) => whyNotPublished(of, tables, integrations),
    };
    requirePublishable(appDrafts, draft, publishing);
    requireSignIn(context, content);
    const missing = await missingImage(deps, flowId, content);
    if (missing !== null) throw new AppError('invalid', missing);
    const by = { flowId, userId: caller.userId };
    const number = await publishDraft(appDrafts, deps, by, publishing);
    if (number !== null) await writeAudit(context, flow, 'flow.published', { version: String(number) });
    return done;
  },

  'apps.unpublish': async (context, { flowId }) => {
    const { deps, caller } = context;
    const { flow } = await loadApp(context, flowId, 'edit');
    await showVersion(appDrafts, deps, { flowId, userId: caller.userId }, null);
    await writeAudit(context, flow, 'flow.unpublished');
    return { publishedSnapshotId: null };
  },

  'apps.show': async (context, { flowId, snapshotId }) => {
    const { deps, caller } = context;
    const { flow } = await loadApp(context, flowId, 'edit');
    const snapshot = await deps.documents.snapshot(flowId, snapshotId);
    if (snapshot === null) throw appNotFound();
    const content = readApp(snapshot.content);
    await tablesToPublish(context, flow, content);
    requireSignIn(context, content);
    await showVersion(appDrafts, deps, { flowId, userId: caller.userId }, snapshotId);
    await writeAudit(context, flow, 'flow.published', { version: String(snapshot.number) });
    return { publishedSnapshotId: snapshotId };
  },

  'apps.versions': async (context, { flowId }) => {
    await loadApp(context, flowId, 'open');
    const snapshots = await context.deps.documents.snapshots(flowId, maxVersions);
    return {
      versions: snapshots.map(({ id, number, publishedAt, publisherName }) => ({
        ...{ id, number, publishedAt },
        publishedBy: publisherName,
      })),
    };
  },

  'apps.version': async (context, { flowId, snapshotId }) => {
    await loadApp(context, flowId, 'open');
    const snapshot = await context.deps.documents.snapshot(flowId, snapshotId);
    if (snapshot === null) throw appNotFound();
    return { content: readApp(snapshot.content) };
  },

  'apps.setSubdomain': async (context, { flowId, subdomain }) => {
    const { deps } = context;
    const { flow } = await loadApp(context, flowId, 'edit');
    if (!(await deps.transaction((tx) => writeSubdomain(tx, flow.id, subdomain))))
      throw new AppError('conflict', 'Another app has this subdomain: choose another');
    await deps.ownDomains.reload();
    await writeAudit(context, flow, 'flow.settingsChanged', { settings: 'customSubdomain' });
    return { customSubdomain: subdomain };
  },

  'apps.setDomain': async (context, { flowId, domain }) => {
    const { flow } = await loadApp(context, flowId, 'edit');
    const shown = await claimDomain(context.deps, flow.id, domain);
    await writeAudit(context, flow, 'flow.settingsChanged', { settings: 'domain' });
    return shown;
  },

  'apps.checkDomain': async (context, { flowId }) => {
    const { flow } = await loadApp(context, flowId, 'edit');
    return checkClaim(context.deps, context.caller, flow.id);
  },
};
