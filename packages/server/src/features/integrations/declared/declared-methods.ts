import { flowRole } from '@weft/core';
import { type CallInput, type CallNameOf, readDeclaration, readTile } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import type { IntegrationsContext, IntegrationsHandlers } from '../deps.ts';
import { leadsOfStored } from './operator-connectors.ts';

export type DeclaredCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  | 'integrations.connectors'
  | 'integrations.connectorDependents'
  | 'integrations.declareConnector'
  | 'integrations.changeConnector'
  | 'integrations.removeConnector'
>;

/** Flows and connections that are looked at. */
const maxDependents = 200;
const noConnector = () => notFound('Connector not found');

/** Whoever may declare connectors of their organization. */
function requireAdmin({ caller }: IntegrationsContext): void {
  if (caller.organizationRole !== 'admin')
    throw new AppError('forbidden', 'Only admins of the organization can change its connectors');
}

/** A declaration, with its defaults. Throws in words, with where in it something is wrong. */
function requireDeclaration(written: CallInput<'integrations.declareConnector'>['declaration']) {
  const read = readDeclaration(written);
  if ('faults' in read) {
    const [{ path, message } = { path: '', message: 'It cannot be read' }] = read.faults;
    throw invalid(`declaration.${path}`, `${path}: ${message}`);
  }
  if (!read.declaration.origin.startsWith('https:'))
    throw invalid(
      'declaration.origin',
      'origin: It has to begin with https://, so that nobody on the way reads the key',
    );
  const { auth } = read.declaration;
  if (auth.kind === 'clientCredentials' && !auth.tokenUrl.startsWith('https:'))
    throw invalid('declaration.auth.tokenUrl', 'auth.tokenUrl: It has to begin with https://');
  return read.declaration;
}

/** What organizations declare their own connectors with. */
export const declaredMethods: IntegrationsHandlers<DeclaredCall> = {
  'integrations.connectors': async (context) => {
    requireAdmin(context);
    const { deps, caller, left } = context;
    const { organizationId, userId } = caller;
    // All of them may be megabytes: so many at once are read for a person.
    const rows = await deps.scanSlots.run({ organizationId, userId }, left(), () =>
      deps.declared.declarationsOf(organizationId),
    );
    return {
      connectors: rows.map(({ id, organizationId, version, updatedAt, declaration }) => ({
        ...{ type: id, version, updatedAt },
        mayEdit: organizationId !== null,
        declaration: declaration as { readonly [key: string]: unknown },
      })),
    };
  },

  'integrations.connectorDependents': async (context, { type }) => {
    requireAdmin(context);
    const { deps, caller } = context;
    if ((await deps.declared.find(type, caller.organizationId)) === null) throw noConnector();
    const found = await deps.declared.dependentsOf(type, caller.organizationId, maxDependents);
    const all = found.flowIds.length === 0 ? [] : await deps.flows.findAll(found.flowIds, caller.userId);
    const seen = all.filter(({ standing }) => flowRole(standing) !== null);
    const flows = seen.map(({ flow }) => ({ id: flow.id, name: flow.name }));
    return { connections: [...found.connections], flows, others: found.flowIds.length - flows.length };
  },

  'integrations.declareConnector': async (context, { declaration: written }) => {
    requireAdmin(context);
    const { deps, caller } = context;
    const declaration = requireDeclaration(written);
    const { organizationId, userId } = caller;
    const id = deps.newId('con');
    if (!(await deps.declared.create({ id, organizationId, userId }, declaration)))
      throw new AppError('limit', 'An organization has at most 100 connectors: delete one first');
    await writeAudit(context, 'connector.made', id, declaration.name);
    return { type: id };
  },

  'integrations.changeConnector': async (context, { type, version, declaration: written }) => {
    requireAdmin(context);
    const { deps, caller } = context;
    const declaration = requireDeclaration(written);
    const { organizationId, userId } = caller;
    const of = { id: type, organizationId, userId, known: version };
    const saved = await deps.declared.save(of, declaration, leadsOfStored);
    if (saved === 'missing') throw noConnector();
    if (saved === 'outdated')
      throw new AppError('conflict', 'Somebody else has changed this connector meanwhile: open it again');
    if (saved === 'connected')
      throw new AppError(
        'conflict',
        'Somebody is connected: their keys were given for this host and this way in. Declare another connector for another one, or delete the connections first',
      );
    if (saved === 'saved') await writeAudit(context, 'connector.changed', type, declaration.name);
    return { version: saved === 'saved' ? version + 1 : version };
  },

  'integrations.removeConnector': async (context, { type }) => {
    requireAdmin(context);
    const { deps, caller } = context;
    const known = await deps.declared.find(type, caller.organizationId);
    if (known === null || !(await deps.declared.remove(type, caller.organizationId))) throw noConnector();
    await writeAudit(context, 'connector.deleted', type, readTile(known.tile)?.name ?? type);
    return { removed: true };
  },
};

const writeAudit = (
  { deps, caller: { organizationId, userId } }: IntegrationsContext,
  action: 'connector.made' | 'connector.changed' | 'connector.deleted',
  type: string,
  name: string,
): Promise<void> => deps.audit.add({ organizationId, userId, action, details: { type, name }, ip: null });
