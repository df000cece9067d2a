import type { Choice, OutgoingItem, TargetField } from './connector.ts';
import { ServiceFault } from './service-http.ts';
import { listOf } from './values.ts';

/** The ids of what is chosen by name; a name that is gone is told, and never left out. */
export const idsOf = (
  known: readonly { readonly id: string; readonly name: string }[],
  wanted: readonly unknown[],
): readonly string[] =>
  wanted.map((name) => {
    const found = known.find((one) => one.name === name);
    if (found === undefined)
      throw new ServiceFault(
        'permanent',
        `“${String(name).slice(0, 60)}” is not to be chosen there any more`,
      );
    return found.id;
  });

/** A field of what the service lists by names, and takes by ids: Labels. */
export const namedField = (id: string, name: string, there: readonly Choice[]): TargetField => ({
  ...{ id, name, kind: 'choices', choices: there.flatMap((one) => one.name || []) },
});

/** The ids of what an answer has in such a field; undefined: it has nothing there. `list` is asked only where it has. */
export async function namedIds(
  values: OutgoingItem['values'],
  id: string,
  list: () => Promise<readonly Choice[]>,
): Promise<readonly string[] | undefined> {
  const names = values.get(id);
  return names === undefined ? undefined : idsOf(await list(), listOf(names));
}
