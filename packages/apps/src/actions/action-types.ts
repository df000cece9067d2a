import { anObject, type Json, oneOf, type PropRule, propRule } from '@weft/documents';
import { settingRule } from '../settings.ts';
import type { ActionType } from './action-type.ts';
import { createRecord } from './create-record.ts';
import { deleteRecord } from './delete-record.ts';
import { openLink } from './open-link.ts';
import { openPage } from './open-page.ts';
import { runIntegration } from './run-integration.ts';
import { sendMail } from './send-mail.ts';
import { updateRecord } from './update-record.ts';

/** THE list of actions; the names are stored and never change. */
const actionTypes = {
  openPage,
  createRecord,
  updateRecord,
  deleteRecord,
  runIntegration,
  sendMail,
  openLink,
} as const satisfies { readonly [name: string]: ActionType };

export type ActionName = keyof typeof actionTypes;

export const actionNames = Object.keys(actionTypes) as readonly ActionName[];

export const actionType = (name: ActionName): ActionType => actionTypes[name];

const isActionName = (name: unknown): name is ActionName =>
  typeof name === 'string' && Object.hasOwn(actionTypes, name);

/** What happens when somebody presses a button, or has sent a form. */
export interface AppAction {
  readonly name: ActionName;
  readonly type: ActionType;
  /** By name, as far as they were set. */
  readonly settings: { readonly [name: string]: Json };
}

/** Actions have no actions in them. */
const noAction = propRule({ not: {} }, () => false);

const rules: { readonly [name: string]: PropRule } = Object.fromEntries(
  actionNames.map((name) => [
    name,
    anObject(
      { kind: oneOf([name]) },
      Object.fromEntries(
        Object.entries(actionType(name).settings).map(([key, setting]) => [
          key,
          settingRule(setting, noAction),
        ]),
      ),
    ),
  ]),
);

export const actionRule: PropRule = propRule(
  { oneOf: Object.values(rules).map(({ schema }) => schema) },
  (value) => {
    const kind = (value as { readonly kind?: Json } | null)?.kind;
    return isActionName(kind) && rules[kind]?.(value) === true;
  },
);

/** The action in a property that `actionRule` has passed; null: there is none. */
export function actionIn(value: Json | undefined): AppAction | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, ...settings } = value as { readonly [key: string]: Json };
  return isActionName(kind) ? { name: kind, type: actionType(kind), settings } : null;
}
