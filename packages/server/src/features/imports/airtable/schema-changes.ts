import type { AirtableTable } from '@weft/integrations';

/** A part of a base that somebody changed while it was read. */
export interface ChangedPart {
  readonly part: string;
  /** Of what kind it is now, or was. */
  readonly type: string;
  readonly reason: string;
}

const during = 'in Airtable while the base was being imported';

/** What differs between a base at the beginning of its import and at its end. */
export function changedParts(
  before: readonly AirtableTable[],
  after: readonly AirtableTable[],
): readonly ChangedPart[] {
  const changed: ChangedPart[] = [];
  const now = new Map(after.map((table) => [table.id, table]));
  const known = new Set(before.map(({ id }) => id));
  for (const { id, name } of after)
    if (!known.has(id))
      changed.push({ part: name, type: 'table', reason: `Added ${during}: it is not here` });
  for (const table of before) {
    const then = now.get(table.id);
    if (then === undefined) {
      changed.push({
        part: table.name,
        type: 'table',
        reason: `Deleted ${during}: what had been read of it is here`,
      });
      continue;
    }
    if (then.name !== table.name)
      changed.push({ part: table.name, type: 'table', reason: `Renamed to '${then.name}' ${during}` });
    changed.push(...changedFields(table, then));
  }
  return changed;
}

function changedFields(before: AirtableTable, after: AirtableTable): readonly ChangedPart[] {
  const now = new Map(after.fields.map((field) => [field.id, field]));
  const known = new Set(before.fields.map(({ id }) => id));
  const part = (name: string) => `${before.name} · ${name}`;
  const added = after.fields.filter(({ id }) => !known.has(id));
  return [
    ...added.map(({ name, type }) => ({
      ...{ part: part(name), type, reason: `Added ${during}: its values are not here` },
    })),
    ...before.fields.flatMap(({ id, name, type }): ChangedPart[] => {
      const then = now.get(id);
      if (then === undefined)
        return [{ part: part(name), type, reason: `Deleted ${during}: what had been read of it is here` }];
      if (then.type !== type)
        return [
          {
            part: part(name),
            type: then.type,
            reason: `Changed from ${type} ${during}: later values may be text`,
          },
        ];
      if (then.name !== name)
        return [{ part: part(name), type, reason: `Renamed to '${then.name}' ${during}` }];
      return [];
    }),
  ];
}
