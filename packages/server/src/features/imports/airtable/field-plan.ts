import {
  type CellValue,
  defaultTemplate,
  type FieldKind,
  type FieldShape,
  fieldTypes,
  isPlainObject,
  longestLabel,
  maxOptions,
  type OptionColor,
  palette,
  readShape,
  takesManyOptions,
  whyNotPrimary,
} from '@weft/core';
import type { AirtableField } from '@weft/integrations';
import { valueText } from './value-text.ts';

type Options = { readonly [key: string]: unknown };

/** A value as the field takes it, before it is checked; undefined: its text is read instead. */
type ReadValue = (value: unknown) => CellValue | undefined;

/** What a field of Airtable becomes here. */
export type FieldPlan =
  | {
      readonly becomes: 'stored';
      readonly shape: FieldShape;
      readonly read: ReadValue;
      /** Why its cells are not what they are in Airtable; null: they are. */
      readonly note: string | null;
    }
  | {
      readonly becomes: 'link';
      readonly linkedTableId: string;
      readonly inverseId: string | null;
      readonly single: boolean;
    }
  | { readonly becomes: 'lookup'; readonly linkId: string; readonly shownId: string }
  /** Its cells hold nothing to import. */
  | { readonly becomes: 'none'; readonly note: string };

type Planner = (options: Options) => FieldPlan;

const optionsOf = (value: unknown): Options => (isPlainObject(value) ? value : {});
const named = (value: unknown): unknown => optionsOf(value).name;

const asIs: ReadValue = (value) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
const asText: ReadValue = (value) => (value === null ? null : valueText(value));
const asInstant: ReadValue = (value) => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

/** A field with these settings; what a setting does not fit is left at its usual value. */
function stored(
  kind: FieldKind,
  settings: object = {},
  read: ReadValue = asIs,
  note: string | null = null,
): FieldPlan {
  const wanted = readShape(kind, { ...defaultTemplate(kind), ...settings });
  const shape = wanted.ok ? wanted : readShape(kind, defaultTemplate(kind));
  return shape.ok ? { becomes: 'stored', shape: shape.value as FieldShape, read, note } : asLongText(note);
}

function asLongText(note: string | null): FieldPlan {
  const shape = { type: 'long_text', template: {} } as const;
  return { becomes: 'stored', shape, read: asText, note };
}

const text =
  (kind: FieldKind, note: string | null = null): Planner =>
  () =>
    stored(kind, {}, asText, note);

/** Decimal places, of which Airtable shows up to eight. */
const places = ({ precision }: Options): object =>
  typeof precision === 'number' ? { decimalPlaces: Math.min(precision, 6) } : {};

/** Their ten colours; the shade of one ('blueLight2') has no part in it. */
const colours: { readonly [hue: string]: OptionColor } = {
  ...{ blue: 'Blue', cyan: 'Cyan', teal: 'Teal', green: 'Green', yellow: 'Yellow', orange: 'Orange' },
  ...{ red: 'Red', pink: 'Pink', purple: 'Purple', gray: 'Gray' },
};

/** The nearest colour of the palette; that of the place where Airtable names none. */
const nearestColour = (color: unknown, place: number): OptionColor =>
  (typeof color === 'string' ? colours[/^[a-z]+/.exec(color)?.[0] ?? ''] : undefined) ??
  palette[place % palette.length] ??
  'Purple';

const tooManyOptions = `It has more than ${maxOptions} options: its values were kept as text`;

