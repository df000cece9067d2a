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
export {
  type BaseSchema,
  hasEmailField,
  isSchemaKind,
  linkedTableId,
  mostSuggestedTables,
  type SchemaField,
  type SchemaTable,
  schemaFault,
  withoutLookups,
  withPairedLinks,
  withPrimaryFirst,
} from './base-schema/base-schema.ts';
export { attachmentPath, isShownImage, shownImages } from './fields/attachments/attachments.ts';
export { checkCellText, isTooLong, longestCellText, utf8Length } from './fields/cell-text.ts';
export { type ConvertedCell, convertValue, isTextKind } from './fields/convert.ts';
export { dayLength, dayNumber, epochOf, isDay, isoOf } from './fields/date/calendar.ts';
export { datePatternOf } from './fields/date/date-pattern.ts';
export { dateRange } from './fields/date/date-range.ts';
export { zoneOf } from './fields/date/format-date.ts';
export { leavesOutTimes, takesOtherMoments, zonedSettings } from './fields/date/moment-change.ts';
export { monthNumbers } from './fields/date/month-names.ts';
export { isTimeZone, offsetStretchAt, readableZone, zoneOffset } from './fields/date/zone-clock.ts';
export { stretchesEnd, zoneStretches } from './fields/date/zone-stretches.ts';
export { isEmail, mailtoLink } from './fields/email/email.ts';
export type { Attachment } from './fields/field-kinds.ts';
export {
  type CellValue,
  type FieldKind,
  fieldKinds,
  isFieldKind,
  type Template,
  type Value,
} from './fields/field-kinds.ts';
export { type FieldShape, fieldShape, readShape } from './fields/field-shape.ts';
export type { FieldEnv, FindShownField, LinkedLook, Tally } from './fields/field-type.ts';
export {
  anyFieldType,
  defaultTemplate,
  editableKinds,
  fieldType,
  fieldTypes,
  holdsFiles,
  isEditable,
  usualPrimaryKind,
  whyNotPrimary,
} from './fields/field-types.ts';
export { isOfKind, shownValue } from './fields/former-values.ts';
export { isLinkField, isLinkKind, type LinkField } from './fields/linked-record/link-field.ts';
export {
  holdsLinkNames,
  nameAsValue,
  namesAsCell,
  namesInCell,
  recordName,
  takesLinkNames,
  unnamedRecord,
} from './fields/linked-record/linked-names.ts';
export { longTextPreview } from './fields/long-text/long-text.ts';
export { isLookupField, isLookupKind } from './fields/lookup/lookup-field.ts';
export { mergeSettings } from './fields/merge-settings.ts';
export { isMeasureKind, isMissingMarker, isQuietRaw } from './fields/missing-marker.ts';
export { joinLabels, splitLabels } from './fields/multiple-select/label-list.ts';
export { type Notation, plainMarks, shownNotation } from './fields/number/notation.ts';
export { isNumberInput, numberInputText } from './fields/number/number-input.ts';
export { readWithOtherMark } from './fields/number/other-mark.ts';
export { mostStars } from './fields/rating/rating.ts';
export { isPlainObject } from './fields/read-template.ts';
export {
  addOptions,
  longestLabel,
  maxOptions,
  nextOptionColor,
  optionByLabel,
  optionIndex,
  splitOptionLabels,
} from './fields/single-select/options.ts';
export {
  isSelectField,
  isSelectKind,
  type SelectField,
  takesManyOptions,
} from './fields/single-select/select-field.ts';
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
  type SelectOption,
  type SelectTemplate,
} from './fields/templates.ts';
export { fold, foldedLetters, foldedMarks, foldingOnce } from './fields/text/fold.ts';
export { urlLink } from './fields/url/url.ts';
export {
  type AccessLevel,
  can,
  canChangeOrganization,
  canCreateDatabase,
  canManageWorkspace,
  canPlaceIn,
  type FlowFacts,
  type FlowRole,
  type FlowStanding,
  type FlowVerb,
  flowNotFound,
  flowRole,
  flowVerbs,
  mayEditBase,
  workspaceRefusals,
} from './flows/can.ts';
export type { FlowChange, FlowEvent } from './flows/flow-event.ts';
export { flowStatus } from './flows/flow-status.ts';
export {
  type FlowPreview,
  type FlowTypeName,
  flowType,
  flowTypeNames,
  hasBase,
  hasForm,
  isBuilt,
  typesOf,
} from './flows/flow-types.ts';
export { formUser } from './flows/form-user.ts';
export { workspaceIcons } from './flows/workspace-look.ts';
export { workspaceSlug } from './flows/workspace-slug.ts';
export { aggregatesOf, summarise, summaryOf } from './query/aggregate.ts';
export { findColumn } from './query/column.ts';
export { type Condition, type Filter, isCondition, type Sort, type SortKey } from './query/filter.ts';
export {
  canGroupBy,
  collectGroups,
  type Group,
  groupKeys,
  groupOf,
  groupValue,
  maxGroupKeys,
  maxGroups,
  mergeGroups,
  viewSort,
} from './query/groups.ts';
export {
  movesWithEdits,
  type OwnValue,
  onlyServerKnows,
  ownValues,
  withOwnValues,
} from './query/kept-cells.ts';
export { findShownField, lookedUpFields, withLookups } from './query/lookups.ts';
export { checkFilter, compileFilter, pruneFilter } from './query/matches.ts';
export { prefilledCells } from './query/prefill.ts';
export { compileSearch } from './query/search.ts';
export { checkSort, compareRecords, compileSort } from './query/sort.ts';
