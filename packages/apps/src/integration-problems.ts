import type { Table } from '@weft/core';
import type { AppAction } from './actions/action-types.ts';
import type { App, AppBlock } from './app-document.ts';
import { tableOfAction } from './block-access.ts';

/** An integration of an app, as far as its document depends on it. */
export interface AppIntegration {
  readonly id: string;
  /** The service, as the app calls it. */
  readonly name: string;
  /** The table whose records it is set up for; null: it is about no record. */
  readonly tableId: string | null;
  readonly enabled: boolean;
}

/** Why the integration that an action names cannot be run there, the end of a sentence; null: it can. */
export function whyNotRun(
  app: App,
  block: AppBlock,
  { settings }: AppAction,
  integrations: readonly AppIntegration[],
  tables: readonly Table[],
): string | null {
  const named = integrations.find(({ id }) => id === settings.integration);
  if (named === undefined) return 'runs an integration that is not connected any more: choose another';
  const { name, tableId } = named;
  if (tableId === null) return null;
  const calledTable = (id: string) => tables.find((table) => table.id === id)?.name;
  const wanted = calledTable(tableId);
  if (wanted === undefined) return `runs ‘${name}’, which is set up for a table that is gone`;
  const actual = tableOfAction(app, block);
  if (actual === tableId) return null;
  if (actual === null) return `runs ‘${name}’ for a record, and its page is about none`;
  return `runs ‘${name}’, which is set up for ‘${wanted}’, for a record of ‘${calledTable(actual) ?? 'another table'}’`;
}