function select(kind: 'single_select' | 'multiple_select', { choices }: Options): FieldPlan {
  const options: { value: string; label: string; color: OptionColor }[] = [];
  const byLabel = new Map<string, string>();
  for (const choice of (Array.isArray(choices) ? choices : []).map(optionsOf)) {
    const { id, name, color } = choice;
    if (typeof id !== 'string' || typeof name !== 'string' || byLabel.has(name)) continue;
    if (name.trim() === '' || name.length > longestLabel) continue;
    byLabel.set(name, id);
    options.push({ value: id, label: name, color: nearestColour(color, options.length) });
  }
  if (options.length > maxOptions) return asLongText(tooManyOptions);
  const optionOf = (label: unknown) => byLabel.get(typeof label === 'string' ? label : String(named(label)));
  return stored(kind, { options, disableColors: false }, (value) => {
    if (!takesManyOptions(kind)) return optionOf(value);
    const values = Array.isArray(value) ? value.map(optionOf) : [undefined];
    return values.every((one) => one !== undefined) ? values : undefined;
  });
}

const dateFormats: { readonly [name: string]: string } = {
  ...{ local: 'local', friendly: 'long', us: 'us', european: 'european', iso: 'iso' },
};

/** Settings of dates; 'client' is the zone of whoever looks. */
const moment = ({ dateFormat, timeFormat, timeZone }: Options): object => ({
  dateFormat: dateFormats[String(named(dateFormat))] ?? 'local',
  timeFormat: named(timeFormat) === '24hour' ? '24h' : '12h',
  ...(typeof timeZone === 'string' &&
    timeZone !== 'client' && { timezone: timeZone === 'utc' ? 'UTC' : timeZone }),
});

