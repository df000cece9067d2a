/** What a key means to the grid, as in the spreadsheets people know. */
export type Command =
  | {
      readonly type: 'move';
      readonly rows: -1 | 0 | 1;
      readonly columns: -1 | 0 | 1;
      readonly extend: boolean;
    }
  | {
      readonly type: 'jump';
      readonly rows: -1 | 0 | 1;
      readonly columns: -1 | 0 | 1;
      readonly extend: boolean;
    }
  | { readonly type: 'page'; readonly by: -1 | 1; readonly extend: boolean }
  | { readonly type: 'page-aside'; readonly by: -1 | 1; readonly extend: boolean }
  | { readonly type: 'row-edge'; readonly end: boolean; readonly extend: boolean }
  | { readonly type: 'corner'; readonly end: boolean; readonly extend: boolean }
  | { readonly type: 'tab'; readonly by: -1 | 1 }
  | { readonly type: 'move-rows'; readonly by: -1 | 1 }
  | {
      readonly type:
        | 'edit'
        | 'enter'
        | 'space'
        | 'clear'
        | 'escape'
        | 'select-all'
        | 'select-row'
        | 'select-column'
        | 'new-record'
        | 'open-record'
        | 'fill-down'
        | 'fill-right'
        | 'undo'
        | 'redo';
    };

export interface KeyPress {
  readonly key: string;
  /** Ctrl, or Command on a Mac. */
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** The press a browser tells of. */
export const pressOf = (event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}): KeyPress => ({
  key: event.key,
  ctrl: event.ctrlKey || event.metaKey,
  shift: event.shiftKey,
  alt: event.altKey,
});

const arrows: { readonly [key: string]: { readonly rows: -1 | 0 | 1; readonly columns: -1 | 0 | 1 } } = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
};

const pages: { readonly [key: string]: -1 | 1 } = { PageUp: -1, PageDown: 1 };

const withCtrl: { readonly [key: string]: Command } = {
  a: { type: 'select-all' },
  d: { type: 'fill-down' },
  r: { type: 'fill-right' },
  y: { type: 'redo' },
  ' ': { type: 'select-column' },
};

const plain: { readonly [key: string]: Command } = {
  F2: { type: 'edit' },
  Delete: { type: 'clear' },
  Backspace: { type: 'clear' },
  Escape: { type: 'escape' },
};

const withAlt = (key: string, rows: -1 | 0 | 1): Command | null =>
  rows !== 0 ? { type: 'move-rows', by: rows } : key === 'Enter' ? { type: 'open-record' } : null;

/** The command of a key; null leaves it to the browser, or to typing. */
export function commandOf({ key, ctrl, shift, alt }: KeyPress): Command | null {
  const page = pages[key];
  if (page !== undefined && !ctrl) return { type: alt ? 'page-aside' : 'page', by: page, extend: shift };
  const arrow = arrows[key];
  if (alt) return ctrl || shift ? null : withAlt(key, arrow?.rows ?? 0);
  if (arrow) return { type: ctrl ? 'jump' : 'move', ...arrow, extend: shift };
  if (key === 'Home' || key === 'End')
    return { type: ctrl ? 'corner' : 'row-edge', end: key === 'End', extend: shift };
  if (key === 'Tab') return ctrl ? null : { type: 'tab', by: shift ? -1 : 1 };
  if (key === 'Enter') return shift || ctrl ? { type: 'new-record' } : { type: 'enter' };
  if (ctrl) {
    const letter = key.toLowerCase();
    if (letter === 'z') return { type: shift ? 'redo' : 'undo' };
    return shift ? null : (withCtrl[letter] ?? null);
  }
  if (key === ' ') return { type: shift ? 'select-row' : 'space' };
  return plain[key] ?? null;
}

/** What a key means on the box that checks a row: one walks up and down, checks, or goes back to the cells. */
export type BoxCommand =
  | (Command & { readonly type: 'move' | 'jump' | 'page' | 'escape' | 'undo' | 'redo' })
  | { readonly type: 'to-cells' }
  /** `sinceLast`: also the rows from the one checked before. */
  | { readonly type: 'check'; readonly sinceLast: boolean };

/** The command of a key on a row's box; null leaves it to the browser. */
export function boxCommandOf(press: KeyPress): BoxCommand | null {
  const command = commandOf(press);
  switch (command?.type) {
    case 'space':
    case 'enter':
      return { type: 'check', sinceLast: false };
    case 'select-row':
      return { type: 'check', sinceLast: true };
    case 'move':
    case 'jump':
      if (command.rows !== 0) return { ...command, extend: false };
      return command.columns === 1 ? { type: 'to-cells' } : null;
    case 'page':
      return { ...command, extend: false };
    case 'escape':
    case 'undo':
    case 'redo':
      return { type: command.type };
    default:
      return null;
  }
}
