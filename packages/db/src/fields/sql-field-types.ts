import type { CellValue, FieldKind } from '@weft/core';
import { attachmentsSql } from './attachments.ts';
import { checkboxSql } from './checkbox.ts';
import { dateSql, recordMomentSql } from './date.ts';
import { linkedRecordSql } from './linked-record.ts';
import { noColumnSql } from './no-column.ts';
import { autonumberSql, currencySql, durationSql, numberSql, percentSql, ratingSql } from './number.ts';
import { multipleSelectSql, singleSelectSql } from './select.ts';
import type { SqlFieldType } from './sql-field-type.ts';
import { recordPersonSql, textSql } from './text.ts';

/** THE list of what the database knows of each kind of field. */
const sqlFieldTypes: { readonly [K in FieldKind]: SqlFieldType<K> } = {
  single_line_text: textSql,
  long_text: textSql,
  number: numberSql,
  currency: currencySql,
  percent: percentSql,
  rating: ratingSql,
  duration: durationSql,
  date: dateSql,
  datetime: dateSql,
  checkbox: checkboxSql,
  single_select: singleSelectSql,
  multiple_select: multipleSelectSql,
  attachments: attachmentsSql,
  email: textSql,
  url: textSql,
  phone_number: textSql,
  linked_record: linkedRecordSql,
  lookup: noColumnSql,
  autonumber: autonumberSql,
  created_time: recordMomentSql('created_at'),
  created_by: recordPersonSql('created_by'),
  last_modified_time: recordMomentSql('updated_at'),
  last_modified_by: recordPersonSql('updated_by'),
};

/** One signature for all kinds: value and template come from the same field. */
export type AnySqlFieldType = SqlFieldType<FieldKind, NonNullable<CellValue>, unknown>;

export const sqlFieldType = (kind: FieldKind): AnySqlFieldType => sqlFieldTypes[kind] as AnySqlFieldType;
