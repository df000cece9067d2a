import { type BaseMetadata, type Field, isLinkField, type Table, type View } from '@weft/core';
import { applyToMetadata, type Change } from '@weft/history';
import type { BaseRole, CallOutput } from '@weft/protocol';
import type { Overlay } from '../rows/overlay.ts';

/** A deleted part of a base, as it was. */
export type RemovedPart =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'field'; readonly table: Table; readonly field: Field }
  | { readonly kind: 'view'; readonly table: Table; readonly view: View };

const without = <T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
): readonly T[] => before.filter(({ id }) => !after.some((one) => one.id === id));

/** The metadata with deleted tables and fields put back: descriptions of earlier changes still name them. */
export const withRemoved = ({ tables }: BaseMetadata, removed: readonly RemovedPart[]): BaseMetadata => ({
  tables: [
    ...tables.map((table) => {
      const gone = removed.flatMap((part) =>
        part.kind === 'field' && part.table.id === table.id ? [part.field] : [],
      );
      return { ...table, fields: [...table.fields, ...without(gone, table.fields)] };
    }),
    ...without(
      removed.flatMap((part) => (part.kind === 'table' ? [part.table] : [])),
      tables,
    ),
  ],
});

/** The tables deleted between two states of a base, and the deleted fields and views of those that remain. */
export function removedParts(before: BaseMetadata, after: BaseMetadata): readonly RemovedPart[] {
  if (before === after) return [];
  return before.tables.flatMap((table): readonly RemovedPart[] => {
    const now = after.tables.find(({ id }) => id === table.id);
    if (now === undefined) return [{ kind: 'table', table }];
    if (now === table) return [];
    return [
      ...without(table.fields, now.fields).map((field) => ({ kind: 'field', table, field }) as const),
      ...without(table.views, now.views).map((view) => ({ kind: 'view', table, view }) as const),
    ];
  });
}

export interface BaseStateDeps {
  readonly fetch: () => Promise<CallOutput<'metadata.get'>>;
  /** A fetch has changed what is shown, which was this before; the feed will not notify of it any more. */
  readonly onFetched: (before: BaseMetadata) => void;
}

/** A base's name, role and metadata: as the server last sent them, and with the overlay's local changes applied. */
export class BaseState {
  readonly #overlay: Overlay;
  readonly #deps: BaseStateDeps;
  #server: BaseMetadata = { tables: [] };
  #visible: BaseMetadata = { tables: [] };
  /** The seq that the server's metadata is valid for; a fetch may be ahead of the feed. */
  #version = 0;
  readonly #removed: RemovedPart[] = [];
  #name = '';
  #role: BaseRole = 'read';
  #trashed = false;

  constructor(overlay: Overlay, deps: BaseStateDeps) {
    this.#overlay = overlay;
    this.#deps = deps;
  }

  get name(): string {
    return this.#name;
  }

  get role(): BaseRole {
    return this.#role;
  }

  get trashed(): boolean {
    return this.#trashed;
  }

  /** The metadata as shown, local changes included. */
  get visible(): BaseMetadata {
    return this.#visible;
  }

  /** The same, with deleted tables and fields put back. */
  get withRemoved(): BaseMetadata {
    return withRemoved(this.#visible, this.#removed);
  }

  table(tableId: string): Table | undefined {
    return this.#visible.tables.find(({ id }) => id === tableId);
  }

  /** Whether the server has the table. */
  stores(tableId: string): boolean {
    return this.#server.tables.some(({ id }) => id === tableId);
  }

  /** These tables, and those that show cells of theirs through links. */
  linkedTo(tableIds: ReadonlySet<string>): ReadonlySet<string> {
    const linking = this.#visible.tables.filter(({ fields }) =>
      fields.some((field) => isLinkField(field) && tableIds.has(field.template.tableId)),
    );
    return new Set([...tableIds, ...linking.map(({ id }) => id)]);
  }

  /** Fetches the base; returns the seq it is valid for. */
  async fetch(): Promise<number> {
    let answer = await this.#deps.fetch();
    // The answer lacks events that overtook it.
    while (answer.version < this.#version) answer = await this.#deps.fetch();
    const before = this.#visible;
    this.#version = answer.version;
    this.#name = answer.name;
    this.#role = answer.role;
    this.#trashed = answer.trashed;
    this.#setServer(answer.metadata);
    this.#deps.onFetched(before);
    return answer.version;
  }

  /** Applies one event of the feed. */
  apply(changes: readonly Change[], seq: number): void {
    if (seq > this.#version) {
      this.#version = seq;
      this.#setServer(changes.reduce(applyToMetadata, this.#server));
    } else this.overlayChanged();
  }

  #setServer(server: BaseMetadata): void {
    this.#removed.push(...removedParts(this.#server, server));
    this.#server = server;
    this.overlayChanged();
  }

  overlayChanged(): void {
    this.#visible = this.#overlay.metadata(this.#server);
  }
}
