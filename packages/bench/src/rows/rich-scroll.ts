import { must } from '@weft/std';
import { Client } from 'pg';
import type { Bench, BenchTable } from '../bench.ts';

/** Records that get stars, pictures and links: more than one scroll passes. */
const filled = 10_000;
/** Different pictures; each stands in every so many cells. */
const pictures = 12;
/** Columns that are shown. */
const width = 18;

/** A blue square of 8 by 8 pixels. */
const square =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWOwjr6NFTEMLQkA49VcQY6f60UAAAAASUVORK5CYII=';

interface Metadata {
  readonly metadata: {
    readonly tables: readonly {
      readonly fields: readonly { id: string; type: string }[];
      readonly views: readonly { id: string }[];
    }[];
  };
}

interface Uploaded {
  readonly url: string;
  readonly fileName: string;
  readonly size: number;
  readonly mimeType: string;
}

/**
 * Gives a table fields of stars, pictures and links, filled in its first records, and shows them beside its chips: they
 * stand first, so that the window is full of them. PostgreSQL alone, into which they are filled by SQL.
 */
export async function enrich({ session, databaseUrl }: Bench, table: BenchTable): Promise<void> {
  const { basePublicId, tableId } = table;
  const place = { basePublicId, tableId };
  const add = async (field: object) =>
    (
      await session.mutate<{ field: { id: string; template: { inverseFieldId?: string } } }>(
        'fields.create',
        {
          ...{ ...place, field },
        },
      )
    ).field;
  const stars = (await add({ name: 'Finish', type: 'rating' })).id;
  const files = (await add({ name: 'Pictures', type: 'attachments' })).id;
  const template = { tableId, allowMultiple: true };
  const links = await add({ name: 'Goes with', type: 'linked_record', template });

  const upload = async (number: number) => {
    const form = new FormData();
    form.set(
      'file',
      new Blob([Buffer.from(square, 'base64')], { type: 'image/png' }),
      `picture ${number}.png`,
    );
    const at = { 'base-public-id': basePublicId, 'table-id': tableId, 'field-id': files };
    const headers = { ...session.headers, ...at };
    const answer = await fetch(new URL('/fileupload', session.url), { method: 'POST', headers, body: form });
    const file = (await answer.json()) as Uploaded;
    const filename = must(new URL(file.url).pathname.split('/')[2]);
    const { fileName: originalName, size, mimeType, url } = file;
    return [{ filename, originalName, size, mimeType, url, uploadedAt: '2026-01-31T09:30:00.000Z' }];
  };
  const { records } = await session.query<{ records: readonly { id: string }[] }>('records.list', {
    ...{ ...place, limit: pictures },
  });
  for (const [number, { id }] of records.entries())
    await session.mutate('records.update', {
      ...{ ...place, recordId: id, data: { [files]: await upload(number) } },
    });

  const client = new Client({ connectionString: must(databaseUrl) });
  await client.connect();
  try {
    const rows = `${basePublicId}.${tableId}`;
    const numbered = `numbered AS (SELECT id, row_number() OVER (ORDER BY position) - 1 AS n FROM ${rows}
      ORDER BY position LIMIT ${filled})`;
    await client.query(
      `WITH ${numbered}, pictures AS (SELECT n, ${files} AS file FROM numbered JOIN ${rows} USING (id) WHERE n < ${pictures})
       UPDATE ${rows} r SET ${stars} = 1 + numbered.n % 5, ${files} = pictures.file
       FROM numbered JOIN pictures ON pictures.n = numbered.n % ${pictures} WHERE r.id = numbered.id`,
    );
    const inverse = must(links.template.inverseFieldId);
    const [relation = ''] = [links.id, inverse].sort();
    const sides = relation === links.id ? 'own.id, other.id' : 'other.id, own.id';
    await client.query(
      `WITH ${numbered} INSERT INTO ${basePublicId}._links (relation, from_id, to_id)
       SELECT '${relation}', ${sides} FROM numbered own
       JOIN numbered other ON other.n IN ((own.n * 7919 + 1) % ${filled}, (own.n * 31 + 7) % ${filled})
       ON CONFLICT DO NOTHING`,
    );
  } finally {
    await client.end();
  }

  const { metadata } = await session.query<Metadata>('metadata.get', { basePublicId });
  const { fields, views } = must(metadata.tables[0]);
  const [primary, ...others] = fields.map(({ id }) => id);
  const rich = [...chipsOf(fields), stars, files, links.id];
  const order = [must(primary), ...rich, ...others.filter((id) => !rich.includes(id))];
  await session.mutate('views.updateSettings', {
    ...{ ...place, viewId: must(views[0]).id },
    config: { orderedFieldIds: order, hiddenFieldIds: order.slice(width) },
  });
}

const chipsOf = (fields: Metadata['metadata']['tables'][number]['fields']): readonly string[] =>
  fields.flatMap(({ id, type }) => (type === 'single_select' || type === 'multiple_select' ? [id] : []));
