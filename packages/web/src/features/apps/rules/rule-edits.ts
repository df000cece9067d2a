import { type AppRule, type AppUsers, isOfUse, ownRowsOf, type RuleAction, type RuleRows } from '@weft/apps';
import { isLinkField, type Table } from '@weft/core';
import type { Json, Props } from '@weft/documents';

/** What a rule holds, as the document keeps it. */
type NewRule = Pick<AppRule, 'who' | 'can' | 'rows'> & Partial<Pick<AppRule, 'presets'>>;

/** A first answer to who may do what with a table. */
export interface RuleStart {
  readonly title: string;
  readonly text: string;
  readonly rule: NewRule;
}

export const ruleProps = (table: string, { who, can, rows, presets = {} }: NewRule): Props => ({
  ...{ type: 'rule', table },
  ...({ who, can, rows } as unknown as Props),
  ...(Object.keys(presets).length > 0 && { presets: presets as unknown as NonNullable<Json> }),
});

/** What is offered as a rule of a table, the safest first. */
export function ruleStarts(
  table: Table,
  tables: readonly Table[],
  users: AppUsers | null,
): readonly RuleStart[] {
  const own = users === null ? null : ownRowsOf(table, tables, users);
  const rows: RuleRows = { kind: 'all' };
  const can: readonly RuleAction[] = ['read'];
  const everyone: RuleStart = {
    ...{ title: 'Everyone', text: 'Whoever opens the app sees all records, and changes none' },
    rule: { who: 'everyone', can, rows },
  };
  if (users === null) return [everyone];
  const signedIn: RuleStart = {
    ...{ title: 'Whoever is signed in', text: 'They see all records, and change none' },
    rule: { who: 'signedIn', can, rows },
  };
  if (own === null) return [signedIn, everyone];
  return [
    {
      ...{ title: 'Only their own records', text: 'Each person sees what is theirs' },
      rule: { who: 'signedIn', can: own.can, rows: own.rows, presets: own.presets },
    },
    signedIn,
    everyone,
  ];
}

/** The fields of a table that can say whose a record is. */
export const ownFields = ({ fields }: Table, users: AppUsers) =>
  fields.filter((field) =>
    isLinkField(field) ? field.template.tableId === users.tableId : isOfUse(field, 'address'),
  );

interface SharedLinks {
  readonly field: string;
  readonly via: string;
}

/** Pairs of links, of a record and of a person, that lead to the same table. */
export function sharedLinks(table: Table, people: Table | undefined): readonly SharedLinks[] {
  const ofPeople = (people?.fields ?? []).filter(isLinkField);
  return table.fields
    .filter(isLinkField)
    .flatMap((field) =>
      ofPeople
        .filter((via) => via.template.tableId === field.template.tableId && via.id !== field.id)
        .map((via) => ({ field: field.id, via: via.id })),
    );
}
