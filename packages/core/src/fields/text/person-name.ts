import { err } from '@weft/std';
import type { FieldSamples, FieldType, Parsed } from '../field-type.ts';
import { textType } from './text-type.ts';

const samples: FieldSamples<string, Record<string, never>> = {
  templates: [{}],
  values: ['Ann', 'Ärger, Bert', '日本 太郎', 'ann'],
  unfit: ['first line\nsecond line'],
};

/** The name of a person, which the server keeps: of who made a record, or edited it last. */
export function personName<K extends 'created_by' | 'last_modified_by'>(
  kind: K,
  { label, moves }: { readonly label: string; readonly moves: boolean },
): FieldType<K, string, Record<string, never>> {
  const refused = (): Parsed<string> => err(`${label} is kept by the server and cannot be edited`);
  return {
    ...textType(kind, { label }),
    canBePrimary: false,
    readOnly: true,
    kept: { moves },
    parse: refused,
    fromPaste: refused,
    samples,
  };
}
