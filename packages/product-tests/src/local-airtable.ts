import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AirtableBases, type LocalBase, newAirtableTable } from '@weft/integrations/testing';

/** A personal access token that it takes; longer than fifty characters, as theirs are. */
export const airtableToken = `pat${'a'.repeat(14)}.${'b'.repeat(64)}`;

const base = { id: 'appGuests', name: 'Guests', permissionLevel: 'create' };
const people = {
  ...{ id: 'tblPeople', name: 'People', primaryFieldId: 'fldName', views: [] },
  fields: [
    { id: 'fldName', name: 'Name', type: 'singleLineText' },
    { id: 'fldSeats', name: 'Seats', type: 'number', options: { precision: 0 } },
  ],
};

/** Airtable, as far as forms and imports need it, on this machine: what its description does not have is refused. */
export interface LocalAirtable extends AsyncDisposable {
  readonly url: string;
  /** What is read of its bases. */
  readonly read: AirtableBases;
  /** The fields of each record that was written. */
  readonly written: readonly { readonly [fieldId: string]: unknown }[];
  /** Refuses the records that follow, until it is called with null. */
  refuse(message: string | null): void;
}

export async function localAirtable(bases: LocalBase[] = []): Promise<LocalAirtable> {
  const read = new AirtableBases(bases, () => here());
  const written: { readonly [fieldId: string]: unknown }[] = [];
  let refusal: string | null = null;
  const tables: { id: string; name: string; fields: { id: string; name: string; type: string }[] }[] = [
    people,
  ];
  const answer = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const refused = (response: ServerResponse, status: number, message: string) =>
    answer(response, status, { error: { type: 'INVALID_REQUEST', message } });
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const at = new URL(request.url ?? '', 'http://airtable.invalid');
    const { pathname } = at;
    const bytes = await buffer(request);
    const file = read.file(at);
    if (file !== null) return response.writeHead(file.status).end(file.bytes);
    if (request.headers.authorization !== `Bearer ${airtableToken}`)
      return refused(response, 401, 'Invalid authentication token');
    const answered =
      bases.length === 0 ? null : await read.answer(request.method ?? '', at, bytes.toString());
    if (answered !== null) return answer(response, answered.status, answered.json);
    switch (`${request.method} ${pathname}`) {
      case 'GET /v0/meta/whoami':
        return answer(response, 200, { id: 'usrAda', email: 'ada@example.org', scopes: [] });
      case 'GET /v0/meta/bases':
        return answer(response, 200, { bases: [base] });
      case `GET /v0/meta/bases/${base.id}/tables`:
        return answer(response, 200, { tables: tables.map((one) => ({ ...people, ...one })) });
      case `POST /v0/meta/bases/${base.id}/tables`: {
        const wanted = newAirtableTable.safeParse(JSON.parse(bytes.toString()));
        if (!wanted.success) return refused(response, 422, wanted.error.message);
        const { name, fields } = wanted.data;
        if (tables.some((one) => one.name.toLowerCase() === name.toLowerCase()))
          return refused(response, 422, 'Another table has this name');
        const id = `tblMade${tables.length}`;
        tables.push({ id, name, fields: fields.map((one, at) => ({ ...one, id: `${id}fld${at}` })) });
        return answer(response, 200, tables.at(-1));
      }
    }
    const table = tables.find(({ id }) => `POST /v0/${base.id}/${id}` === `${request.method} ${pathname}`);
    if (table === undefined) return refused(response, 404, `Not described: ${request.method} ${pathname}`);
    if (refusal !== null) return refused(response, 422, refusal);
    const { records } = JSON.parse(bytes.toString()) as {
      readonly records: readonly { readonly fields: { readonly [fieldId: string]: unknown } }[];
    };
    const fields = records[0]?.fields ?? {};
    const unknown = Object.keys(fields).find((id) => table.fields.every((field) => field.id !== id));
    if (unknown !== undefined) return refused(response, 422, `Unknown field name: "${unknown}"`);
    const odd = table.fields.find(
      ({ id, type }) => type === 'number' && fields[id] !== undefined && typeof fields[id] !== 'number',
    );
    if (odd !== undefined)
      return refused(response, 422, `Field "${odd.name}" cannot accept the provided value`);
    written.push(fields);
    answer(response, 200, {
      records: [{ id: `rec${written.length}`, createdTime: '2026-11-23T10:00:00.000Z', fields }],
    });
  };
  const here = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    ...{ url: here(), written, read },
    refuse: (message) => {
      refusal = message;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
