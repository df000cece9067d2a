/** The kinds of field, in the order they are offered. */
export const fieldKinds = [
  'single_line_text',
  'long_text',
  'number',
  'currency',
  'percent',
  'rating',
  'duration',
  'date',
  'datetime',
  'checkbox',
  'single_select',
  'multiple_select',
  'attachments',
  'email',
  'url',
  'phone_number',
  'linked_record',
  'lookup',
] as const;

export type FieldKind = (typeof fieldKinds)[number];

export const isFieldKind = (text: unknown): text is FieldKind => fieldKinds.some((kind) => kind === text);
