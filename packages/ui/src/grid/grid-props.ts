import type { ReactNode } from 'react';
import type { IconType } from '../primitives/Icon.tsx';
import type { MenuItem } from '../primitives/Menu.tsx';
import type { GridActions, GridContext, GridSource } from './grid-source.ts';
import type { GridPeople } from './people.ts';

interface CellNote {
  readonly recordId: string;
  readonly fieldId: string;
  readonly text: string;
  readonly action: { readonly label: string; readonly onSelect: () => void };
}

/** Something that can be done with checked records. */
export interface CheckedItem {
  readonly label: string;
  readonly icon: IconType;
  readonly onSelect: (recordIds: readonly string[]) => void;
}

/** Columns that stand together under a heading of their own, within the header of the grid. */
export interface ColumnGroup {
  readonly label: string;
  readonly fieldIds: ReadonlySet<string>;
}

export interface GridProps {
  readonly context: GridContext;
  readonly source: GridSource;
  readonly actions: GridActions;
  /** Tells of a colleague's changes as they arrive, by record id: their cells are tinted for a moment. */
  readonly remote: (listener: (recordIds: ReadonlySet<string>) => void) => () => void;
  /** Who else is in the cells; absent where the grid is one person's. */
  readonly people?: GridPeople;
  /** Another cell is active, or none. */
  readonly onSelectCell?: (cell: { readonly recordId: string; readonly fieldId: string } | null) => void;
  /** A sentence about a cell, shown at it, with what can be done about it. */
  readonly cellNote?: CellNote | null;
  /** The grid's name for screen readers: the table's. */
  readonly label: string;
  /** Whether the table is still there: it may be deleted while the grid is on its way out. */
  readonly isOpen: () => boolean;
  /** Opens the panel of a field, or of a new one. */
  readonly onFieldPanel: (fieldId: string | null) => void;
  /** Opens a record in full; absent where records are only shown in the grid. */
  readonly onOpenRecord?: (recordId: string) => void;
  /** The field whose settings are open: its column is scrolled into view. */
  readonly shownFieldId?: string | null;
  /** The field that was made or changed a moment ago, another object each time: the selection goes to its column. */
  readonly madeField?: { readonly id: string } | null;
  readonly onDeleteField: (fieldId: string) => void;
  /** What else a field's menu offers, before the places and widths the grid knows itself. */
  readonly fieldMenu?: (fieldId: string) => readonly MenuItem[];
  /**
   * What else the menu of the cells offers about the record the active cell is in, before deleting it. `goTo` selects
   * a record that was made.
   */
  readonly recordMenu?: (recordId: string, goTo: (recordId: string) => void) => readonly MenuItem[];
  /** What else can be done with the checked records, before deleting them. */
  readonly checkedItems?: readonly CheckedItem[] | undefined;
  /** Some of the columns, which stand side by side. */
  readonly columnGroup?: ColumnGroup | undefined;
  /** Why the view shows no record, where it is not for want of any. */
  readonly none?: ReactNode;
  /**
   * A sentence for the person, where no dialog is due: what was copied, why a paste was refused. `lost`: what they had
   * typed and can no longer put anywhere. `offer`: what they can do about it.
   */
  readonly onNotice: (
    text: string,
    lost?: string,
    offer?: { readonly label: string; readonly onSelect: () => void },
  ) => void;
  /** Leaves an active search: a new record would be hidden by it. */
  readonly onClearSearch?: () => void;
  /** What is searched for: found texts are highlighted. */
  readonly search?: string;
}
