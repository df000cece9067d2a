import {
  anyFieldType,
  type Field,
  type FieldKind,
  fieldTypes,
  isLinkField,
  isSelectField,
  readShape,
  type SelectOption,
  takesManyOptions,
  usualPrimaryKind,
  whyNotPrimary,
} from '@weft/core';
import { err, type Fault, must, ok, type Result } from '@weft/std';
import type { ColumnFormat } from './convert/column-format.ts';
import type { Converter, ConverterOptions } from './convert/converter.ts';
import { fieldNames } from './csv/header.ts';
import { createConverter, foundAs, isImportable } from './file-kinds.ts';
import type { ColumnProfile } from './profile/column-profile.ts';

/** What the person chose, as `import.csvImportStream` carries it. */
export interface ImportChoices {
  /** The columns to import, in the order of the new fields; others are left out. */
  readonly fieldMappings: readonly FieldMapping[];
  /** By source index. */
  readonly fieldTypeOverrides?: { readonly [index: string]: TypeOverride };
  /** The rows go into a table that is there, which has its fields and its primary one. */
  readonly into?: IntoTable;
}

export interface IntoTable {
  /** Its fields that columns go into, by source index; other mapped columns become new fields. */
  readonly targets: { readonly [index: string]: Field };
  /** Selects get options for labels that they have none of. */
  readonly createOptions: boolean;
}

interface FieldMapping {
  readonly sourceFieldIndex: number;
  readonly fieldName?: string;
  readonly isPrimary?: boolean;
}

interface TypeOverride {
  readonly fieldType: FieldKind;
  /** Some of the type's settings; the rest is as the column has it. */
  readonly template?: unknown;
  /** For selects: labels of the file that go by another name, or by none (null). */
  readonly labels?: readonly (readonly [text: string, label: string | null])[];
  /** For selects, checkboxes and addresses: the white space around the values is left out. */
  readonly trim?: boolean;
}

export interface PlanOptions {
  /** Makes field ids: `() => makeId('fld')`. */
  readonly newFieldId: () => string;
  /** Makes select options' values: `() => shortId(random)`. */
  readonly newOptionValue: () => string;
  /** IANA zone of texts without one, in fields without a fixed one. */
  readonly timeZone: string;
  /** Numbers are known to be written with a decimal point, as those of a workbook are: 1.234 is no thousand. */
  readonly decimalPoint?: boolean;
}

interface PlannedColumn {
  readonly sourceIndex: number;
  readonly field: Field;
  readonly converter: Converter;
}

/** The fields of a new table, and how each is filled. */
export interface ImportPlan {
  readonly columns: readonly PlannedColumn[];
  /** Empty where the table is there already. */
  readonly primaryFieldId: string;
}

/** Turns profile and choices into fields and converters; the faults name the paths of what cannot be. */
export function buildPlan(
  columns: readonly ColumnProfile[],
  choices: ImportChoices,
  options: PlanOptions,
): Result<ImportPlan, readonly Fault[]> {
  const faults: Fault[] = [];
  const planned: PlannedColumn[] = [];
  const names = newNames(columns, choices.fieldMappings);
  if (choices.fieldMappings.length === 0)
    faults.push({ path: 'fieldMappings', reason: 'Choose at least one column' });
  const sources = new Set<number>();
  for (const [index, mapping] of choices.fieldMappings.entries()) {
    const path = `fieldMappings.${index}`;
    const column = columns.find((each) => each.sourceIndex === mapping.sourceFieldIndex);
    if (!column) {
      faults.push({ path: `${path}.sourceFieldIndex`, reason: 'The file has no such column' });
      continue;
    }
    if (sources.has(column.sourceIndex))
      faults.push({ path: `${path}.sourceFieldIndex`, reason: 'The column is mapped twice' });
    sources.add(column.sourceIndex);
    const target = choices.into?.targets[column.sourceIndex];
    if (target !== undefined) {
      const filled = targetColumn(column, target, path, choices.into?.createOptions === true, options);
      if (filled.ok) planned.push(filled.value);
      else faults.push(...filled.error);
      continue;
    }
    const override = choices.fieldTypeOverrides?.[column.sourceIndex];
    const made = newField(column, override, must(names[index], 'a name for each mapping'), index, options);
    if (made.ok) {
      const labels = labelsOf(override);
      const converter = createConverter(made.value.field, made.value.format, { ...options, labels });
      planned.push({ sourceIndex: column.sourceIndex, field: made.value.field, converter });
    } else faults.push(...made.error);
  }
  if (faults.length > 0) return err(faults);
  if (choices.into !== undefined) return ok({ columns: planned, primaryFieldId: '' });
  const primary = choosePrimary(planned, columns, choices.fieldMappings);
  return primary.ok ? ok({ columns: planned, primaryFieldId: primary.value }) : primary;
}

/** A column that goes into a field of a table: its texts are read as that field takes them. */
function targetColumn(
  column: ColumnProfile,
  field: Field,
  path: string,
  createOptions: boolean,
  options: PlanOptions,
): Result<PlannedColumn, readonly Fault[]> {
  const { sourceIndex } = column;
  // Which records the names are of is found out when they are linked.
  if (isLinkField(field)) return ok({ sourceIndex, field, converter: asNames });
  if (!isImportable(field.type))
    return err([{ path: `${path}.targetFieldId`, reason: `${field.name} takes no values of a file` }]);
  const format = formatFor(column, field, options);
  const given = { ...options, knownOptionsOnly: !createOptions };
  const filled = createOptions ? withOptions(field, column, format, given) : field;
  return ok({ sourceIndex, field: filled, converter: createConverter(filled, format, given) });
}

