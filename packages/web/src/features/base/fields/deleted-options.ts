import type { Field, SelectOption } from '@weft/core';

const optionsOf = (template: Field['template'] | undefined): readonly SelectOption[] =>
  template !== undefined && 'options' in template ? template.options : [];

/** What is said of the options that are no longer among a field's settings; null where all are. */
export function deletedOptions(
  before: Field['template'] | undefined,
  after: Field['template'],
): string | null {
  const left = new Set(optionsOf(after).map(({ value }) => value));
  const [first, ...more] = optionsOf(before).filter(({ value }) => !left.has(value));
  if (first === undefined) return null;
  return more.length === 0 ? `Option ${first.label} deleted` : `${more.length + 1} options deleted`;
}
