import { type Content, idsIn, type Json } from '@weft/documents';
import type { Audience } from './app-user.ts';
import type { Binding } from './bindings.ts';
import type { Conditions } from './conditions.ts';

export const ruleActions = ['read', 'create', 'update', 'delete'] as const;
export type RuleAction = (typeof ruleActions)[number];

/** Which rows a rule is about. */
export type RuleRows =
  | { readonly kind: 'all' }
  /** A field that names the person: their address in a text, their record in a link. */
  | { readonly kind: 'own'; readonly field: string }
  /** A link of the row, and the link of the person's own record that leads to the same. */
  | { readonly kind: 'linked'; readonly field: string; readonly via: string }
  | { readonly kind: 'when'; readonly filter: Conditions };

/** What some people may do with some rows of a table. */
export interface AppRule {
  readonly id: string;
  readonly table: string;
  readonly who: Audience;
  readonly can: readonly RuleAction[];
  readonly rows: RuleRows;
  /** What is read of a row; null: all its fields. */
  readonly fields: readonly string[] | null;
  /** What may be written into it; null: what is read. */
  readonly writable: readonly string[] | null;
  /** What the app writes into a new row whatever was sent. */
  readonly presets: { readonly [fieldId: string]: Binding };
}

const idList = (value: Json | undefined): readonly string[] | null =>
  Array.isArray(value) ? (value as readonly string[]) : null;

/** The rules of a document, in order. */
export const rulesIn = (content: Content): readonly AppRule[] =>
  idsIn(content, null).flatMap((id): readonly AppRule[] => {
    const props = content.blocks[id]?.props;
    if (props?.type !== 'rule') return [];
    return [
      {
        ...{ id, table: String(props.table) },
        who: props.who as unknown as Audience,
        can: props.can as unknown as readonly RuleAction[],
        rows: props.rows as unknown as RuleRows,
        fields: idList(props.fields),
        writable: idList(props.writable),
        presets: (props.presets ?? {}) as unknown as AppRule['presets'],
      },
    ];
  });