const day: ReadValue = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00.000Z` : undefined;

const resultOf = ({ result }: Options): Options => optionsOf(result);

/** A computed field: its values as those of its result, which are not computed here. */
function computed({ type, options }: Options, note: string): FieldPlan {
  // A formula's text may have several lines.
  if (typeof type !== 'string' || type === 'singleLineText') return asLongText(note);
  const planned = planners[type]?.(optionsOf(options));
  if (planned?.becomes !== 'stored') return asLongText(note);
  return { ...planned, note };
}

const computedNote = (what: string) =>
  `${what} are computed by Airtable: the values of this moment were imported and do not change by themselves`;
const peopleNote = 'People of Airtable have no account here: their names and addresses were imported as text';

/** The types of https://airtable.com/developers/web/api/field-model. */
const planners: { readonly [type: string]: Planner } = {
  singleLineText: text('single_line_text'),
  multilineText: text('long_text'),
  richText: text('long_text', 'Formatting was kept as its Markdown'),
  email: text('email'),
  url: text('url'),
  phoneNumber: text('phone_number'),
  number: (options) => stored('number', places(options)),
  currency: (options) =>
    stored('currency', {
      ...places(options),
      ...(typeof options.symbol === 'string' && { currencySymbol: options.symbol }),
    }),
  percent: (options) => stored('percent', { ...places(options), allowNegative: true }),
  rating: ({ max }) => stored('rating', typeof max === 'number' ? { maxRating: max } : {}),
  duration: ({ durationFormat }) =>
    stored('duration', typeof durationFormat === 'string' ? { format: durationFormat.toLowerCase() } : {}),
  checkbox: ({ color }) => stored('checkbox', { color: nearestColour(color, 6) }),
  date: (options) => stored('date', moment(options), day),
  dateTime: (options) => stored('datetime', moment(options), asInstant),
  singleSelect: (options) => select('single_select', options),
  multipleSelects: (options) => select('multiple_select', options),
  externalSyncSource: (options) => select('single_select', options),
  multipleAttachments: () => stored('attachments', {}, () => undefined),
  multipleRecordLinks: ({ linkedTableId, inverseLinkFieldId, prefersSingleRecordLink }) => ({
    becomes: 'link',
    linkedTableId: String(linkedTableId),
    inverseId: typeof inverseLinkFieldId === 'string' ? inverseLinkFieldId : null,
    single: prefersSingleRecordLink === true,
  }),
  multipleLookupValues: ({ recordLinkFieldId, fieldIdInLinkedTable, isValid }) =>
    isValid !== false && typeof recordLinkFieldId === 'string' && typeof fieldIdInLinkedTable === 'string'
      ? { becomes: 'lookup', linkId: recordLinkFieldId, shownId: fieldIdInLinkedTable }
      : asLongText(computedNote('Lookups')),
  formula: (options) => computed(resultOf(options), computedNote('Formulas')),
  rollup: (options) => computed(resultOf(options), computedNote('Rollups')),
  count: () => stored('number', { decimalPlaces: 0 }, asIs, computedNote('Counts')),
  createdTime: (options) => stored('created_time', moment(optionsOf(resultOf(options).options)), () => null),
  lastModifiedTime: (options) =>
    stored(
      'datetime',
      moment(optionsOf(resultOf(options).options)),
      asInstant,
      computedNote('Times of changes'),
    ),
  autoNumber: () =>
    stored(
      'number',
      { decimalPlaces: 0 },
      asIs,
      'Numbers were kept as they are; new records get none by themselves',
    ),
  manualSort: text(
    'single_line_text',
    'Airtable keeps the order of records by hand in it: its marks are text',
  ),
  barcode: text('single_line_text', 'The text of the barcode was imported'),
  singleCollaborator: text('single_line_text', peopleNote),
  multipleCollaborators: text('single_line_text', peopleNote),
  createdBy: text('single_line_text', peopleNote),
  lastModifiedBy: text('single_line_text', peopleNote),
  aiText: text('long_text', 'The text that was generated was imported; it is not generated anew here'),
  button: () => ({ becomes: 'none', note: 'Buttons hold no values: the field was left out' }),
};

/** What becomes of a field; one of a type that is not known yet keeps its values as text. */
export function planField(
  { type, options }: Pick<AirtableField, 'type' | 'options'>,
  isPrimary: boolean,
): FieldPlan {
  const planned =
    planners[type]?.(options ?? {}) ??
    asLongText(`The type ${type} is not known here: its values were kept as text`);
  if (!isPrimary) return planned;
  // It names the records: a formula's text does so too.
  if (planned.becomes === 'stored' && whyNotPrimary(planned.shape.type) === null) return planned;
  const note = planned.becomes === 'stored' ? planned.note : null;
  return stored('single_line_text', {}, asText, note ?? 'It names the records, and was imported as text');
}

/** How a base is read that is read again and again. */
export interface Mirrored {
  /** A field of choices whose cells are texts here: the addresses of people. */
  readonly textFieldId: string | undefined;
}

/** The same where it is read again: times that Airtable notes are cells, for the records here are made later. */
export function planMirrored(field: AirtableField, isPrimary: boolean, { textFieldId }: Mirrored): FieldPlan {
  if (field.id === textFieldId && field.type === 'singleSelect')
    return planField({ ...field, type: 'barcode' }, isPrimary);
  return planField(field.type === 'createdTime' ? { ...field, type: 'lastModifiedTime' } : field, isPrimary);
}

/** A lookup whose link or field is not there: its values are kept. */
export const lookupAsText = (): FieldPlan => asLongText(computedNote('Lookups'));

/** Links to a table that is not imported: what the linked records are called, those without a name by their id. */
export const linksAsText = (names: ReadonlyMap<string, string>): FieldPlan => ({
  ...{ becomes: 'stored', shape: { type: 'long_text', template: {} } },
  read: (value) =>
    Array.isArray(value) ? valueText(value.map((id) => names.get(String(id)) || String(id))) : undefined,
  note: 'The table it links to was not imported: its records are kept by their names',
});

/** What is said of a field in the report. */
export const becameText = (plan: FieldPlan): string => {
  if (plan.becomes === 'none') return plan.note;
  const type: FieldKind =
    plan.becomes === 'link' ? 'linked_record' : plan.becomes === 'lookup' ? 'lookup' : plan.shape.type;
  const note = plan.becomes === 'stored' ? plan.note : null;
  return `Became a field of type ${fieldTypes[type].label}${note === null ? '' : `. ${note}`}`;
};
