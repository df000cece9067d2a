export {
  type BaseMetadata,
  type BaseRecord,
  emptyViewConfig,
  type Field,
  type FieldOf,
  type RawTexts,
  type RecordData,
  type Table,
  type View,
  type ViewConfig,
} from './base.ts';
export type { AnyFieldType } from './fields/any-field-type.ts';
export { checkCellText, hasLineBreak, longestCellText, utf8Length } from './fields/cell-text.ts';
export { type ConvertedCell, convertValue, type FieldShape } from './fields/convert.ts';
export { isDay } from './fields/date/calendar.ts';
export { type DatePattern, datePatternOf } from './fields/date/date-pattern.ts';
export { dateRange, type InstantRange } from './fields/date/date-range.ts';
export { type DateOrder, type DateText, monthNames, readDateText } from './fields/date/read-date.ts';
export { isTimeZone } from './fields/date/zone-clock.ts';
export { stretchesEnd, type ZoneStretch, zoneStretches } from './fields/date/zone-stretches.ts';
export { isEmail, mailtoLink } from './fields/email/email.ts';
export { type FieldKind, fieldKinds, isFieldKind } from './fields/field-kinds.ts';
export type {
  Aggregate,
  FieldEnv,
  FieldSamples,
  FieldType,
  Operator,
  Parsed,
  Test,
} from './fields/field-type.ts';
export { anyFieldType, defaultTemplate, fieldType, fieldTypes, whyNotPrimary } from './fields/field-types.ts';
export { longTextPreview } from './fields/long-text/long-text.ts';
export { lookupOperators } from './fields/lookup/lookup.ts';
export { joinLabels, splitLabels } from './fields/multiple-select/label-list.ts';
export { type Notation, notationOf } from './fields/number/notation.ts';
export { isNumberInput, numberInputText } from './fields/number/number-input.ts';
export { type NumberStyle, type NumberText, readNumberText } from './fields/number/read-number.ts';
export {
  addOptions,
  longestLabel,
  maxOptions,
  nextOptionColor,
  optionByLabel,
  optionIndex,
  optionLabel,
  splitOptionLabels,
} from './fields/single-select/options.ts';
export {
  type CheckboxTemplate,
  type CurrencyTemplate,
  type DateFormat,
  type DateTemplate,
  type DurationFormat,
  type DurationTemplate,
  dateFormats,
  durationFormats,
  type LinkedRecordTemplate,
  type LookupTemplate,
  type NumberFormat,
  type NumberTemplate,
  numberFormats,
  type OptionColor,
  type PercentTemplate,
  palette,
  type RatingTemplate,
  type SelectOption,
  type SelectTemplate,
} from './fields/templates.ts';
export { urlLink } from './fields/url/url.ts';
export type {
  Attachment,
  CellValue,
  FieldTemplates,
  FieldValues,
  Template,
  Value,
} from './fields/values.ts';
export { aggregate, aggregatesOf } from './query/aggregate.ts';
export type { ShownField } from './query/column.ts';
export { type Condition, type Filter, isCondition, type Sort, type SortKey } from './query/filter.ts';
export { fold } from './query/fold.ts';
export {
  checkFilter,
  compileFilter,
  deepestFilter,
  type FilterEnv,
  pruneFilter,
  type RecordTest,
} from './query/matches.ts';
export { compileSearch } from './query/search.ts';
export { checkSort, compareRecords, compileSort, type RecordOrder } from './query/sort.ts';
