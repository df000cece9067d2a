/** Values by their names, in order; a name may stand several times. Copies nothing, so that a million pairs take no longer each. */
export function byName<Name, Value>(pairs: Iterable<readonly [Name, Value]>): Map<Name, Value[]> {
  const values = new Map<Name, Value[]>();
  for (const [name, value] of pairs) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}
