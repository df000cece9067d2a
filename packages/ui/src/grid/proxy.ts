import { flushSync } from 'react-dom';
import { copyCells, cutCells, pasteCells } from './clipboard.ts';
import { runCommand } from './commands.ts';
import { activeCell, beginEdit, type CellName, writeText } from './edits.ts';
import { toBox, toHeader } from './focus.ts';
import type { GridController } from './grid-controller.ts';
import { type Command, commandOf, pressOf } from './model/keys.ts';

/**
 * The text box that holds the focus while no editor is open. Whatever writes into it (keys, dead keys, an input
 * method, dictation) begins an edit of the active cell; composing text is shown in place until it is finished.
 */
export function followProxy(grid: GridController, proxy: HTMLTextAreaElement): () => void {
  const stop = new AbortController();
  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ) => proxy.addEventListener(type, listener, { signal: stop.signal });
  // On touch devices the keyboard opens with the editor, not with each tap on a cell.
  if (matchMedia('(pointer: coarse)').matches) proxy.inputMode = 'none';

  let composing = false;
  /** The cell a composition began in: a press may make another one active before it ends. */
  let composedIn: CellName | null = null;
  const type = () => {
    // Some input methods begin the next syllable at the moment one ends: the text is not finished yet.
    if (composing) return;
    const text = proxy.value;
    proxy.value = '';
    proxy.classList.remove('is-composing');
    const cell = composedIn;
    composedIn = null;
    if (text === '') return;
    const active = activeCell(grid);
    if (cell !== null && (cell.recordId !== active?.recordId || cell.fieldId !== active.fieldId))
      return writeText(grid, cell, text);
    // The next key must reach the editor, so it is there before this one is done.
    flushSync(() => beginEdit(grid, text));
  };

  listen('keydown', (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    const command = commandOf(pressOf(event));
    if (command === null) return;
    let done = false;
    flushSync(() => {
      done = (!event.repeat && leaveCells(grid, command)) || runCommand(grid, command);
    });
    if (!done) return;
    event.preventDefault();
    // The page has the same keys for undo.
    event.stopPropagation();
  });
  listen('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) type();
  });
  listen('compositionstart', () => {
    composing = true;
    composedIn ??= activeCell(grid);
    const { selection } = grid.state;
    if (!selection || !grid.canEdit) return;
    grid.reveal(selection.active);
    const rect = grid.viewport.rectOf(selection.active);
    if (!rect) return;
    const { left, top } = grid.viewport.scroll;
    proxy.style.left = `${rect.left - (selection.active.column < grid.state.columns.held ? 0 : left)}px`;
    proxy.style.top = `${rect.top - top}px`;
    proxy.style.width = `${rect.width + 1}px`;
    proxy.style.height = `${rect.height + 1}px`;
    proxy.classList.add('is-composing');
  });
  listen('compositionend', () => {
    composing = false;
    setTimeout(type);
  });
  listen('focus', () => grid.elements?.root.classList.add('is-focused'));
  listen('blur', () => grid.elements?.root.classList.remove('is-focused'));
  listen('copy', (event) => void copyCells(grid, event));
  listen('cut', (event) => void cutCells(grid, event));
  listen('paste', (event) => pasteCells(grid, event));
  return () => stop.abort();
}

/** Arrows beyond the first cells go to the field's header, or to the row's box; a key held down stops before. */
function leaveCells(grid: GridController, command: Command): boolean {
  const active = grid.state.selection?.active;
  if (command.type !== 'move' || command.extend || active === undefined) return false;
  if (command.rows === -1 && active.row === 0) return toHeader(grid, active.column);
  return command.columns === -1 && active.column === 0 && toBox(grid, active.row);
}
