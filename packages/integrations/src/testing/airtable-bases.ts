/** A base as Airtable keeps it, by https://airtable.com/developers/web/api; empty cells are left out of `fields`. */
export interface LocalBase {
  readonly id: string;
  readonly name: string;
  tables: LocalTable[];
}
export interface LocalTable {
  readonly id: string;
  name: string;
  readonly primaryFieldId: string;
  readonly description?: string;
  fields: LocalField[];
  readonly views: readonly LocalView[];
  readonly records: readonly LocalRecord[];
}
interface LocalField {
  readonly id: string;
  name: string;
  type: string;
  readonly description?: string;
  readonly options?: object;
}
interface LocalView {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly visibleFieldIds?: readonly string[];
  readonly personalForUserId?: string;
}
export interface LocalRecord {
  readonly id: string;
  readonly createdTime: string;
  readonly fields: { readonly [fieldId: string]: unknown };
}
/** A file of a cell, before it has an address. */
export interface LocalFile {
  readonly id: string;
  readonly filename: string;
  readonly type: string;
  readonly size: number;
}

export interface LocalAnswer {
  readonly status: number;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: { readonly [name: string]: string };
}

const refused = (status: number, type: string, message: string): LocalAnswer => ({
  status,
  json: { error: { type, message } },
});
const notFound = refused(404, 'NOT_FOUND', 'Could not find what you are looking for');

/** Parameters of a list of records that are used; others are refused. */
const parameters = new Set(['returnFieldsByFieldId', 'pageSize', 'offset', 'fields[]']);

const isFile = (value: unknown): value is LocalFile =>
  typeof value === 'object' && value !== null && 'filename' in value;

/** What Airtable answers to who reads bases, strictly: pages of at most 100, and addresses of files that end. */
export class AirtableBases {
  readonly bases: LocalBase[];
  /** The content of files, by their ids; others have as many zeros as their size says. */
  readonly contents = new Map<string, Uint8Array>();
  /** Answers in place of the next pages of records, oldest first; undefined: that page is answered. */
  readonly instead: (LocalAnswer | undefined)[] = [];
  /** Called before a page of records is answered, which waits for it: for what happens midway. */
  onPage: (tableId: string, page: number) => void | Promise<void> = () => {};
  /** Called when a page of records is on its way. */
  afterPage: (tableId: string) => void = () => {};
  /** Requests for pages of records. */
  pages = 0;
  readonly #origin: () => string;
  /** Names the addresses of files that hold now. */
  #signature = 1;
  /** Places in lists that were handed out. */
  readonly #offsets = new Map<string, number>();

  constructor(bases: LocalBase[], origin: () => string) {
    this.bases = bases;
    this.#origin = origin;
  }

  /** Addresses of files that were handed out until now lead nowhere any more. */
  expireFiles(): void {
    this.#signature++;
  }

  /** The answer to a request that is let in; null: it is about something else. */
  async answer(method: string, url: URL): Promise<LocalAnswer | null> {
    const [, version, first = '', second = '', third = ''] = url.pathname.split('/').map(decodeURIComponent);
    if (method !== 'GET' || version !== 'v0') return null;
    if (first === 'meta' && second === 'bases' && third === '')
      return {
        status: 200,
        json: { bases: this.bases.map(({ id, name }) => ({ id, name, permissionLevel: 'read' })) },
      };
    const base = this.bases.find(({ id }) => id === (first === 'meta' ? third : first));
    if (base === undefined) return null;
    if (first === 'meta') return this.#schema(base, url);
    const table = base.tables.find(({ id }) => id === second);
    if (table === undefined) return notFound;
    return third === '' ? this.#page(table, url) : this.#record(table, third);
  }

  /** The answer to a request for a file, which nobody signs in for; null: it is no such address. */
  file({ pathname, searchParams }: URL): LocalAnswer | null {
    const id = /^\/v5\/files\/([^/]+)$/.exec(pathname)?.[1];
    if (id === undefined) return null;
    if (searchParams.get('signature') !== String(this.#signature)) return { status: 410, json: null };
    const size = Number(searchParams.get('size'));
    return { status: 200, bytes: this.contents.get(id) ?? new Uint8Array(size) };
  }

  #schema({ tables }: LocalBase, { searchParams }: URL): LocalAnswer {
    const withFields = searchParams.getAll('include').includes('visibleFieldIds');
    const viewOf = ({ visibleFieldIds, ...view }: LocalView) =>
      withFields && visibleFieldIds !== undefined ? { ...view, visibleFieldIds } : view;
    return {
      status: 200,
      json: {
        tables: tables.map(({ records, ...table }) => ({ ...table, views: table.views.map(viewOf) })),
      },
    };
  }

  async #page(table: LocalTable, { searchParams }: URL): Promise<LocalAnswer> {
    await this.onPage(table.id, this.pages++);
    const fault = this.instead.shift();
    if (fault !== undefined) return fault;
    const unknown = [...searchParams.keys()].find((key) => !parameters.has(key));
    if (unknown !== undefined) return refused(422, 'INVALID_REQUEST_UNKNOWN', `Unknown parameter ${unknown}`);
    if (searchParams.get('returnFieldsByFieldId') !== 'true')
      return refused(422, 'INVALID_REQUEST_UNKNOWN', 'Fields are asked for by their ids here');
    const pageSize = Number(searchParams.get('pageSize') ?? 100);
    if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100)
      return refused(422, 'INVALID_REQUEST_UNKNOWN', 'pageSize must be from 1 to 100');
    const wanted = searchParams.getAll('fields[]');
    const gone = wanted.find((id) => !table.fields.some((field) => field.id === id));
    if (gone !== undefined) return refused(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${gone}"`);
    const offset = searchParams.get('offset');
    const start = offset === null ? 0 : this.#offsets.get(offset);
    if (start === undefined)
      return refused(422, 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE', 'The iterator is not available any more');
    const records = table.records.slice(start, start + pageSize);
    const end = start + records.length;
    const next = `itr${table.id.slice(3)}/${records.at(-1)?.id}`;
    if (end < table.records.length) this.#offsets.set(next, end);
    const json = {
      records: records.map((record) => this.#shown(record, table, wanted)),
      ...(end < table.records.length && { offset: next }),
    };
    this.afterPage(table.id);
    return { status: 200, json };
  }

  #record(table: LocalTable, id: string): LocalAnswer {
    const record = table.records.find((one) => one.id === id);
    return record === undefined ? notFound : { status: 200, json: this.#shown(record, table, []) };
  }

  #shown(
    { id, createdTime, fields }: LocalRecord,
    table: LocalTable,
    wanted: readonly string[],
  ): LocalRecord {
    const there = new Set(wanted.length > 0 ? wanted : table.fields.map((field) => field.id));
    const shown = Object.entries(fields).filter(([fieldId]) => there.has(fieldId));
    return {
      ...{ id, createdTime },
      fields: Object.fromEntries(shown.map(([fieldId, value]) => [fieldId, this.#withAddresses(value)])),
    };
  }

  #withAddresses(value: unknown): unknown {
    if (!Array.isArray(value) || !value.some(isFile)) return value;
    return value.map((file: LocalFile) => ({
      ...file,
      url: `${this.#origin()}/v5/files/${file.id}?signature=${this.#signature}&size=${file.size}`,
    }));
  }
}
