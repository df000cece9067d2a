import { randomUUID } from 'node:crypto';
import { csv } from '../../dataset.ts';
import { asking, type Neighbour } from './neighbour.ts';

const rows = 20_000;

interface Preview {
  readonly config: {
    readonly columns: readonly { readonly sourceFieldIndex: number; readonly isPrimary: boolean }[];
  };
}

/** Forty at once who make databases, import a file into each, and download a million rows. */
export const imports: Neighbour = {
  name: '40 who make databases, import and export at once',
  work: async ({ product, session }, { basePublicId, tableId }, stop) => {
    const { url: csvFileUrl } = await session.upload('orders.csv', csv(rows));
    const preview = await session.query<Preview>('import.csvPreview', { csvFileUrl });
    const fieldMappings = preview.config.columns.map(({ sourceFieldIndex, isPrimary }) => ({
      sourceFieldIndex,
      isPrimary,
    }));
    const { headers } = session;
    const post = (path: string, body: object) =>
      fetch(`${product.url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: stop,
      });
    return asking(40, stop, async (caller, round) => {
      if (caller % 2 === 0)
        return fetch(`${product.url}/v1/bases/${basePublicId}/tables/${tableId}/export?format=csv`, {
          headers,
          signal: stop,
        });
      const made = await post('/admin/bases', { baseName: `Copy ${caller} ${round}` });
      if (!made.ok) return made;
      const { basePublicIdentifier } = (await made.json()) as { basePublicIdentifier: string };
      return post('/rpc/import.csvImportStream', {
        importId: `imp-fairness-${randomUUID()}`,
        basePublicId: basePublicIdentifier,
        csvFileUrl,
        config: { tableName: 'Orders' },
        fieldMappings,
      });
    });
  },
};
