import { copyCells, cutCells } from './clipboard.ts';
import type { GridController } from './grid-controller.ts';
import { isWithin, selectCell } from './model/selection.ts';

/** Where a menu opens, in pixels of the window. */
export interface OpenMenu {
  readonly getBoundingClientRect: () => DOMRect;
}

export const pointAt = (x: number, y: number): OpenMenu => ({
  getBoundingClientRect: () => new DOMRect(x, y, 0, 0),
});

/** The keys that ask for a context menu everywhere. */
export const asksForMenu = ({
  key,
  shiftKey,
}: {
  readonly key: string;
  readonly shiftKey: boolean;
}): boolean => key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** The active cell's lower edge: where a menu asked for by key opens. */
function activeCellAt(grid: GridController): OpenMenu | null {
  const { selection, columns } = grid.state;
  const { content, scroller } = grid.elements ?? {};
  if (!selection || !content || !scroller) return null;
  grid.reveal(selection.active);
  const rect = grid.viewport.rectOf(selection.active);
  if (!rect) return null;
  const box = content.getBoundingClientRect();
  const left = selection.active.column < columns.held ? scroller.getBoundingClientRect().left : box.left;
  return {
    getBoundingClientRect: () => new DOMRect(left + rect.left, box.top + rect.top, rect.width, rect.height),
  };
}

/** Opens the context menu by right click, long press and menu keys. Returns the clean-up. */
export function followMenu(grid: GridController, open: (at: OpenMenu) => void): () => void {
  const { rows, proxy } = grid.elements ?? {};
  if (!rows || !proxy) return () => {};
  const stop = new AbortController();
  const { signal } = stop;
  rows.addEventListener(
    'contextmenu',
    (event) => {
      // A link keeps the browser's own menu, which can open it elsewhere.
      if (event.target instanceof Element && event.target.closest('a')) return;
      event.preventDefault();
      const place = grid.placeAt(event.clientX, event.clientY);
      const { selection } = grid.state;
      if (selection === null || !isWithin(selection, place)) grid.select(selectCell(place), false);
      grid.focus();
      open(pointAt(event.clientX, event.clientY));
    },
    { signal },
  );
  proxy.addEventListener(
    'keydown',
    (event) => {
      if (!asksForMenu(event)) return;
      event.preventDefault();
      const at = activeCellAt(grid);
      if (at !== null) open(at);
    },
    { signal },
  );
  proxy.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  return () => stop.abort();
}

/** Copies or cuts the selected cells as the keys do: the browser lets a press of a menu's entry write, too. */
export function copyFromMenu(grid: GridController, kind: 'copy' | 'cut'): void {
  const stop = new AbortController();
  document.addEventListener(
    'copy',
    (event) => {
      event.stopImmediatePropagation();
      void (kind === 'copy' ? copyCells : cutCells)(grid, event);
    },
    { capture: true, signal: stop.signal },
  );
  const done = document.execCommand('copy');
  stop.abort();
  if (!done) grid.props.onNotice('The browser did not allow copying. Nothing was copied.');
}

/** Whether a page can ask for what is on the clipboard: only over TLS, and not in every browser. */
export const canReadClipboard = (): boolean => typeof navigator.clipboard?.read === 'function';

/** Pastes what is on the clipboard, as the key does; the browser may ask the person first. */
export async function pasteFromMenu(grid: GridController): Promise<void> {
  try {
    const data = new DataTransfer();
    for (const item of await navigator.clipboard.read())
      for (const type of ['text/html', 'text/plain'])
        if (item.types.includes(type)) data.setData(type, await (await item.getType(type)).text());
    grid.elements?.proxy.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  } catch {
    grid.props.onNotice('The browser did not allow reading what was copied. Paste it by key.');
  }
}
