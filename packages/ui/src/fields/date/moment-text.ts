import { anyFieldType } from '@weft/core';
import { type CellText, plainText } from '../cell-text.ts';

/** A date in the field's own format. A paste that makes no date leaves the box as it was (specification 2, section 5). */
export const momentText: CellText = {
  ...plainText,
  opening: (value, { type, template }, env) => anyFieldType(type).format(value, template, env),
  afterPaste: ({ before, next }, { type, template }, env) =>
    anyFieldType(type).parse(next, template, env).ok ? null : before,
};
