import type { BaseMetadata } from '@weft/core';
import type { Result } from '@weft/std';
import type { Action, ActionInputs, ActionType } from './action.ts';
import { actions } from './action-list.ts';
import type { Change } from './change.ts';
import type { ActionDefinition, Needs, PlanState, Refusal } from './definition.ts';

/** The definition of a type, with one signature for all: type and input always come from the same action. */
const definitionOf = (type: ActionType): ActionDefinition<ActionType> =>
  actions[type] as unknown as ActionDefinition<ActionType>;

type AnyInput = ActionInputs[ActionType];

/** What must be loaded before the action can be planned. */
export const needsOf = (action: Action): Needs =>
  definitionOf(action.type).needs?.(action.input as AnyInput & never) ?? {};

/** The changes an action makes to a state, or why it cannot be done. */
export const planAction = (state: PlanState, action: Action): Result<readonly Change[], Refusal> =>
  definitionOf(action.type).plan(state, action.input as AnyInput & never);

/** How the history lists the action; call it with the metadata from before. */
export const labelOf = (action: Action, metadata: BaseMetadata): string =>
  definitionOf(action.type).label(action.input as AnyInput & never, metadata);

/** How an action can be split: its record ids, and the same action for some of them only; null where it cannot be split. */
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

/** Milliseconds to wait for another action to merge with; 0: the action is sent at once. */
export const debounceOf = (action: Action): number => definitionOf(action.type).merging?.within ?? 0;

/** Merges two pending actions of the same target into one; null where they cannot be merged. */
export function mergeActions(earlier: Action, later: Action): Action | null {
  if (earlier.type !== later.type || earlier.groupId !== later.groupId) return null;
  const { merging } = definitionOf(later.type);
  const [before, after] = [earlier.input as AnyInput & never, later.input as AnyInput & never];
  if (merging === undefined || merging.key(before) !== merging.key(after)) return null;
  return { ...later, id: earlier.id, input: merging.merge(before, after) } as Action;
}
