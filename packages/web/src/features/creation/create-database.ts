import type { HttpBody } from '@weft/protocol';
import { call } from '../../api.ts';

/** A database with the tables, records and views of a template; the answer is its public identifier. */
export async function createFromTemplate(
  name: string,
  body: HttpBody<'POST /admin/bases/templates/:name'>,
): Promise<string> {
  const made = await call('POST /admin/bases/templates/:name', { path: { name }, body });
  return made.basePublicIdentifier;
}

/** A database with the tables of a reviewed schema, and three empty records in each. */
export async function createFromSchema(
  body: HttpBody<'POST /admin/zite/services/bases/create'>,
  onStatus: (status: 'creating_base' | 'creating_initial_rows') => void,
): Promise<string> {
  onStatus('creating_base');
  const { id } = await call('POST /admin/zite/services/bases/create', { body });
  onStatus('creating_initial_rows');
  const { rpc } = await import('../../rpc.ts');
  // The database is there: without the empty records it is opened as it is.
  await rpc.call('records.createInitialRows', { basePublicId: id }).catch(() => undefined);
  return id;
}
