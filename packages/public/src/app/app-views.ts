/** What a page of a published app shows, as its server knows it: everything is a text already, and whatever may not be seen is not there. */

interface Chip {
  readonly label: string;
  /** Null: without a colour of its own. */
  readonly color: string | null;
}

export type CellView =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string; readonly atEnd?: boolean; readonly isLong?: boolean }
  | { readonly kind: 'chips'; readonly chips: readonly Chip[] }
  | { readonly kind: 'bar'; readonly share: number; readonly text: string }
  | { readonly kind: 'stars'; readonly count: number; readonly most: number }
  | { readonly kind: 'check'; readonly checked: boolean }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | {
      readonly kind: 'records';
      readonly records: readonly { readonly name: string; readonly href: string | null }[];
    }
  | {
      readonly kind: 'files';
      readonly files: readonly {
        readonly name: string;
        readonly href: string;
        readonly thumb: string | null;
      }[];
    };

export interface RowView {
  /** Where it opens; null: nowhere. */
  readonly href: string | null;
  readonly isOpen: boolean;
  /** In the order of the columns; the first names the row. */
  readonly cells: readonly CellView[];
}

export interface ColumnView {
  readonly id: string;
  readonly name: string;
  readonly atEnd: boolean;
  /** The address that sorts by it, and how it is sorted now; null: it does not sort. */
  readonly sort: { readonly href: string; readonly is: 'asc' | 'desc' | null } | null;
}

export interface RowsView {
  /** The column of pictures that stand beside the names instead; null: pictures have none, or one of their own. */
  readonly pictures: number | null;
  readonly columns: readonly ColumnView[];
  readonly rows: readonly RowView[];
  /** '6 of 14 orders' */
  readonly count: string;
  /** The address of the page with what follows; null: nothing does. */
  readonly more: string | null;
  readonly download: string | null;
  /** Instead of rows. */
  readonly empty: { readonly text: string; readonly clear: string | null };
}

export interface BoardView {
  readonly lanes: readonly {
    /** What a card gets that is moved here; '' for none. */
    readonly value: string;
    readonly chip: Chip;
    readonly count: number;
    readonly cards: readonly (RowView & { readonly id: string })[];
    /** Where more of them are drawn; null: these are as many as are. */
    readonly more: string | null;
  }[];
  /** What is not drawn, in words. */
  readonly note: string | null;
  /** What moves a card; null: nobody who looks moves any. */
  readonly moves: SentView | null;
}

export interface MonthView {
  readonly title: string;
  readonly previous: string;
  readonly next: string;
  readonly weekdays: readonly string[];
  readonly days: readonly {
    readonly day: number;
    /** 'Monday 3 November' */
    readonly label: string;
    readonly isOutside: boolean;
    readonly isToday: boolean;
    readonly rows: readonly RowView[];
  }[];
  /** What is left out. */
  readonly note: string | null;
}

export interface DetailView {
  /** Null: what names the record is not among its fields. */
  readonly name: CellView | null;
  readonly chip: CellView | null;
  readonly fields: readonly { readonly label: string; readonly cell: CellView; readonly isWide: boolean }[];
  /** Back to the list. */
  readonly back: string | null;
}

interface ControlOf<Kind extends string> {
  readonly kind: Kind;
}
export type ControlView =
  | (ControlOf<'text' | 'long' | 'email' | 'url' | 'tel' | 'date' | 'datetime'> & { readonly value: string })
  | (ControlOf<'number'> & { readonly value: string; readonly step: string })
  | (ControlOf<'check'> & { readonly checked: boolean })
  | (ControlOf<'select'> & {
      readonly several: boolean;
      /** The parameter of the page that searches among more than are here; null: there are no others. */
      readonly find: string | null;
      readonly options: readonly {
        readonly value: string;
        readonly label: string;
        readonly chosen: boolean;
      }[];
    })
  | (ControlOf<'files'> & { readonly kept: readonly { readonly id: string; readonly name: string }[] });

export interface InputView {
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  readonly required: boolean;
  /** By what is filled in now; without a script it stands there all the same. */
  readonly isAsked: boolean;
  readonly fault: string | null;
  readonly control: ControlView;
}

/** Something that a press sends, with what it is told. */
export interface SentView {
  readonly action: string;
  /** What goes along, and nobody sees. */
  readonly parts: readonly (readonly [name: string, value: string])[];
}

