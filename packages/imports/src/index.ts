export { type ColumnFormat, type TokenSeparator, tokenSeparators } from './convert/column-format.ts';
export { unfit } from './convert/convert-text.ts';
export { type Converter, type ConverterOptions, createConverter } from './convert/converter.ts';
export { dateOrders } from './convert/date-text.ts';
export { numberStyles } from './convert/number-text.ts';
export { type ConvertedRow, createRowConverter, unfitEntries } from './convert-rows.ts';
export {
  type CsvReader,
  type CsvReaderOptions,
  createCsvReader,
  type Delimiter,
  delimiters,
  type RowBatch,
} from './csv/csv-reader.ts';
export { type Dialect, detectDialect, sampleLength } from './csv/dialect.ts';
export {
  type CsvEncoding,
  createEncodingDetector,
  csvEncodings,
  type EncodingDetector,
  type EncodingVerdict,
  type MakeDecoder,
  type TextDecoding,
} from './csv/encoding.ts';
export { detectParsing, type OpenFile, type Parsing, readCsv } from './csv/read-csv.ts';
export type { RowFault, RowFaultKind } from './csv/row-fault.ts';
export { exportText } from './export/cell-text.ts';
export { csvLine } from './export/csv-line.ts';
export {
  buildPlan,
  type FieldMapping,
  type ImportChoices,
  type ImportPlan,
  type PlannedColumn,
  type PlanOptions,
  type TypeOverride,
} from './plan.ts';
export type { Alternative, ColumnProfile } from './profile/column-profile.ts';
export type { Unfit, UnfitCell } from './profile/family.ts';
export { looksLikeHeader } from './profile/header.ts';
export {
  createProfiler,
  mostColumns,
  type Profiler,
  type ProfilerOptions,
  type TableProfile,
} from './profile/profile.ts';
export { type CsvProfile, profileCsv } from './profile/profile-csv.ts';
export { type ReportEntry, rejectedEntry, reportHeader, reportLine, unfitEntry } from './report.ts';
