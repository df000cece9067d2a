import { useEffect } from 'react';
import { appBlocksMime, readCopied } from '../app-edits.ts';
import type { AppView } from './use-app-view.ts';

/** Whether the event is the editor's, and not that of a text field in it. */
const isOfEditor = ({ target }: Event): boolean =>
  target === document.body ||
  (target instanceof Element &&
    target.closest('input, textarea, [contenteditable], [role="dialog"]') === null);

/** Copies, cuts and pastes the selected block by the browser's own keys and menu, also from app to app. */
export function useAppClipboard(view: AppView): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      if (!isOfEditor(event) || !(getSelection()?.isCollapsed ?? true)) return;
      const copied = view.copied();
      if (copied === null || event.clipboardData === null) return;
      event.preventDefault();
      event.clipboardData.setData(appBlocksMime, JSON.stringify(copied));
      event.clipboardData.setData('text/plain', '');
      if (event.type === 'cut' && view.selected !== null) view.remove(view.selected);
    };
    const paste = (event: ClipboardEvent) => {
      const copied = readCopied(event.clipboardData?.getData(appBlocksMime) ?? '');
      if (copied === null || !isOfEditor(event)) return;
      event.preventDefault();
      view.paste(copied);
    };
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, [view]);
}
