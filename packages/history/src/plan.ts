import type { BaseMetadata } from '@weft/core';
import type { Result } from '@weft/std';
import type { Action, ActionInputs, ActionType } from './action.ts';
import { actions } from './action-list.ts';
import type { Change } from './change.ts';
import type { ActionDefinition, Needs, PlanState, Refusal } from './definition.ts';

/** The definition of an action's type, met through one signature: type and input come from the same action. */
const definitionOf = (type: ActionType): ActionDefinition<ActionType> =>
  actions[type] as unknown as ActionDefinition<ActionType>;

type AnyInput = ActionInputs[ActionType];

/** What must be at hand before the action can be planned. */
export const needsOf = (action: Action): Needs =>
  definitionOf(action.type).needs?.(action.input as AnyInput & never) ?? {};

/** The changes an action makes to a state, or why it cannot be done. */
export const planAction = (state: PlanState, action: Action): Result<readonly Change[], Refusal> =>
  definitionOf(action.type).plan(state, action.input as AnyInput & never);

/** How the history lists the action; call it with the metadata from before. */
export const labelOf = (action: Action, metadata: BaseMetadata): string =>
  definitionOf(action.type).label(action.input as AnyInput & never, metadata);

/** The records an action can be divided by, and the same action about some of them; null where it is of one piece. */
export function divisible(
  action: Action,
): { readonly ids: readonly string[]; readonly only: (ids: ReadonlySet<string>) => Action } | null {
  const inputOf = definitionOf(action.type).divide?.(action.input as AnyInput & never);
  if (inputOf === undefined) return null;
  return {
    ids: [...new Set(needsOf(action).records?.ids)],
    only: (ids) => ({ ...action, input: inputOf(ids) }) as Action,
  };
}

/** Milliseconds the action waits for one to merge with; 0: it goes at once. */
export const waitOf = (action: Action): number => definitionOf(action.type).merging?.within ?? 0;

/** Two waiting actions as one, where they are of one target; null where they are not. */
export function mergeActions(earlier: Action, later: Action): Action | null {
  if (earlier.type !== later.type || earlier.groupId !== later.groupId) return null;
  const { merging } = definitionOf(later.type);
  const [before, after] = [earlier.input as AnyInput & never, later.input as AnyInput & never];
  if (merging === undefined || merging.key(before) !== merging.key(after)) return null;
  return { ...later, id: earlier.id, input: merging.merge(before, after) } as Action;
}
