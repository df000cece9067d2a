import { anyFieldType, type Field, type FieldKind, isEditable, isLinkKind } from '@weft/core';

/** What a block may use a field for. */
export type FieldUse =
  | 'amount'
  | 'day'
  | 'image'
  | 'option'
  | 'address'
  | 'email'
  | 'group'
  | 'written'
  /** Its cells say nothing elsewhere but in words: they name records or people of here. */
  | 'words';

/** What fields of a kind are used for, besides what their type says by itself. */
const uses: { readonly [K in FieldKind]: readonly FieldUse[] } = {
  single_line_text: ['address', 'group'],
  long_text: ['address'],
  number: ['amount', 'group'],
  currency: ['amount'],
  percent: ['amount'],
  rating: ['amount', 'group'],
  duration: ['amount'],
  date: ['day', 'group'],
  datetime: ['day', 'group'],
  checkbox: ['group'],
  single_select: ['option', 'group'],
  multiple_select: [],
  attachments: ['image'],
  email: ['address', 'email', 'group'],
  url: [],
  phone_number: [],
  linked_record: ['words'],
  lookup: ['address', 'words'],
  autonumber: ['amount'],
  created_time: ['day', 'group'],
  created_by: ['group', 'words'],
  last_modified_time: ['day', 'group'],
  last_modified_by: ['group', 'words'],
};

/** Whether people can fill the cells of a field in. */
export const isWritten = ({ type, readOnly }: Pick<Field, 'type' | 'readOnly'>): boolean =>
  readOnly !== true && (isEditable(type) || isLinkKind(type)) && !anyFieldType(type).readOnly;

export const isOfUse = (field: Field, use: FieldUse): boolean =>
  use === 'written' ? isWritten(field) : uses[field.type].includes(use);
