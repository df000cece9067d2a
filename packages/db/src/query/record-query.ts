import type { BaseRecord, Filter, Group, RecordData, Sort } from '@weft/core';

export interface RecordQuery {
  readonly tableId: string;
  readonly filter?: Filter | null;
  readonly sort?: Sort;
  readonly search?: string;
  /** The reader's IANA zone, for date filters. */
  readonly timeZone: string;
  /** The reader's BCP 47 locale: the search looks in what a person sees; 'en-US' when left out. */
  readonly locale?: string;
  /** ISO instant, for relative date filters. */
  readonly now: string;
  /** Leaves other fields out of the answer. */
  readonly fieldIds?: readonly string[];
}

/**
 * Lets a read that may look through a whole table begin when it is its turn. When the signal is aborted, the read is
 * ended with the signal's reason.
 */
export type RunScan = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Nobody else is there. */
export const runScanNow: RunScan = (work) => work(new AbortController().signal);

export interface RecordPage {
  readonly records: readonly BaseRecord[];
  readonly nextCursor: string | null;
  /** The base's seq at reading. */
  readonly version: number;
  readonly total?: number;
}

/** What the records of a page are linked to. */
export interface Linked {
  /** By link field, or lookup that shows links, and id of the linked record. */
  readonly named: ReadonlyMap<string, ReadonlyMap<string, LinkedRecord>>;
  /** The records with the values of their lookups. */
  readonly records: readonly BaseRecord[];
}

export interface LinkedRecord {
  /** The primary cell as a text; '' when it is empty. */
  readonly name: string;
  /** The primary cell, and those that lookups show. */
  readonly data: RecordData;
}

/** What records are grouped by, and of which fields the columns are added up. */
export interface GroupKeys {
  readonly groups: Sort;
  readonly summarised: readonly string[];
}

export interface Groups {
  /** In order; empty where there are more than `maxGroups`. */
  readonly groups: readonly Group[];
  readonly tooMany: boolean;
}
