import type { BaseMetadata, Table } from '@weft/core';
import { applyToMetadata, type Change } from '@weft/history';
import type { BaseRole, CallOutput } from '@weft/protocol';
import { type LostPart, lostParts, withLost } from './lost-parts.ts';
import type { Overlay } from './overlay.ts';

export interface SeenBaseWorld {
  readonly read: () => Promise<CallOutput<'metadata.get'>>;
  /** A reading has changed what is shown, which was this before; the feed will not tell of it any more. */
  readonly onRead: (before: BaseMetadata) => void;
}

/** A base's tables, fields and views: as the server last told, and with what was changed here laid over it. */
export class SeenBase {
  readonly #overlay: Overlay;
  readonly #world: SeenBaseWorld;
  #server: BaseMetadata = { tables: [] };
  #visible: BaseMetadata = { tables: [] };
  /** The entry the server's metadata is true for; a reading may be ahead of the feed. */
  #version = 0;
  readonly #lost: LostPart[] = [];
  #name = '';
  #role: BaseRole = 'read';
  #trashed = false;

  constructor(overlay: Overlay, world: SeenBaseWorld) {
    this.#overlay = overlay;
    this.#world = world;
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

  /** As it is shown. */
  get visible(): BaseMetadata {
    return this.#visible;
  }

  /** The same, with what was there before and is gone. */
  get remembered(): BaseMetadata {
    return withLost(this.#visible, this.#lost);
  }

  table(tableId: string): Table | undefined {
    return this.#visible.tables.find(({ id }) => id === tableId);
  }

  /** Whether the server has the table. */
  stores(tableId: string): boolean {
    return this.#server.tables.some(({ id }) => id === tableId);
  }

  /** Reads the base as it is now; the answer is the seq it is true for. */
  async read(): Promise<number> {
    let answer = await this.#world.read();
    // Events that overtook the answer are not in it.
    while (answer.version < this.#version) answer = await this.#world.read();
    const before = this.#visible;
    this.#version = answer.version;
    this.#name = answer.name;
    this.#role = answer.role;
    this.#trashed = answer.trashed;
    this.#know(answer.metadata);
    this.#world.onRead(before);
    return answer.version;
  }

  /** Takes one event of the feed. */
  take(changes: readonly Change[], seq: number): void {
    if (seq > this.#version) {
      this.#version = seq;
      this.#know(changes.reduce(applyToMetadata, this.#server));
    } else this.refresh();
  }

  #know(server: BaseMetadata): void {
    this.#lost.push(...lostParts(this.#server, server));
    this.#server = server;
    this.refresh();
  }

  /** What is laid over it has changed. */
  refresh(): void {
    this.#visible = this.#overlay.metadata(this.#server);
  }
}
