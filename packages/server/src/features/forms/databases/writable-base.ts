import { can, flowRole } from '@weft/core';
import type { Flow, Service } from '@weft/db';
import { err, ok, type Result } from '@weft/std';
import type { FormsDeps } from '../deps.ts';

const unknownBase = 'Missing or unknown base';

/**
 * The base, where the person of a service may write it and it lies in the form's organization; else why it is not. Without
 * a form it has to lie in the person's organization.
 */
export async function writableBase(
  { flows }: Pick<FormsDeps, 'flows'>,
  flowId: string | null,
  baseId: string,
  { organizationId, userId }: Pick<Service, 'organizationId' | 'userId'>,
): Promise<Result<Flow, string>> {
  const found = await flows.findAll(flowId === null ? [baseId] : [flowId, baseId], userId);
  const form = found.find(({ flow }) => flow.id === flowId)?.flow;
  const base = found.find(({ flow }) => flow.id === baseId);
  if (base?.flow.type !== 'base' || base.flow.organizationId !== organizationId) return err(unknownBase);
  if (flowId !== null && form?.organizationId !== organizationId) return err(unknownBase);
  const { flow, standing } = base;
  const { type, locked, trashedAt, cloneableTemplateId } = flow;
  const role = flowRole(standing);
  if (role === null || trashedAt !== null) return err(unknownBase);
  const may = can(role, 'edit', { type, locked, trashed: false, template: cloneableTemplateId !== null });
  return may.ok ? ok(flow) : err(may.error.message);
}
