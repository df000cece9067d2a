import type { BaseMetadata, FlowRole, RawTexts, RecordData } from '@weft/core';

/** A person's level in a base. */
export type BaseRole = FlowRole;

/** A record as it travels. */
export interface RecordAnswer {
  readonly id: string;
  readonly data: RecordData;
  /** The linked records' names, by link field; empty where nothing is linked. */
  readonly linkedData: {
    readonly [fieldId: string]: readonly {
      readonly id: string;
      readonly name: string;
      readonly data: RecordData;
    }[];
  };
  /** Texts of cells that do not fit their field's type. */
  readonly raw?: RawTexts;
  /** Place in the table's own order. */
  readonly position: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface MetadataAnswer {
  readonly basePublicId: string;
  readonly name: string;
  readonly workspaceId: string | null;
  readonly role: BaseRole;
  /** Whether it is in the trash: then it can only be read, until it is restored. */
  readonly trashed: boolean;
  /** The base's seq at reading. */
  readonly version: number;
  readonly metadata: BaseMetadata;
}

export interface Done {
  readonly ok: true;
}
