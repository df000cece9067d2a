import { randomBytes } from 'node:crypto';
import { must } from '@weft/std';
import type { Session } from '@weft/testkit';
import { publishedPage, weekdays } from './rows/booking.ts';
import { publishedForm } from './rows/forms.ts';

/** An id that nobody else has. */
export const freshId = (kind: string): string => kind + randomBytes(20).toString('hex').slice(0, 21);

interface Metadata {
  readonly metadata: { readonly tables: readonly { id: string; fields: readonly { id: string }[] }[] };
}

/** A database with one table, and records for those who work in it. */
export interface Desk {
  readonly session: Session;
  readonly table: { readonly basePublicId: string; readonly tableId: string };
  readonly fieldId: string;
  readonly recordIds: readonly string[];
}

export async function openDesk(session: Session, records: number): Promise<Desk> {
  const { basePublicIdentifier: basePublicId } = await session.post<{ basePublicIdentifier: string }>(
    '/admin/bases',
    { baseName: 'Desk' },
  );
  await session.mutate('metadata.create', { basePublicId, createDefaultRecords: false });
  const { metadata } = await session.query<Metadata>('metadata.get', { basePublicId });
  const { id: tableId, fields } = must(metadata.tables[0]);
  const fieldId = must(fields[0]).id;
  const table = { basePublicId, tableId };
  const recordIds = Array.from({ length: records }, () => freshId('rec'));
  await session.mutate('records.create', {
    ...table,
    records: recordIds.map((id) => ({ id, data: { [fieldId]: '0' } })),
  });
  return { session, table, fieldId, recordIds };
}

interface Preview {
  readonly config: { readonly columns: readonly { sourceFieldIndex: number; isPrimary: boolean }[] };
}

/** Imports a file into a new database, as the wizard does. */
export async function importFile(
  session: Session,
  ...chunks: readonly (string | Uint8Array<ArrayBuffer>)[]
): Promise<Desk['table']> {
  const { url: csvFileUrl } = await session.upload('file.csv', chunks);
  const { config } = await session.query<Preview>('import.csvPreview', { csvFileUrl });
  const { basePublicIdentifier: basePublicId } = await session.post<{ basePublicIdentifier: string }>(
    '/admin/bases',
    { baseName: 'Import' },
  );
  const order = {
    ...{ basePublicId, csvFileUrl, importId: freshId('imp'), config: { tableName: 'Table' } },
    fieldMappings: config.columns.map(({ sourceFieldIndex, isPrimary }) => ({ sourceFieldIndex, isPrimary })),
  };
  for await (const event of session.events('import.csvImportStream', order))
    if (event.type === 'finished') return { basePublicId, tableId: String(event.tableId) };
  throw new Error('An import did not come to its end');
}

/** Writes one cell, as one action of this id: sent again it is the same. */
export const editOne = (
  { session, table, fieldId, recordIds }: Desk,
  who: number,
  text: string,
  actionId = freshId('act'),
): Promise<unknown> =>
  session.mutate('records.update', {
    ...{ ...table, actionId, recordId: must(recordIds[who]), data: { [fieldId]: text } },
  });

export const readPage = ({ session, table }: Desk): Promise<unknown> =>
  session.query('records.list', { ...table, limit: 100 });

/** What strangers answer: a form and a page with times. */
export interface FrontDesk {
  readonly url: string;
  readonly formId: string;
  readonly questions: readonly string[];
  readonly pageId: string;
}

export async function openFrontDesk(session: Session, hosts: number): Promise<FrontDesk> {
  const form = await publishedForm(session);
  const team = Array.from({ length: hosts }, (_, n) => ({ userId: `host${n + 1}` }));
  const pageId = await publishedPage(session, 'Times', team);
  return { url: session.url, formId: form.flowId, questions: form.questions, pageId };
}

let network = 0;
/** Each stranger comes from a network of their own. */
const stranger = () => {
  const n = network++;
  return { 'x-forwarded-for': `10.${(n >> 16) & 0xff}.${(n >> 8) & 0xff}.${n & 0xff}` };
};

/** The status of an answer that is not one of these is an error. */
async function accepted(answer: Response, ...statuses: readonly number[]): Promise<string> {
  const text = await answer.text();
  if (!statuses.includes(answer.status)) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
  return text;
}

/** Answers the form as one submission of this id. */
export async function submitForm(front: FrontDesk, submission = freshId('sub')): Promise<void> {
  const address = new URL(`/t/${front.formId}`, front.url);
  const headers = stranger();
  const page = await accepted(await fetch(address, { headers }), 200);
  const part = (name: string) => must(new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1], name);
  const texts = ['A guest', 'A note', 'guest@example.org', '7', 'on'];
  await accepted(
    await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([
        ['submission', submission],
        ['snapshot', part('snapshot')],
        ['token', part('token')],
        ...front.questions.map((question, at): [string, string] => [question, must(texts[at])]),
      ]),
    }),
    200,
    303,
  );
}

/** Books one of the times that a day offers; false where it was full, or somebody else was faster. */
export async function bookTime(
  front: FrontDesk,
  random: () => number,
  request = freshId('sub'),
): Promise<boolean> {
  const headers = stranger();
  const dates = weekdays();
  const any = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const address = `${front.url}/t/${front.pageId}`;
  const page = await accepted(
    await fetch(`${address}?zone=Europe/Paris&duration=30&day=${any(dates)}`, { headers }),
    200,
  );
  const at = any([...page.matchAll(/name="at" value="(\d+)"/g)].map(([, time]) => time ?? ''));
  if (at === undefined) return false;
  const fields = { name: 'A guest', email: 'guest@example.org', zone: 'Europe/Paris', duration: '30' };
  const answer = await fetch(address, {
    ...{ method: 'POST', redirect: 'manual', headers },
    body: new URLSearchParams({ ...fields, at, request }),
  });
  await accepted(answer, 303, 409, 200);
  return answer.status === 303;
}
