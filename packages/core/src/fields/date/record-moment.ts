import { err } from '@weft/std';
import type { BaseRecord } from '../../base.ts';
import type { FieldType, Parsed } from '../field-type.ts';
import type { DateTemplate } from '../templates.ts';
import { momentType } from './moment-type.ts';
import { instants, noDates, telling } from './samples.ts';

interface RecordMomentTraits {
  readonly label: string;
  /** Whether every edit of a record moves it. */
  readonly moves: boolean;
  readonly ofRecord: (record: BaseRecord) => string;
}

const samples = { templates: instants, values: telling, unfit: noDates };

/** An instant of the record itself, shown like a date and time; the server keeps it. */
export function recordMoment<K extends 'created_time' | 'last_modified_time'>(
  kind: K,
  { label, moves, ofRecord }: RecordMomentTraits,
): FieldType<K, string, DateTemplate> {
  const refused = (): Parsed<string> => err(`${label} is kept by the server and cannot be edited`);
  return {
    ...momentType(kind, { label, timed: true, samples }),
    canBePrimary: false,
    readOnly: true,
    kept: { moves, ofRecord },
    parse: refused,
    fromPaste: refused,
  };
}
