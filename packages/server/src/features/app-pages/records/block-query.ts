import {
  anyFieldType,
  type Condition,
  canGroupBy,
  type Field,
  type FieldEnv,
  type Filter,
  fold,
  isLinkField,
  isLookupField,
  isSelectField,
  type Sort,
  type SortKey,
  type Table,
  takesManyOptions,
} from '@weft/core';
import {
  allowedRows,
  closedFilter,
  fieldsOfEach,
  readableFields,
  type Sight,
  seesAll,
  tableOf,
} from './sight.ts';

/** What a block of a published app shows of a table: its author's choice, with what it is bound to filled in. */
export interface BlockQuery {
  readonly tableId: string;
  /** Null: it chooses no record; undefined: it leaves the choice to the rules. */
  readonly filter: Filter | null | undefined;
  /** In the order in which they are shown. */
  readonly fieldIds: readonly string[];
  readonly sort: Sort;
}

/** What whoever looks at a block asks of it besides. */
export interface Asked {
  readonly search?: string | undefined;
  readonly sort?: SortKey | undefined;
  /** What is chosen in a filter bar: a value, or the bounds of a date, by field. */
  readonly filters?: ReadonlyMap<string, string> | undefined;
}

/** A query that may be asked of the base: it holds the rules of its table. */
export interface ReadyBlock {
  readonly table: Table;
  /** The fields that are shown. */
  readonly shown: readonly Field[];
  /** Null: all records. */
  readonly filter: Filter | null;
  readonly sort: Sort;
}

const longestSearch = 100;
const mostWords = 8;

/** Whether what is asked of a field tells nothing but what may be read: of links and lookups it tells of other records. */
function mayAsk(sight: Sight, table: Table, field: Field): boolean {
  if (isLinkField(field)) {
    const linked = tableOf(sight, field.template.tableId);
    return linked !== null && seesAll(sight, linked.id, linked.primaryFieldId);
  }
  if (!isLookupField(field)) return true;
  const through = field.template;
  const link = table.fields.find(({ id }) => id === through.linkedRecordFieldId);
  const seen = sight.visitor.env.shownField?.(through)?.field;
  if (!isLinkField(link) || seen === undefined || isLinkField(seen)) return false;
  return seesAll(sight, link.template.tableId, seen.id);
}

/** The fields among some that a person may search, sort and filter by: those that they may read of every record. */
export function askableFields(sight: Sight, table: Table, among: readonly Field[]): readonly Field[] {
  const ofEach = new Set(fieldsOfEach(sight, table).map(({ id }) => id));
  return among.filter((field) => ofEach.has(field.id) && mayAsk(sight, table, field));
}

const and = (...items: readonly (Filter | Condition)[]): Filter => ({ conjunction: 'and', items });

const hasOperator = (field: Field, operator: string): boolean =>
  Object.hasOwn(anyFieldType(field.type).operators, operator);

/** Cells of a field in which a word stands as they are shown: in a text, in the name of an option, as a number or a day; null: none can. */
function showing(field: Field, word: string, env: FieldEnv): Condition | null {
  const of = (operator: string, value: unknown): Condition => ({ fieldId: field.id, operator, value });
  if (hasOperator(field, 'contains')) return of('contains', word);
  if (isSelectField(field)) {
    const folded = fold(word);
    const options = field.template.options.filter(({ label }) => fold(label).includes(folded));
    const operator = takesManyOptions(field.type) ? 'has_any_of' : 'is_any_of';
    return options.length === 0
      ? null
      : of(
          operator,
          options.map(({ value }) => value),
        );
  }
  const operator = ['equals', 'is_within'].find((one) => hasOperator(field, one));
  // A plain number is no duration that anybody sees.
  if (operator === undefined || ('format' in field.template && !word.includes(':'))) return null;
  const read = anyFieldType(field.type).parse(word, field.template, env);
  return read.ok && read.value !== null ? of(operator, read.value) : null;
}

/** Each word stands in one of the fields. No field can be searched: nothing is found. */
function searchFilter(fields: readonly Field[], search: string, env: FieldEnv): Filter | null {
  const words = search.trim().slice(0, longestSearch).split(/\s+/).filter(Boolean).slice(0, mostWords);
  if (words.length === 0) return null;
  const nowhere = { fieldId: '$id', operator: 'is_any_of', value: [] };
  return and(
    ...words.map((word): Filter => {
      const items = fields.flatMap((field) => showing(field, word, env) ?? []);
      return { conjunction: 'or', items: items.length === 0 ? [nowhere] : items };
    }),
  );
}

/** What a choice of a filter bar means; null: it means nothing for the field. */
function chosenFilter(sight: Sight, table: Table, field: Field, chosen: string): Filter | null {
  const operators = ['is', 'has_any_of', 'contains'].filter((operator) => hasOperator(field, operator));
  for (const operator of operators) {
    for (const value of [operator === 'has_any_of' ? [chosen] : chosen, chosen === 'true', Number(chosen)]) {
      const filter = and({ fieldId: field.id, operator, value });
      if (closedFilter(sight, table, filter) !== null) return filter;
    }
  }
  return null;
}

/** The query of a block with the rules of its table; null: nobody is to see anything of it. */
export function readyBlock(sight: Sight, block: BlockQuery, asked: Asked = {}): ReadyBlock | null {
  const table = tableOf(sight, block.tableId);
  const rows = table && allowedRows(sight, table, 'read');
  if (table === null || rows === null || block.filter === null) return null;
  const readable = new Map(readableFields(sight, table).map((field) => [field.id, field]));
  const shown = [...new Set(block.fieldIds)].flatMap((id) => readable.get(id) ?? []);
  const own = block.filter === undefined ? null : closedFilter(sight, table, block.filter);
  if (block.filter !== undefined && own === null) return null;
  const askable = askableFields(sight, table, shown);
  const chosen = [...(asked.filters ?? [])].flatMap(([fieldId, value]) => {
    const field = askable.find(({ id }) => id === fieldId);
    return field === undefined ? [] : [chosenFilter(sight, table, field, value)];
  });
  if (chosen.includes(null)) return null;
  const parts = [
    rows === 'all' ? null : rows,
    own,
    searchFilter(askable, asked.search ?? '', sight.visitor.env),
    ...chosen,
  ].filter((part) => part !== null);
  const sorts = (key: SortKey, among: readonly Field[]) => among.some(({ id }) => id === key.fieldId);
  // What it is ordered by is readable as well, for an order tells it.
  const authors = block.sort.filter((key) => sorts(key, askableFields(sight, table, [...readable.values()])));
  const wanted = asked.sort !== undefined && sorts(asked.sort, askable) ? [asked.sort] : [];
  const others = authors.filter(({ fieldId }) => fieldId !== wanted[0]?.fieldId);
  return {
    table,
    shown,
    filter: parts.length === 0 ? null : and(...parts),
    sort: [...wanted, ...others],
  };
}

/** The query of one record of a block. */
export function readyRecord(sight: Sight, block: BlockQuery, recordId: string): ReadyBlock | null {
  const ready = readyBlock(sight, block);
  const named = { fieldId: '$id', operator: 'is_any_of', value: [recordId] };
  return ready && { ...ready, filter: and(named, ...(ready.filter === null ? [] : [ready.filter])) };
}

/** Whether records can be put together by a field without telling what may not be read. */
export const mayGroup = (field: Field): boolean => canGroupBy(field) && !isLookupField(field);