export interface FormBlockView extends SentView {
  readonly inputs: readonly InputView[];
  /** What it asks for depends on what is filled in. */
  readonly asks: boolean;
  readonly submit: string;
  readonly takesFiles: boolean;
  /** Of all of it. */
  readonly fault: string | null;
  /** What was done, where it was. */
  readonly done: string | null;
}

export interface ChartView {
  readonly kind: 'bar' | 'line' | 'pie';
  readonly label: string;
  readonly valueLabel: string;
  /** `share`: of the largest. */
  readonly points: readonly {
    readonly label: string;
    readonly value: string;
    readonly share: number;
    readonly color: string | null;
  }[];
  readonly note: string | null;
}

export type ButtonView = {
  readonly label: string;
  readonly icon: string | null;
  readonly primary: boolean;
} & (
  | { readonly href: string; readonly outside: boolean }
  | {
      readonly sent: SentView;
      readonly confirm: string | null;
      /** What is said of the press before. */
      readonly done: string | null;
    }
);

export interface FilterView {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly chosen: boolean }[];
  /** The parameter that searches among more than are here; null: there are no more. */
  readonly find: string | null;
}

export interface BlockView {
  readonly id: string;
  readonly title: string | null;
  readonly content:
    | {
        readonly kind: 'heading';
        readonly text: string;
        readonly level: 1 | 2 | 3;
        readonly below: string | null;
      }
    | { readonly kind: 'text'; readonly text: string }
    | {
        readonly kind: 'image';
        readonly src: string;
        readonly alt: string;
        readonly leads: { readonly href: string; readonly outside: boolean } | null;
      }
    | { readonly kind: 'button'; readonly button: ButtonView }
    | {
        readonly kind: 'metric';
        readonly label: string;
        readonly value: string;
        readonly note: string | null;
      }
    | { readonly kind: 'table' | 'list' | 'gallery'; readonly rows: RowsView }
    | { readonly kind: 'kanban'; readonly board: BoardView }
    | { readonly kind: 'calendar'; readonly month: MonthView }
    | { readonly kind: 'detail'; readonly detail: DetailView; readonly actions: readonly ButtonView[] }
    | { readonly kind: 'form'; readonly form: FormBlockView }
    | { readonly kind: 'chart'; readonly chart: ChartView }
    | {
        readonly kind: 'search';
        /** The block that it narrows. */
        readonly target: string;
        readonly label: string;
        readonly name: string;
        readonly value: string;
        readonly action: string;
        readonly parts: SentView['parts'];
      }
    | {
        readonly kind: 'filterBar';
        readonly target: string;
        readonly filters: readonly FilterView[];
        readonly action: string;
        readonly parts: SentView['parts'];
      }
    | { readonly kind: 'embed'; readonly src: string; readonly label: string; readonly height: number }
    | { readonly kind: 'section'; readonly blocks: readonly BlockView[] }
    | {
        readonly kind: 'columns';
        readonly columns: readonly (readonly BlockView[])[];
        readonly showsRecord: boolean;
      }
    | {
        readonly kind: 'tabs';
        readonly tabs: readonly { readonly label: string; readonly href: string; readonly isOpen: boolean }[];
        readonly blocks: readonly BlockView[];
      }
    /** In the editor alone: why there is nothing of it. */
    | { readonly kind: 'hidden'; readonly why: string };
}

export interface AppPageView {
  readonly appName: string;
  /** The address of its image; null: it has none. */
  readonly logo: string | null;
  readonly title: string;
  readonly navigation: 'top' | 'side';
  readonly home: string;
  readonly pages: readonly {
    readonly label: string;
    readonly href: string;
    readonly icon: string | null;
    readonly isOpen: boolean;
  }[];
  readonly person: { readonly name: string; readonly email: string; readonly signOut: SentView } | null;
  /** Where visitors sign in; null: nobody does. */
  readonly signIn: string | null;
  readonly blocks: readonly BlockView[];
  /** Said above everything. */
  readonly notice: string | null;
  /** Why something that was pressed was not done. */
  readonly fault: string | null;
  /** It is the draft, in the editor. */
  readonly canvas: boolean;
  /** Where it is told of changes; null: it is not. */
  readonly live: string | null;
}
