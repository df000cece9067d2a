/** A setting that a person fills in where they connect a service, as the server and the form of it judge it. */
interface AskedField {
  readonly label: string;
  readonly optional?: boolean;
  /** Asked only where another field has this value. */
  readonly when?: { readonly key: string; readonly is: string } | null;
  /** The source of a regular expression that the whole value meets, and what is said where it does not. */
  readonly pattern?: { readonly source: string; readonly message: string } | null;
}

type Value = string | number | boolean;

/** Whether a field is asked for, with the others as they are; one that is not there is as it has to be. */
export const isAsked = (
  { when }: Pick<AskedField, 'when'>,
  values: { readonly [key: string]: Value },
): boolean => when == null || (values[when.key] ?? when.is) === when.is;

/** Why what was filled in cannot be right; null where it can. */
export function faultOf(
  { label, optional, pattern }: Omit<AskedField, 'when'>,
  value: Value | undefined,
): string | null {
  const text = typeof value === 'string' ? value.trim() : value;
  if (text === undefined || text === '') return optional === true ? null : `${label} is missing`;
  if (pattern == null) return null;
  return new RegExp(`^(?:${pattern.source})$`, 'u').test(String(text)) ? null : pattern.message;
}
