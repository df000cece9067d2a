import { type FlowRole, type FlowVerb, flowNotFound, hasForm } from '@weft/core';
import type { Draft, Flow } from '@weft/db';
import { notFound } from '@weft/std';
import { requireCanDo } from '../flows/flow-policy.ts';
import type { FormsContext } from './deps.ts';

export const formNotFound = () => notFound(flowNotFound);

/** The form, when `can` lets the caller do so with it; guards every call about a form. */
export async function loadForm(
  { deps, caller }: Pick<FormsContext, 'deps' | 'caller'>,
  flowId: string,
  verb: FlowVerb,
): Promise<{ readonly flow: Flow; readonly role: FlowRole }> {
  const found = await deps.flowAccess.of(flowId, caller.userId);
  if (found === null || !hasForm(found.flow.type)) throw formNotFound();
  return { flow: found.flow, role: requireCanDo(caller, verb, found) };
}

/** A draft that has to be there. */
export function present(draft: Draft | null): Draft {
  if (draft === null) throw formNotFound();
  return draft;
}
