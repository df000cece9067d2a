import { flushSync } from 'react-dom';
import { copyCells, cutCells, pasteCells } from './clipboard.ts';
import { runCommand } from './commands.ts';
import { beginEdit } from './edits.ts';
import type { GridController } from './grid-controller.ts';
import { type Command, commandOf } from './model/keys.ts';

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
  // On touch the keyboard comes with the editor, not with each tap on a cell.
  if (matchMedia('(pointer: coarse)').matches) proxy.inputMode = 'none';

  const type = () => {
    const text = proxy.value;
    proxy.value = '';
    proxy.classList.remove('is-composing');
    // The next key must reach the editor, so it is there before this one is done.
    if (text !== '') flushSync(() => beginEdit(grid, text));
  };

  listen('keydown', (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    const command = commandOf({
      key: event.key,
      ctrl: event.ctrlKey || event.metaKey,
      shift: event.shiftKey,
      alt: event.altKey,
    });
    if (command === null) return;
    let done = false;
    flushSync(() => {
      done = toHeader(grid, command) || runCommand(grid, command);
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
  listen('compositionend', () => setTimeout(type));
  listen('focus', () => grid.elements?.root.classList.add('is-focused'));
  listen('blur', () => grid.elements?.root.classList.remove('is-focused'));
  listen('copy', (event) => void copyCells(grid, event));
  listen('cut', (event) => void cutCells(grid, event));
  listen('paste', (event) => pasteCells(grid, event));
  return () => stop.abort();
}

/** Arrow up from the first row goes to the field's header. */
function toHeader(grid: GridController, command: Command): boolean {
  const { selection } = grid.state;
  if (command.type !== 'move' || command.rows !== -1 || command.extend || selection?.active.row !== 0)
    return false;
  const column = grid.column(selection.active.column);
  const button = grid.elements?.root.querySelector<HTMLElement>(`[data-field-menu="${column?.field.id}"]`);
  button?.focus();
  return button !== null && button !== undefined;
}
