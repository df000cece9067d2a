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
  readonly records: LocalRecord[];
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

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** What each type of field takes; those that are not here are Airtable's own. */
const taken: { readonly [type: string]: (value: unknown) => boolean } = {
  ...{ singleLineText: isText, multilineText: isText, richText: isText, email: isText, url: isText },
  ...{ phoneNumber: isText, number: isNumber, percent: isNumber, currency: isNumber, duration: isNumber },
  rating: (value) => Number.isInteger(value) && Number(value) > 0,
  checkbox: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  dateTime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  ...{ singleSelect: isText, multipleSelects: areTexts },
  multipleRecordLinks: (value) => areTexts(value) && (value as string[]).every((id) => /^rec/.test(id)),
};

function whyNotWritten({ fields }: LocalTable, id: string, value: unknown): string | null {
  const field = fields.find((one) => one.id === id);
  if (field === undefined) return `Unknown field name: "${id}"`;
  const takes = taken[field.type];
  if (takes === undefined) return `Field "${field.name}" cannot accept a value because the field is computed`;
  if (value === null) return null;
  if (!takes(value)) return `Field "${field.name}" cannot accept the provided value`;
  const { choices } = (field.options ?? {}) as { readonly choices?: readonly { readonly name: string }[] };
  const unknown = [value].flat().find((one) => choices?.every(({ name }) => name !== one) === true);
  return unknown === undefined ? null : `Insufficient permissions to create new select option "${unknown}"`;
}

/** What Airtable answers to who reads and writes bases, strictly: pages of at most 100, and addresses of files that end. */
export class AirtableBases {
  readonly bases: LocalBase[];
  /** The content of files, by their ids; others have as many zeros as their size says. */
  readonly contents = new Map<string, Uint8Array>();
  /** Answers in place of the next pages of records, oldest first; undefined: that page is answered. */
  readonly instead: (LocalAnswer | undefined)[] = [];
  /** Answers in place of the next writes, oldest first. */
  readonly insteadOfWrites: LocalAnswer[] = [];
  /** Called before a page of records is answered, which waits for it: for what happens midway. */
  onPage: (tableId: string, page: number) => void | Promise<void> = () => {};
  /** Called when a page of records is on its way. */
  afterPage: (tableId: string) => void = () => {};
  /** Requests for pages of records. */
  pages = 0;
  readonly #origin: () => string;
  /** Names the addresses of files that hold now. */
  #signature = 1;
  #made = 0;
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
  async answer(method: string, url: URL, body = ''): Promise<LocalAnswer | null> {
    const [, version, first = '', second = '', third = ''] = url.pathname.split('/').map(decodeURIComponent);
    if (version !== 'v0') return null;
    if (method !== 'GET') return this.#written(method, [first, second, third], body);
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

  /** One record at a time, by ids of fields, without `typecast`: values are as their field takes them. */
  #written(method: string, [baseId, tableId, recordId]: readonly string[], body: string): LocalAnswer | null {
    const base = this.bases.find(({ id }) => id === baseId);
    const table = base?.tables.find(({ id }) => id === tableId);
    if (base === undefined || table === undefined) return null;
    const fault = this.insteadOfWrites.shift();
    if (fault !== undefined) return fault;
    const at = table.records.findIndex(({ id }) => id === recordId);
    const known = table.records[at];
    if (recordId !== '' && known === undefined) return notFound;
    if (method === 'DELETE' && known !== undefined) {
      table.records.splice(at, 1);
      return { status: 200, json: { id: known.id, deleted: true } };
    }
    if (method !== (known === undefined ? 'POST' : 'PATCH')) return refused(404, 'NOT_FOUND', 'Not found');
    const sent = JSON.parse(body) as { readonly fields?: object; readonly returnFieldsByFieldId?: unknown };
    const extra = Object.keys(sent).find((key) => key !== 'fields' && key !== 'returnFieldsByFieldId');
    if (extra !== undefined || sent.returnFieldsByFieldId !== true || typeof sent.fields !== 'object')
      return refused(422, 'INVALID_REQUEST_UNKNOWN', 'Invalid request: parameter validation failed');
    const wrong = Object.entries(sent.fields).map(([id, value]) => whyNotWritten(table, id, value));
    const why = wrong.find((one) => one !== null);
    if (why != null) return refused(422, 'INVALID_VALUE_FOR_COLUMN', why);
    const values = Object.entries({ ...known?.fields, ...sent.fields });
    const record: LocalRecord = {
      id: known?.id ?? `recNew${String(++this.#made).padStart(11, '0')}`,
      createdTime: known?.createdTime ?? new Date().toISOString(),
      fields: Object.fromEntries(values.filter(([, value]) => !isEmpty(value))),
    };
    if (known === undefined) table.records.push(record);
    else table.records[at] = record;
    this.#linkBack(base, table, record, known);
    return { status: 200, json: this.#shown(record, table, []) };
  }

  /** The other side of links changes with them. */
  #linkBack(base: LocalBase, table: LocalTable, record: LocalRecord, before: LocalRecord | undefined): void {
    for (const field of table.fields.filter(({ type }) => type === 'multipleRecordLinks')) {
      const { linkedTableId, inverseLinkFieldId } = (field.options ?? {}) as { [key: string]: unknown };
      const other = base.tables.find(({ id }) => id === linkedTableId);
      if (typeof inverseLinkFieldId !== 'string' || other === undefined) continue;
      const ids = (of: LocalRecord | undefined) => (of?.fields[field.id] ?? []) as readonly string[];
      for (const [index, one] of other.records.entries()) {
        const has = ((one.fields[inverseLinkFieldId] ?? []) as readonly string[]).filter(
          (id) => id !== record.id,
        );
        if (!ids(record).includes(one.id) && !ids(before).includes(one.id)) continue;
        const linked = ids(record).includes(one.id) ? [...has, record.id] : has;
        other.records[index] = { ...one, fields: { ...one.fields, [inverseLinkFieldId]: linked } };
      }
    }
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
