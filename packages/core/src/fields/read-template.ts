import { err, type Fault, ok, type Result } from '@weft/std';
import { isStorableText } from './cell-text.ts';

/** Reads the keys of one settings object; a missing key takes its fallback, a wrong one is a fault. */
export interface TemplateReader {
  readonly integer: (key: string, min: number, max: number, fallback: number) => number;
  readonly choice: <const T extends string>(key: string, choices: readonly T[], fallback: T) => T;
  readonly flag: (key: string, fallback: boolean) => boolean;
  /** Without a fallback the key is required. */
  readonly text: (key: string, maxLength: number, fallback?: string) => string;
  readonly list: (key: string) => readonly unknown[];
  readonly has: (key: string) => boolean;
  /** Nothing is set: the usual settings of the kind are meant. */
  readonly isEmpty: boolean;
  readonly fault: (path: string, reason: string) => void;
}

export const isPlainObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/**
 * Builds a template out of unknown JSON: `undefined` and null count as no settings at all, unknown keys are dropped,
 * every fault is reported, not only the first.
 */
export function readTemplate<T>(
  input: unknown,
  build: (read: TemplateReader) => T,
): Result<T, readonly Fault[]> {
  const faults: Fault[] = [];
  const settings = input ?? {};
  if (!isPlainObject(settings)) return err([{ path: 'template', reason: 'Settings must be an object' }]);
  const fault = (path: string, reason: string): void => {
    faults.push({ path: `template.${path}`, reason });
  };
  // Own keys only: 'constructor' is no setting.
  const own = (key: string): unknown => (Object.hasOwn(settings, key) ? settings[key] : undefined);
  const built = build({
    fault,
    has: (key) => own(key) !== undefined,
    isEmpty: Object.keys(settings).length === 0,
    integer(key, min, max, fallback) {
      const value = own(key);
      if (value === undefined) return fallback;
      if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max)
        return value + 0;
      fault(key, `must be a whole number from ${min} to ${max}`);
      return fallback;
    },
    choice(key, choices, fallback) {
      const value = own(key);
      if (value === undefined) return fallback;
      const choice = choices.find((each) => each === value);
      if (choice === undefined) fault(key, `must be one of ${choices.join(', ')}`);
      return choice ?? fallback;
    },
    flag(key, fallback) {
      const value = own(key);
      if (value === undefined) return fallback;
      if (typeof value !== 'boolean') fault(key, 'must be true or false');
      return value === true;
    },
    text(key, maxLength, fallback) {
      const value = own(key);
      if (value === undefined && fallback !== undefined) return fallback;
      if (typeof value === 'string' && value.length <= maxLength && isStorableText(value)) return value;
      fault(key, value === undefined ? 'is required' : `must be a text of at most ${maxLength} characters`);
      return fallback ?? '';
    },
    list(key) {
      const value = own(key);
      if (value === undefined) return [];
      if (!Array.isArray(value)) fault(key, 'must be a list');
      return Array.isArray(value) ? value : [];
    },
  });
  return faults.length === 0 ? ok(built) : err(faults);
}

/** The settings of the kinds that have none. */
export const readNoSettings = (input: unknown): Result<Record<string, never>, readonly Fault[]> =>
  readTemplate(input, () => ({}));
