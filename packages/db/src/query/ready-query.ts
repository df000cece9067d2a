import type { Fragment } from '../fields/sql-field-type.ts';
import type { ColumnPlace, TableLayout } from '../schema/layout.ts';
import type { OrderKey } from './compile-sort.ts';
import type { SavedView } from './saved-view.ts';
import type { FieldPlace } from './seen-through.ts';

/** A query made ready: what to read, from where, which rows, in what order. */
export interface ReadyQuery {
  readonly layout: TableLayout;
  /** The fields whose cells are read. */
  readonly places: readonly ColumnPlace[];
  /** The columns that rows and conditions read. */
  readonly joined: readonly ColumnPlace[];
  /** The parts joined, for rows and for conditions alike. */
  readonly from: string;
  readonly where: Fragment | null;
  readonly keys: readonly OrderKey[];
  /** Folded texts that the texts of every row hold, and the fields that may show them: for the search index. */
  readonly texts: readonly string[];
  readonly searched: readonly ColumnPlace[];
  /** The saved view whose records these are, where an index can be of it. */
  readonly saved: SavedView | null;
  /** Every row, in the table's own order. */
  readonly plain: boolean;
  /** Fields whose cells decide which rows there are and in what order. */
  readonly looksAt: readonly string[];
  /** Fields of other tables that do so too, seen through links and lookups. */
  readonly looksThrough: readonly FieldPlace[];
  /** Two queries with one identity give the same rows at one version of the base; names of people are part of it. */
  readonly identity: string;
  /** What a cursor belongs to: it goes on after a person was renamed. */
  readonly asked: string;
}
