import type { TableRows } from '@weft/client';
import { IconButton, toast } from '@weft/ui';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';

export interface RecordStepsProps {
  readonly rows: TableRows;
  /** Where the record stands among them; -1 where they do not show it. */
  readonly row: number;
  readonly locale: string;
  /** What one of them is called: 'record', 'answer'. */
  readonly noun: string;
  /** Where it stands in words, given '3 of 40'; null: they do not show it. */
  readonly placeText: (place: string | null) => string;
  readonly onGo: (recordId: string) => void;
}

/** Leads to the records before and after one, and says where it stands. */
export function RecordSteps({ rows, row, locale, noun, placeText, onGo }: RecordStepsProps) {
  const [going, setGoing] = useState(false);
  const count = rows.rowCount;
  const go = async (to: number) => {
    const there = rows.row(to);
    if (there !== undefined) return onGo(there.id);
    setGoing(true);
    try {
      const [fetched] = await rows.read(to, to + 1);
      if (fetched !== undefined) onGo(fetched.id);
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    } finally {
      setGoing(false);
    }
  };
  const number = (of: number) => of.toLocaleString(locale);
  const total = rows.countKnown ? ` of ${number(count)}` : '';
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label={`Previous ${noun}`}
        disabled={going || row <= 0}
        onClick={() => void go(row - 1)}
      />
      <IconButton
        icon={ChevronDown}
        label={`Next ${noun}`}
        disabled={going || row === -1 || (rows.countKnown && row + 1 >= count)}
        onClick={() => void go(row + 1)}
      />
      <span role="status" className="min-w-0 flex-1 truncate ps-2 text-base text-text-muted">
        {placeText(row === -1 ? null : `${number(row + 1)}${total}`)}
      </span>
    </>
  );
}
