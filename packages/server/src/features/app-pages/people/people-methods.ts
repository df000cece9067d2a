import { appKind, appOf } from '@weft/apps';
import { type FlowVerb, flowNotFound, isEmail } from '@weft/core';
import { noteAppInvitation } from '@weft/db';
import { migrated } from '@weft/documents';
import { AppError, invalid, notFound } from '@weft/std';
import { originAt } from '../../../http/own-domains.ts';
import { appInvitationMail } from '../../../mail/letters.ts';
import { addressLimit } from '../../../mail/mailer.ts';
import type { CallContext, Handlers } from '../../../rpc/handler.ts';
import { requireCanDo } from '../../flows/flow-policy.ts';
import { addressesAt } from '../addresses.ts';
import type { AppPagesDeps } from '../deps.ts';
import { openSource } from '../open-app.ts';
import { personOf, personWith, smallEmail, type UsersTable, usersTable } from './app-person.ts';
import { newPerson } from './new-person.ts';

export type PeopleCall = 'apps.people' | 'apps.invite' | 'apps.block' | 'apps.unblock' | 'apps.signOutPerson';
type Context = CallContext<AppPagesDeps>;

const noUsers = 'This app has no table of the people who sign in, or it is gone: choose one first';

/** The people of an app, for whoever may do so with it and with its database. */
async function peopleOf({ deps, caller }: Context, flowId: string, verb: Extract<FlowVerb, 'open' | 'edit'>) {
  const found = await deps.flowAccess.of(flowId, caller.userId);
  const draft = found?.flow.type === 'zite' ? await deps.documents.draft(flowId) : null;
  if (found === null || draft === null) throw notFound(flowNotFound);
  requireCanDo(caller, verb, found);
  const content = migrated(draft.content, appKind);
  const app = content.ok ? appOf(content.value) : null;
  const base = app?.source ? await deps.flowAccess.of(app.source.baseId, caller.userId) : null;
  if (base !== null) {
    // What shows a service is locked against hands: its people are written there.
    const isMirror = base.flow.locked && (await deps.mirrors.of(base.flow.id)) !== null;
    requireCanDo(caller, verb, isMirror ? { ...base, flow: { ...base.flow, locked: false } } : base);
  }
  const source = app === null || base === null ? null : await openSource(deps, app, found.flow);
  const users = app === null || source === null ? null : usersTable(app, source.metadata);
  if (source === null || users === null) return null;
  const { organizationId } = found.flow;
  const runScan = <T>(work: (signal: AbortSignal) => Promise<T>) =>
    deps.scanSlots.run({ userId: caller.userId, organizationId }, new AbortController().signal, work);
  const at = { now: new Date(deps.now()).toISOString(), runScan };
  return { flow: found.flow, published: draft.publishedSnapshotId !== null, source, users, at };
}

/** The same, of an app that has people. */
async function requirePeople(context: Context, flowId: string) {
  const people = await peopleOf(context, flowId, 'edit');
  if (people === null) throw new AppError('conflict', noUsers);
  return people;
}

const labelsOf = ({ role }: UsersTable, roles: readonly string[]): readonly string[] =>
  role !== null && 'options' in role.template
    ? role.template.options.flatMap(({ label, value }) => (roles.includes(value) ? [label] : []))
    : roles;

const addressOf = (text: string): string => {
  const email = smallEmail(text);
  if (!isEmail(email)) throw invalid('email', 'Write an email address like name@example.com');
  return email;
};

export const peopleMethods: Handlers<PeopleCall, AppPagesDeps> = {
  'apps.people': async (context, { flowId, search, cursor, limit }) => {
    const found = await peopleOf(context, flowId, 'open');
    if (found === null) return { people: [], nextCursor: null, total: 0 };
    const { users, at } = found;
    const { store } = found.source;
    const { table, email, name } = users;
    const shown = [email.id, ...(name === null ? [] : [name.id])];
    const wanted = search.trim();
    const isThere = { fieldId: email.id, operator: 'is_not_empty' };
    const page = await store.list(
      {
        ...{ tableId: table.id, timeZone: 'UTC', now: at.now, limit, includeTotal: true },
        fieldIds: [...shown, ...(users.role === null ? [] : [users.role.id])],
        filter: {
          conjunction: 'and',
          items: [
            isThere,
            ...(wanted === ''
              ? []
              : [
                  {
                    conjunction: 'or' as const,
                    items: shown.map((fieldId) => ({ fieldId, operator: 'contains', value: wanted })),
                  },
                ]),
          ],
        },
        sort: [{ fieldId: name?.id ?? email.id, direction: 'asc' }],
        ...(cursor ? { cursor } : {}),
      },
      at.runScan,
    );
    const people = page.records.flatMap((record) => personOf(users, record) ?? []);
    const known = await context.deps.appUsers.people(
      flowId,
      people.map((one) => one.email),
    );
    return {
      people: people.map((one) => {
        const { invitedAt = null, blockedAt = null, lastSeenAt = null } = known.get(one.email) ?? {};
        const { recordId, email: address, name: called } = one;
        const roles = labelsOf(users, one.roles);
        return { recordId, email: address, name: called, roles, invitedAt, blockedAt, lastSeenAt };
      }),
      nextCursor: page.nextCursor,
      total: page.total ?? 0,
    };
  },
  'apps.invite': async (context, { flowId, email: text, name = '' }) => {
    const { deps } = context;
    const email = addressOf(text);
    const { flow, published, source, users, at } = await requirePeople(context, flowId);
    if (!published)
      throw new AppError('conflict', 'Publish the app first: there is nothing to sign in to yet');
    if (!deps.mailer.sends)
      throw new AppError('conflict', 'This server sends no mail: whoever runs it sets SMTP_URL');
    const known = await personWith(source.store, users, email, at);
    const person = known ?? (await newPerson(deps, source, users, email, at, { name }));
    if (person === null)
      throw new AppError('conflict', 'Several records have this address: nobody can sign in with it');
    // Whoever signs in is signed in at one host: the one that the app is best known at.
    const host = deps.ownDomains.hostOf(flow.publicIdentifier);
    const { aside } = addressesAt(host === null ? `/a/${flow.publicIdentifier}` : '');
    const mail = appInvitationMail(email, originAt(deps.baseUrl(), host), aside('sign-in'));
    const prepared = await deps.mailer.prepare(mail, { limit: addressLimit });
    await deps.transaction(async (tx) => {
      if (await prepared.tryToWrite(tx)) await noteAppInvitation(tx, flowId, email, at.now);
    });
    prepared.committed();
    if (!prepared.isWritten())
      throw new AppError(
        'rate-limit',
        'Several mails were sent to this address within an hour: wait, and try again',
      );
    return { ok: true };
  },
  'apps.block': async (context, { flowId, email }) => {
    const { at } = await requirePeople(context, flowId);
    await context.deps.appUsers.block(flowId, smallEmail(email), at.now);
    return { ok: true };
  },
  'apps.unblock': async (context, { flowId, email }) => {
    await requirePeople(context, flowId);
    await context.deps.appUsers.block(flowId, smallEmail(email), null);
    return { ok: true };
  },
  'apps.signOutPerson': async (context, { flowId, email }) => {
    await requirePeople(context, flowId);
    await context.deps.appUsers.endSessions(flowId, smallEmail(email));
    return { ok: true };
  },
};
