import { err, ok } from '@weft/std';
import { checkCellText, hasLineBreak, lineBreaks } from '../cell-text.ts';
import type { FieldEnv, FieldType, Parsed } from '../field-type.ts';
import { readNoSettings } from '../read-template.ts';
import { compareFolded } from './fold.ts';
import { textSamples } from './samples.ts';
import { textOperators } from './text-operators.ts';

type TextKind =
  | 'single_line_text'
  | 'long_text'
  | 'email'
  | 'url'
  | 'phone_number'
  | 'created_by'
  | 'last_modified_by';

interface TextTraits {
  readonly label: string;
  /** Long text keeps its line breaks; the others refuse them when typed and paste them as spaces. */
  readonly multiline?: boolean;
  /** Addresses and numbers are pasted without the blanks around them. */
  readonly trimsPaste?: boolean;
  readonly format?: (text: string, env: FieldEnv) => string;
}

/** The five kinds that store a plain text. Typed text is kept as it is, blanks and all. */
export function textType<K extends TextKind>(
  kind: K,
  traits: TextTraits,
): FieldType<K, string, Record<string, never>> {
  const validate = (value: unknown): Parsed<string> => {
    if (value === null || value === '') return ok(null);
    if (typeof value !== 'string') return err('must be a text');
    if (traits.multiline !== true && hasLineBreak(value)) return err('must be a single line');
    return checkCellText(value);
  };
  const format = traits.format ?? ((text: string) => text);
  return {
    kind,
    label: traits.label,
    canBePrimary: true,
    readOnly: false,
    readTemplate: readNoSettings,
    parse: validate,
    fromPaste(text) {
      const lines = traits.multiline === true ? text : text.replace(lineBreaks, ' ');
      return validate(traits.trimsPaste === true ? lines.trim() : lines);
    },
    format: (value, _template, env) => format(value, env),
    toText: (value) => value,
    fromText: validate,
    validate,
    compare: compareFolded,
    searchText: (value, _template, env) => {
      const shown = format(value, env);
      // A phone number is found as typed and as shown.
      return shown === value ? value : `${value}\n${shown}`;
    },
    operators: textOperators,
    aggregates: {},
    ...(traits.multiline === true && { ungrouped: true as const }),
    samples: textSamples(traits.multiline === true),
  };
}
