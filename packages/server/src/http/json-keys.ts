import { invalid } from '@weft/std';

/** Only texts that could name it are looked at again: the check costs nothing otherwise. */
const suspicious = /__proto__|\\u005f/i;

/** Goes through without calling itself: JSON nests deeper than a stack holds. */
function holdsProto(json: unknown): boolean {
  const left: unknown[] = [json];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    for (const item of Object.values(value)) if (typeof item === 'object') left.push(item);
  }
  return false;
}

/** Refuses JSON with a `__proto__` key at any depth; text that is not JSON is left for its reader to refuse. */
export function refuseProtoKeys(json: string): void {
  if (!suspicious.test(json)) return;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return;
  }
  if (holdsProto(value)) throw invalid('__proto__', 'The key __proto__ is not allowed');
}
