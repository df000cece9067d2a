import type { FieldKind } from '@weft/core';
import type { TargetField } from './integration-queries.ts';

/** THE list: how kinds of a target's fields are shown; each as the kind of ours that is most like it. */
export const targetKinds: {
  readonly [K in TargetField['kind']]: { readonly label: string; readonly like: FieldKind };
} = {
  any: { label: 'Anything', like: 'long_text' },
  text: { label: 'Text', like: 'single_line_text' },
  number: { label: 'Number', like: 'number' },
  boolean: { label: 'Yes or no', like: 'checkbox' },
  date: { label: 'Date', like: 'date' },
  datetime: { label: 'Date and time', like: 'datetime' },
  moment: { label: 'Date and time', like: 'datetime' },
  choice: { label: 'Choice', like: 'single_select' },
  choices: { label: 'Choices', like: 'multiple_select' },
  files: { label: 'Files', like: 'attachments' },
};

/** The kind of ours that shows what a field holds, also of one that takes anything. */
export const likeOf = ({ kind, holds }: Pick<TargetField, 'kind' | 'holds'>): FieldKind =>
  targetKinds[holds ?? kind].like;
