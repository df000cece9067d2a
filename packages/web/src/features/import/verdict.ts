import { isMeasureKind } from '@weft/core';
import type { ImportPreviewColumn } from '@weft/protocol';
import type { ColumnChoice, ColumnFault } from './column-choice.ts';
import { changedLabels } from './column-options.ts';
import { isDoubtful, misfitsIn, misfitWords } from './column-reading.ts';

/** A column's result in a few words, and how loud to say it. */
export interface Verdict {
  readonly tone: 'fits' | 'doubt' | 'misfit' | 'fault' | 'out';
  readonly words: string;
}

/** Reasons as short as this stand in the list as they are. */
const shortReason = 24;

export function verdictOf(
  column: ImportPreviewColumn,
  choice: ColumnChoice,
  fault: ColumnFault | undefined,
): Verdict {
  if (!choice.include) return { tone: 'out', words: 'Not imported' };
  if (fault !== undefined)
    return { tone: 'fault', words: fault === 'A field needs a name' ? 'No name' : 'Name is taken' };
  if (column.fieldValidation.values === 0) return { tone: 'fits', words: 'No values' };
  const misfits = misfitsIn(column, choice);
  const deleted = changedLabels(column, choice).filter(([, label]) => label === null).length;
  if (deleted > 0)
    return { tone: 'misfit', words: deleted === 1 ? '1 option deleted' : `${deleted} options deleted` };
  if (misfits.count > 0) return { tone: 'misfit', words: misfitWords(misfits) };
  if (isDoubtful(column, choice)) {
    return { tone: 'doubt', words: doubtWords(column.reason) };
  }
  const { count } = column.fieldValidation.markers;
  if (count > 0 && isMeasureKind(choice.type))
    return { tone: 'fits', words: `${count.toLocaleString()} ${count === 1 ? 'stays' : 'stay'} as text` };
  const said = !choice.decided && column.reason.length <= shortReason;
  return { tone: 'fits', words: said && !/^All|different/.test(column.reason) ? column.reason : 'All fit' };
}

/** The short of a doubtful reason: 'Day or month first?', '3 not numbers'. */
function doubtWords(reason: string): string {
  const question = /^[^?]{1,24}\?/.exec(reason)?.[0];
  const [, count, what] = /^([\d,]+) of [\d,]+ values (?:is|are) not ([\p{L} ]{1,24}):/u.exec(reason) ?? [];
  return question ?? (count === undefined ? 'Have a look' : `${count} not ${what}`);
}

/** What nobody has decided yet; a kind that was chosen in spite of misfits is. */
export const needsLook = ({ tone }: Verdict): boolean => tone === 'doubt' || tone === 'fault';
