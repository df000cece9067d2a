import type { CellValue, FieldKind } from '@weft/core';
import { err, ok, type Result } from '@weft/std';

/** Everything that is known of one type of question. One module, one line in `question-types.ts`. */
export interface QuestionType {
  /** As the editor offers it: 'Short text'. */
  readonly label: string;
  /** The kind of the field that keeps the answers. */
  readonly field: FieldKind;
  /** What is said where a required answer is missing. */
  readonly missing: string;
  /** The value an answer stands for; `text` is trimmed and not empty. The error is a sentence. */
  readonly read: (text: string) => Result<CellValue>;
}

const counts = new Intl.NumberFormat('en-US');
const shown = (count: number): string => counts.format(count);

/** A text of at most so many characters, stored as it is. */
export const readText =
  (most: number, lines: 'one' | 'many') =>
  (text: string): Result<CellValue> => {
    if (text.length > most)
      return err(`Use at most ${shown(most)} characters: there are ${shown(text.length)}`);
    if (!text.isWellFormed() || text.includes('\0')) return err('This has characters that cannot be stored');
    if (lines === 'one' && /[\r\n]/.test(text)) return err('Use one line');
    // Browsers send line breaks as two characters, whatever was typed.
    return ok(text.replaceAll('\r\n', '\n'));
  };
