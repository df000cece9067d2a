import type { FieldKind } from '@weft/core';
import { z } from 'zod';
import type { Choice, MadeTargets, NewColumn, NewTable, NewTargets } from '../connector.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { after } from '../steps.ts';
import { distinctNames } from '../values.ts';

/** Characters of the name of a table, and of a field. */
const longestName = 255;

interface NewField {
  readonly type: string;
  readonly options?: { readonly [key: string]: unknown };
}

const text: NewField = { type: 'singleLineText' };
const longText: NewField = { type: 'multilineText' };
const date = { dateFormat: { name: 'iso' } };
const instant: NewField = {
  type: 'dateTime',
  options: { ...date, timeFormat: { name: '24hour' }, timeZone: 'client' },
};

/** What keeps the answers of each kind, by https://airtable.com/developers/web/api/field-model. */
const fieldOf: { readonly [K in FieldKind]: NewField } = {
  ...{ single_line_text: text, long_text: longText, email: { type: 'email' }, url: { type: 'url' } },
  ...{ phone_number: { type: 'phoneNumber' }, attachments: { type: 'multipleAttachments' } },
  // Their most digits: fewer would round what was answered.
  number: { type: 'number', options: { precision: 8 } },
  percent: { type: 'percent', options: { precision: 8 } },
  currency: { type: 'currency', options: { precision: 2, symbol: '$' } },
  rating: { type: 'rating', options: { icon: 'star', max: 10, color: 'yellowBright' } },
  duration: { type: 'duration', options: { durationFormat: 'h:mm:ss' } },
  date: { type: 'date', options: date },
  ...{ datetime: instant, created_time: instant, last_modified_time: instant },
  checkbox: { type: 'checkbox', options: { icon: 'check', color: 'greenBright' } },
  single_select: { type: 'singleSelect' },
  multiple_select: { type: 'multipleSelects' },
  autonumber: { type: 'number', options: { precision: 0 } },
  ...{ linked_record: longText, lookup: longText, created_by: text, last_modified_by: text },
};

/** Types of the first field of a table, which names its records. */
const texts = new Set(['singleLineText', 'multilineText', 'email', 'url', 'phoneNumber']);
const naming = new Set([...texts, 'number', 'percent', 'currency', 'duration', 'date', 'dateTime']);

function typeOf({ type, options = [], currencySymbol = '' }: NewColumn): NewField {
  const field = fieldOf[type];
  const symbol = currencySymbol.trim();
  if (field.options?.symbol !== undefined && symbol !== '')
    return { ...field, options: { ...field.options, symbol } };
  if (field.type !== 'singleSelect' && field.type !== 'multipleSelects') return field;
  // A select has an option at least.
  const choices = distinctNames(
    options.map((name) => ({ name })).filter(({ name }) => name.trim() !== ''),
    longestName,
  ).map((name) => ({ name }));
  return choices.length === 0 ? text : { ...field, options: { choices } };
}

/** The fields of a table: the first text leads, or else the first that can name records. */
function fieldsOf({ headers }: NewTable) {
  const names = distinctNames(headers, longestName);
  const fields = headers.map((header, at) => ({ name: names[at] ?? header.name, ...typeOf(header) }));
  const first = fields.find(({ type }) => texts.has(type)) ?? fields.find(({ type }) => naming.has(type));
  if (first !== undefined) return [first, ...fields.filter((one) => one !== first)];
  return [{ name: distinctNames([{ name: 'Name' }], longestName, fields)[0] ?? 'Name', ...text }, ...fields];
}

const known = z.object({ tables: z.array(z.object({ name: z.string() })) });
const made = z.object({ id: z.string(), name: z.string() });

/** Makes tables in a base, one after the other: there is no call for several. */
export async function newTables(http: ServiceHttp, { within, tables }: NewTargets): Promise<MadeTargets> {
  const { baseId = '' } = within;
  const path = `/v0/meta/bases/${encodeURIComponent(baseId)}/tables`;
  const names = distinctNames(tables, longestName, (await http.get(path, known)).tables);
  const done: Choice[] = [];
  for (const [at, table] of tables.entries()) {
    const make = () => http.post(path, made, { json: { name: names[at], fields: fieldsOf(table) } });
    done.push(
      done.length === 0
        ? await mayChangeTables(make)
        : await after(`Made ${done.map(({ name }) => name).join(', ')}`, make),
    );
  }
  return { within: { baseId }, tables: done };
}

/** Airtable refuses a token for want of a scope in words that do not name it. */
async function mayChangeTables<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof ServiceFault) || error.status !== 403) throw error;
    throw new ServiceFault(
      'permanent',
      'Airtable refused: making tables takes the scope schema.bases:write, and the right to change the base. Connect with a token that has it, or sign in again',
      { cause: error, status: 403 },
    );
  }
}
