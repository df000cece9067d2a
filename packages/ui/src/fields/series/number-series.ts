import type { Progression } from './progression.ts';

/** Digits after the point of a number as it is written; null for one so large or small that it has an exponent. */
function decimals(value: number): number | null {
  const text = String(value);
  if (text.includes('e')) return null;
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/** Numbers with one step between them; a number alone takes `step`, and only when a series is asked for. */
export function numberSeries(values: readonly number[], step: number): Progression<number> | null {
  const [first, second] = values;
  if (first === undefined) return null;
  const places = Math.max(...[...values, step].map((value) => decimals(value) ?? Number.NaN));
  // 0.1 + 0.2 is 0.3 to whoever wrote 0.1 and 0.2.
  const written = (value: number): number => (Number.isNaN(places) ? value : Number(value.toFixed(places)));
  const way = second === undefined ? step : written(second - first);
  const at = (place: number): number => written(first + place * way);
  if (!values.every((value, place) => value === at(place))) return null;
  return { at, usual: values.length > 1 };
}
