import type { Readable } from 'node:stream';
import type { BaseRecord, Field, Table, View } from '@weft/core';

/** What is exported: the records a table or a view shows, with the fields it shows. */
export interface ExportSource {
  readonly table: Table;
  /** In the order they are shown. */
  readonly fields: readonly Field[];
  readonly view: View | null;
  /** Texts that a spreadsheet takes for a formula: as they are, or with an apostrophe before them. CSV alone asks. */
  readonly formulas: 'keep' | 'escape';
  /** How many records there are now. */
  readonly count: () => Promise<number>;
  /** Whether any text may be longer than this, in UTF-16 units: false is certain. */
  readonly mayHoldText: (length: number) => Promise<boolean>;
  /** Every record in order, some thousand at a time; each call reads from the start. */
  readonly records: () => AsyncIterable<readonly BaseRecord[]>;
}

/** A kind of file a table can be exported as. */
export interface ExportFormat {
  readonly ending: string;
  readonly contentType: string;
  /** What stands in a cell of links: for people the names of the records, for programs their ids. */
  readonly links: 'names' | 'ids';
  /**
   * The file as a stream: memory does not grow with the records. Throws, before the first byte, the reason why this cannot
   * be such a file.
   */
  readonly open: (source: ExportSource) => Promise<Readable>;
}
