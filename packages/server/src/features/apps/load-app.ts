import { type FlowRole, type FlowVerb, flowNotFound, flowType } from '@weft/core';
import type { Draft, Flow } from '@weft/db';
import { notFound } from '@weft/std';
import { requireCanDo } from '../flows/flow-policy.ts';
import type { AppsContext } from './deps.ts';

export const appNotFound = () => notFound(flowNotFound);

/** The app, when `can` lets the caller do so with it; guards every call about an app. */
export async function loadApp(
  { deps, caller }: Pick<AppsContext, 'deps' | 'caller'>,
  flowId: string,
  verb: FlowVerb,
): Promise<{ readonly flow: Flow; readonly role: FlowRole }> {
  const found = await deps.flowAccess.of(flowId, caller.userId);
  if (found === null || flowType(found.flow.type).document !== 'app') throw appNotFound();
  return { flow: found.flow, role: requireCanDo(caller, verb, found) };
}

/** A draft that has to be there. */
export function present(draft: Draft | null): Draft {
  if (draft === null) throw appNotFound();
  return draft;
}
