import type { CellValue, FieldEnv, FieldKind, FieldOf, Template, Value } from '@weft/core';
import type { CellText } from './cell-text.ts';
import type { CellPainter } from './painting/cell-painter.ts';
import type { CellChip } from './painting/chips.ts';
import type { Progression } from './series/progression.ts';

/** What a cell of another program holds beside the text it shows. */
export type ForeignValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  /** `YYYY-MM-DDTHH:mm:ss.sss` as the calendar and clock of the sheet show it; sheets know no zones. */
  | { readonly kind: 'moment'; readonly wall: string };

/** What opens over a cell to edit it (CellEditor.tsx). */
export type EditorName = 'text' | 'long-text' | 'date' | 'select' | 'stars' | 'files' | 'links';

/** What the grid knows of a kind of field. Optional parts are what a kind does otherwise than a line of text. */
export interface GridKind<K extends FieldKind = FieldKind> {
  readonly painter: CellPainter<K>;
  readonly text: CellText<FieldOf<K>>;
  /** Null where a cell is computed, toggled in place or filled in elsewhere. */
  readonly editor: EditorName | null;
  /** Space opens the editor, as it opens any list; into other cells it is written. */
  readonly opensBySpace?: true;
  /** A boolean that Enter, Space and a press on its box turn over. */
  readonly toggles?: true;
  /**
   * What a press in the active cell makes of it, `x` pixels from where its content begins; undefined: nothing. A double
   * press then opens no editor.
   */
  readonly press?: (x: number, value: CellValue, template: Template<K>) => Value<K> | null | undefined;
  /** The beginning of a value that is long, for where it is only read. */
  readonly preview?: (value: Value<K>) => string;
  /** Whether nothing can be drawn: what its values are drawn as is gone. */
  readonly isOpaque?: (template: Template<K>, env: FieldEnv) => boolean;
  /** The settings a value is shown and edited with in the form of a record, where these differ from the grid's. */
  readonly formTemplate?: (template: Template<K>, value: Value<K> | null) => Template<K>;
  /** What the form of a record draws where the cell is empty: stars to press. */
  readonly formEmpty?: Value<K>;
  /** The progression that some values begin when they are dragged on; null or absent: they are repeated. */
  readonly series?: (
    values: readonly Value<K>[],
    template: Template<K>,
    env: FieldEnv,
  ) => Progression<CellValue> | null;
  /** What another program's exact value is in a field; null or absent: the text that was shown is taken. */
  readonly ofForeign?: (exact: ForeignValue, template: Template<K>, env: FieldEnv) => Value<K> | null;
  /**
   * Kinds of a family hand their values to each other exactly: shown texts lose digits or times, or mean something else in
   * another format ('1,234', '03/04/2026').
   */
  readonly family?: 'amount' | 'moment';
  /** A pasted or filled text that does not parse leaves the cell as it is (specification 2, section 5). */
  readonly keepsOnUnfit?: true;
  /** Its values as chips, for cells that show them from other records. */
  readonly chips?: (value: Value<K>, template: Template<K>, env: FieldEnv) => readonly CellChip[];
  /** Its values are lists: those of several records are drawn as one. */
  readonly gathers?: true;
  /** The sum of some cells says nothing: shares of different wholes do not add up. */
  readonly hasNoSum?: true;
}
