import type { FieldKind } from '@weft/core';
import { attachmentsKind } from './attachments/attachments-kind.ts';
import { checkboxKind } from './checkbox/checkbox-kind.ts';
import { createdTimeKind, dateKind, datetimeKind, lastModifiedTimeKind } from './date/date-kinds.ts';
import { durationKind } from './duration/duration-kind.ts';
import type { GridKind } from './grid-kind.ts';
import { linkedRecordKind } from './links/links-kind.ts';
import { lookupKind } from './lookup/lookup-kind.ts';
import { autonumberKind, currencyKind, numberKind, percentKind } from './number/number-kinds.ts';
import { ratingKind } from './rating/rating-kind.ts';
import { multipleSelectKind, singleSelectKind } from './select/select-kinds.ts';
import {
  createdByKind,
  emailKind,
  lastModifiedByKind,
  longTextKind,
  phoneNumberKind,
  singleLineTextKind,
  urlKind,
} from './text/text-kinds.ts';

/** THE list of what the grid knows of each kind: one without its line does not compile. */
const gridKinds: { readonly [K in FieldKind]: GridKind<K> } = {
  single_line_text: singleLineTextKind,
  long_text: longTextKind,
  number: numberKind,
  currency: currencyKind,
  percent: percentKind,
  rating: ratingKind,
  duration: durationKind,
  date: dateKind,
  datetime: datetimeKind,
  checkbox: checkboxKind,
  single_select: singleSelectKind,
  multiple_select: multipleSelectKind,
  attachments: attachmentsKind,
  email: emailKind,
  url: urlKind,
  phone_number: phoneNumberKind,
  linked_record: linkedRecordKind,
  lookup: lookupKind((kind) => gridKind(kind)),
  autonumber: autonumberKind,
  created_time: createdTimeKind,
  created_by: createdByKind,
  last_modified_time: lastModifiedTimeKind,
  last_modified_by: lastModifiedByKind,
};

/** What the grid knows of a kind only known at run time; hand it that kind's own fields, settings and values. */
export const gridKind = (kind: FieldKind): GridKind => gridKinds[kind] as unknown as GridKind;
