import type { Table } from '@weft/core';
import type { Caller } from '../../http/caller.ts';
import type { CreationDeps } from './deps.ts';
import { makeBase } from './make-base.ts';
import { tablesOfSchema } from './tables-of-schema.ts';
import { baseTemplates } from './templates/base-templates.ts';
import { templateContent } from './templates/template-content.ts';

interface Wanted {
  readonly name: string;
  readonly workspaceId: string | null;
}

interface Made {
  readonly baseId: string;
  readonly tables: readonly Table[];
}

/** A base of a template for something else that is made with it; null: there is no template of this name. */
export async function makeOfTemplate(
  deps: CreationDeps,
  caller: Caller,
  wanted: string,
  as: Wanted,
): Promise<Made | null> {
  const template = baseTemplates.find(({ name }) => name === wanted);
  if (template === undefined) return null;
  const made = templateContent(template, deps.newId, new Date(deps.now()));
  const baseId = await makeBase(deps, { caller, ip: null }, { ...as, actionId: null, content: () => made });
  return { baseId, tables: made.map(({ table }) => table) };
}

/** Records of a table nobody described (specification 1, section 3). */
const firstRecords = 3;

/** A base with one table as nobody described it. */
export async function makeBlank(deps: CreationDeps, caller: Caller, as: Wanted): Promise<Made> {
  const fields = [
    { id: 'name', name: 'name', type: 'single_line_text', template: {} },
    { id: 'notes', name: 'notes', type: 'long_text', template: {} },
    { id: 'active', name: 'active', type: 'checkbox', template: {} },
  ] as const;
  const schema = { name: as.name, tables: [{ id: 'table', name: 'Untitled Table', fields }] };
  const tables = tablesOfSchema(schema, deps.newId);
  const records = () =>
    Array.from({ length: firstRecords }, () => ({ id: deps.newId('rec'), cells: new Map() }));
  const content = () => tables.map((table) => ({ table, records: records() }));
  return { baseId: await makeBase(deps, { caller, ip: null }, { ...as, actionId: null, content }), tables };
}
