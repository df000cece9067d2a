import {
  type App,
  type AppBlock,
  type AppIntegration,
  type AppProblem,
  appOf,
  appProblems,
  pageOf,
  tableOf,
  textSetting,
} from '@weft/apps';
import type { Field, Table } from '@weft/core';
import type { Content, Json } from '@weft/documents';
import { setProp } from '../../editor/set-prop.ts';
import type { AppSession, AppState } from './app-session.ts';

/** An open app with the tables that it shows: what every part of its editor works with. */
export interface AppEditing {
  readonly session: AppSession;
  readonly content: Content;
  readonly app: App;
  readonly tables: readonly Table[];
  /** Null: they are not read yet. */
  readonly integrations: readonly AppIntegration[] | null;
  readonly problems: readonly AppProblem[];
  /** Sets a property of a block or (null) of the app; `typed`: a letter of a text. */
  readonly set: (id: string | null, key: string, value: Json, how?: { readonly typed: boolean }) => void;
}

/** `tables` null: they are not read yet, and nothing is said of what is missing. */
export function appEditing(
  session: AppSession,
  { content }: AppState,
  tables: readonly Table[] | null,
  integrations: readonly AppIntegration[] | null,
): AppEditing {
  return {
    ...{ session, content, app: appOf(content), tables: tables ?? [], integrations },
    problems: tables === null ? [] : appProblems(content, tables, integrations),
    set: (id, key, value, how) => session.edit(setProp(session.getState().content, id, key, value), how),
  };
}

export const tableNamed = ({ tables }: Pick<AppEditing, 'tables'>, id: string | null): Table | undefined =>
  tables.find((table) => table.id === id);

/** The fields of the table that a block is about. */
export function fieldsOfBlock(editing: AppEditing, block: AppBlock): readonly Field[] {
  return tableNamed(editing, tableOf(editing.app, block))?.fields ?? [];
}

/** The fields of the record that a page is about; none where it is about none. */
export const fieldsOfPage = (editing: AppEditing, page: string): readonly Field[] =>
  tableNamed(editing, pageOf(editing.app, page)?.table ?? null)?.fields ?? [];

const longestName = 60;

/** A block as the editor calls it: by its title, or by what it shows. */
export function blockLabel(editing: Pick<AppEditing, 'app' | 'tables'>, block: AppBlock): string {
  const own = textSetting(block, 'title') ?? textSetting(block, 'text');
  const [line = ''] = own?.trim().split('\n') ?? [];
  if (line !== '') return line.slice(0, longestName);
  const table =
    block.type.settings.table === undefined ? undefined : tableNamed(editing, textSetting(block, 'table'));
  return table === undefined ? block.type.label : `${table.name} ${block.type.label.toLowerCase()}`;
}
