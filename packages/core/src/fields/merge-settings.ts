import { deepEqual } from '@weft/std';
import { isPlainObject } from './read-template.ts';

type Settings = { readonly [key: string]: unknown };
type Option = { readonly value: string; readonly label?: unknown; readonly color?: unknown };

/**
 * The settings `now`, changed as a person changed `from` into `wanted`: what they left alone stays what a colleague has
 * made of it meanwhile. Of options each is taken by itself, for a cell whose option is gone shows nothing. All three
 * are unread JSON, and so is the answer.
 */
export function mergeSettings(now: object, from: object, wanted: object): object {
  const [current, before, after] = [now as Settings, from as Settings, wanted as Settings];
  const merged: { [key: string]: unknown } = {};
  for (const key of new Set([...Object.keys(current), ...Object.keys(after)])) {
    const kept = deepEqual(before[key], after[key]);
    const value = kept ? current[key] : key === 'options' ? options(current, before, after) : after[key];
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

const isOptions = (list: unknown): list is readonly Option[] =>
  Array.isArray(list) && list.every((item) => isPlainObject(item) && typeof item.value === 'string');

const byValue = (list: readonly Option[]): ReadonlyMap<string, Option> =>
  new Map(list.map((option) => [option.value, option]));

function options(current: Settings, before: Settings, after: Settings): unknown {
  const [now, from, wanted] = [current.options, before.options, after.options];
  if (!isOptions(now) || !isOptions(from) || !isOptions(wanted)) return wanted;
  const [known, had, want] = [byValue(now), byValue(from), byValue(wanted)];
  const patched = (option: Option): Option => {
    const [old, next] = [had.get(option.value), want.get(option.value)];
    if (old === undefined || next === undefined) return option;
    return {
      ...option,
      ...(old.label !== next.label && { label: next.label }),
      ...(old.color !== next.color && { color: next.color }),
    };
  };
  const kept = now.filter(({ value }) => !had.has(value) || want.has(value)).map(patched);
  const added = wanted.filter(({ value }) => !had.has(value) && !known.has(value));
  const all = inOrder(kept, added, from, wanted);
  // Theirs keep their names; of two alike a field takes only one.
  const theirs = new Set(
    now.filter((one) => had.get(one.value)?.label !== one.label).map(({ label }) => label),
  );
  const taken = new Set(all.map(({ label }) => label));
  return all.map((option) => {
    const next = want.get(option.value);
    const isMine = next !== undefined && had.get(option.value)?.label !== next.label;
    if (!isMine || !theirs.has(option.label)) return option;
    let number = 2;
    while (taken.has(`${option.label} (${number})`)) number++;
    const label = `${option.label} (${number})`;
    taken.add(label);
    return { ...option, label };
  });
}

/** As the person ordered them, where they did; else as they stand, what is added at the end. */
function inOrder(
  kept: readonly Option[],
  added: readonly Option[],
  from: readonly Option[],
  wanted: readonly Option[],
): readonly Option[] {
  const want = byValue(wanted);
  const left = from.filter(({ value }) => want.has(value));
  if (left.every(({ value }, place) => wanted[place]?.value === value)) return [...kept, ...added];
  const here = byValue([...kept, ...added]);
  return [
    ...wanted.flatMap(({ value }) => here.get(value) ?? []),
    ...kept.filter(({ value }) => !want.has(value)),
  ];
}
