import { readFileSync } from 'node:fs';

interface ClientField {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  readonly options?: { readonly [key: string]: unknown } | null;
}
interface ClientView {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly visibleFieldIds?: readonly string[];
  readonly personalForUserId?: string;
}
interface ClientTable {
  readonly id: string;
  readonly name: string;
  readonly primaryFieldId: string;
  readonly fields: readonly ClientField[];
  readonly views: readonly ClientView[];
}
interface ClientRecord {
  readonly id: string;
  readonly createdTime: string;
  readonly fields: { readonly [name: string]: unknown };
}

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`./descriptions/${file}`, import.meta.url), 'utf8')) as unknown;

/** What the tests of pyairtable have Airtable answer; `values`: cells of each type of field. */
export const pyairtable = read('pyairtable.json') as {
  readonly bases: { readonly bases: readonly object[] };
  readonly baseSchema: { readonly tables: readonly ClientTable[] };
  readonly tableSchema: ClientTable;
  readonly viewSchema: ClientView;
  readonly fields: readonly ClientField[];
  readonly values: { readonly [type: string]: readonly unknown[] };
};

/** What the tests of airtable.js have Airtable answer to reads of records. */
export const airtableJs = read('airtable-js.json') as {
  readonly pages: readonly { readonly records: readonly ClientRecord[]; readonly offset?: string }[];
  readonly record: ClientRecord;
  readonly errors: readonly { readonly status: number; readonly body: unknown }[];
};
