import { ServiceFault } from './service-http.ts';

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