const asNames: Converter = { convert: (cell) => (cell === '' ? null : cell), options: () => null };

/**
 * How a column is written that goes into a field: as it reads as the field's own kind; where no such reading was found,
 * what any reading says of how it writes numbers and dates.
 */
function formatFor(column: ColumnProfile, { type, template }: Field, options: PlanOptions): ColumnFormat {
  const reading = readingFor(column, type, template, options);
  if (reading !== null) return reading.format;
  const said = column.alternatives.map(({ format }) => format).toReversed();
  return Object.assign({}, ...said, column.format);
}

function newNames(columns: readonly ColumnProfile[], mappings: readonly FieldMapping[]): readonly string[] {
  const given = mappings.map((mapping) => {
    const chosen = mapping.fieldName?.trim() ?? '';
    return chosen !== ''
      ? chosen
      : (columns.find((each) => each.sourceIndex === mapping.sourceFieldIndex)?.fieldName ?? '');
  });
  return fieldNames(given, given.length);
}

function newField(
  column: ColumnProfile,
  override: TypeOverride | undefined,
  name: string,
  order: number,
  options: PlanOptions,
): Result<{ readonly field: Field; readonly format: ColumnFormat }, readonly Fault[]> {
  const path = `fieldTypeOverrides.${column.sourceIndex}`;
  const type = override?.fieldType ?? column.fieldType;
  if (!isImportable(type))
    return err([
      { path: `${path}.fieldType`, reason: `A column cannot be imported as ${fieldTypes[type].label}` },
    ]);
  const reading = readingFor(column, type, override?.template, options);
  const settings: Record<string, unknown> = { ...reading?.template, ...objectOf(override?.template) };
  const shape = readShape(type, settings);
  if (!shape.ok) {
    return err(shape.error.map((fault) => ({ path: `${path}.${fault.path}`, reason: fault.reason })));
  }
  const format = override?.trim === true ? { ...reading?.format, trim: true } : (reading?.format ?? {});
  const field: Field = { id: options.newFieldId(), name, order, ...shape.value };
  return ok({
    field: withOptions(field, column, format, { ...options, labels: labelsOf(override) }),
    format,
  });
}

const labelsOf = (override: TypeOverride | undefined): ConverterOptions['labels'] =>
  override?.labels && new Map(override.labels);

const objectOf = (input: unknown): object => (typeof input === 'object' && input !== null ? input : {});

/** A new select field knows the labels of the whole file before the first row is imported. */
function withOptions(
  field: Field,
  column: ColumnProfile,
  format: ColumnFormat,
  options: ConverterOptions,
): Field {
  if (!isSelectField(field)) return field;
  const labels = takesManyOptions(field.type) ? column.tokens : column.labels;
  const { convert, options: found } = createConverter({ ...field, type: 'single_select' }, format, options);
  for (const label of labels) convert(label);
  const list: readonly SelectOption[] = found() ?? [];
  return { ...field, template: { ...field.template, options: list } };
}

type Settings = { readonly dateFormat?: unknown; readonly numberFormat?: unknown };

/**
 * How the column reads as a type: the reading that fits most cells; where several fit alike (day or month first) the
 * one whose date or number format is the one in `template`, else the first.
 */
function readingFor(
  column: ColumnProfile,
  type: FieldKind,
  template: unknown,
  { decimalPoint = false }: Pick<PlanOptions, 'decimalPoint'>,
): { template: object; format: ColumnFormat } | null {
  const wanted: Settings = objectOf(template);
  const found = foundAs(type, wanted);
  if (found === column.fieldType) return column;
  const [best, ...rest] = column.alternatives.filter((each) => each.fieldType === found);
  if (!best) return null;
  const alike = [best, ...rest.filter((each) => each.unfit.count === best.unfit.count)];
  const fits = (each: { readonly template: Settings }): boolean =>
    (wanted.dateFormat !== undefined && each.template.dateFormat === wanted.dateFormat) ||
    (wanted.numberFormat !== undefined &&
      !decimalPoint &&
      each.template.numberFormat === wanted.numberFormat);
  return alike.find(fits) ?? best;
}

function choosePrimary(
  planned: readonly PlannedColumn[],
  columns: readonly ColumnProfile[],
  mappings: readonly FieldMapping[],
): Result<string, readonly Fault[]> {
  const chosen = mappings.findIndex((mapping) => mapping.isPrimary === true);
  if (chosen !== -1) {
    const { field } = must(planned[chosen], 'the planned column');
    const why = whyNotPrimary(field.type);
    return why === null ? ok(field.id) : err([{ path: `fieldMappings.${chosen}.isPrimary`, reason: why }]);
  }
  const can = planned.filter(({ field }) => anyFieldType(field.type).canBePrimary);
  const proposed = can.find(({ sourceIndex }) =>
    columns.some((each) => each.sourceIndex === sourceIndex && each.isPrimary),
  );
  const primary = proposed ?? can.find(({ field }) => field.type === usualPrimaryKind) ?? can[0];
  if (primary) return ok(primary.field.id);
  return err([
    {
      path: 'fieldMappings',
      reason: 'None of the columns can be the primary field: import one of them as text',
    },
  ]);
}
