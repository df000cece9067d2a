import { isCurrencySymbol } from '../convert/currency-text.ts';

/** What a spreadsheet's number format says its numbers are. */
export type SheetFormat =
  | { readonly kind: 'number' | 'percent' | 'duration' }
  | { readonly kind: 'currency'; readonly symbol: string }
  /** Whole numbers are shown with a digit for each zero of the mask, and marks between them: 00501, 012-34-5678. */
  | { readonly kind: 'padded'; readonly mask: string }
  /**
   * `utc`: the format itself says that its clock is that of UTC, as our exports do. `clock`: it shows a time of day;
   * `clockOnly`: and no day.
   */
  | {
      readonly kind: 'moment';
      readonly utc: boolean;
      readonly clock: boolean;
      readonly clockOnly: boolean;
    };

const plain: SheetFormat = { kind: 'number' };

/** Formats that a workbook refers to by number without writing them down (ECMA-376, 18.8.30), where they are no plain numbers. */
const builtIn: { readonly [id: number]: string } = {
  ...{ 5: '"$"#,##0', 6: '"$"#,##0', 7: '"$"#,##0.00', 8: '"$"#,##0.00' },
  ...{ 9: '0%', 10: '0.00%', 14: 'mm-dd-yy', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy' },
  ...{ 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss', 22: 'm/d/yy h:mm' },
  ...{ 42: '"$"#,##0', 44: '"$"#,##0.00', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0' },
};

export const builtInFormat = (id: number): string => builtIn[id] ?? 'General';

/** What stands in quotes, behind a backslash, or is only room for a character. */
const literals = /"([^"]*)"|\\(.)|_.|\*./g;

/** The kind of a format, by its part for positive numbers. */
export function sheetFormat(code: string): SheetFormat {
  const [positive = ''] = code.split(';');
  if (/^(?:general|@)?$/i.test(positive.trim())) return plain;
  const quoted = [...positive.matchAll(literals)].map(([, text, mark]) => text ?? mark ?? '');
  const marked = [...positive.matchAll(/\[\$([^\]-]+)(?:-[^\]]*)?\]/g)].map(([, text]) => text ?? '');
  const bare = positive.replace(literals, ' ');
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return { kind: 'duration' };
  // Colours, conditions and languages in brackets are no letters of a date.
  const letters = bare.replace(/\[[^\]]*\]/g, ' ').replace(/general/gi, ' ');
  if (/[ymdhs]/i.test(letters)) {
    const clock = /[hs]/i.test(letters);
    const clockOnly = clock && !/[yd]/i.test(letters);
    return { kind: 'moment', utc: quoted.join('').includes('UTC'), clock, clockOnly };
  }
  const mask = positive.replace(literals, (_, text, mark) => text ?? mark ?? '').trim();
  if (/^\(?0+(?:[ ()-]*0)+$/.test(mask)) return { kind: 'padded', mask };
  if (letters.includes('%')) return { kind: 'percent' };
  const [unquoted = ''] = /[$€£¥₹]/.exec(letters) ?? [];
  const symbol = [...marked, ...quoted, unquoted].map((text) => text.trim()).find(isCurrencySymbol);
  return symbol === undefined ? plain : { kind: 'currency', symbol };
}
