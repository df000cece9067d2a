import { useEffect } from 'react';
import { blocksMime, readCopied, textOfCopied } from './block-clipboard.ts';
import type { QuestionList } from './use-question-list.ts';

/** Whether the event is the sheet's, and not that of a text field beside it. */
const isOfSheet = ({ target }: Event): boolean =>
  target === document.body || (target instanceof Element && target.closest('[data-canvas]') !== null);

/** Text of a label that is selected is copied as text. */
const hasText = ({ target }: Event): boolean =>
  target instanceof HTMLTextAreaElement && target.selectionStart !== target.selectionEnd;

/** Copies, cuts and pastes the selected blocks by the browser's own keys and menu, also from form to form. */
export function useBlockClipboard(list: QuestionList, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const copy = (event: ClipboardEvent) => {
      if (!isOfSheet(event) || hasText(event)) return;
      const copied = list.copied();
      if (copied === null || event.clipboardData === null) return;
      event.preventDefault();
      event.clipboardData.setData(blocksMime, JSON.stringify(copied));
      event.clipboardData.setData('text/plain', textOfCopied(copied));
      if (event.type === 'cut' && list.selected !== null) list.remove(list.selected);
    };
    const paste = (event: ClipboardEvent) => {
      const copied = readCopied(event.clipboardData?.getData(blocksMime) ?? '');
      if (copied === null || !isOfSheet(event)) return;
      event.preventDefault();
      list.paste(copied);
    };
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, [list, isShown]);
}
