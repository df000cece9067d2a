import { type FormPage, type PageKind, pageIndex, questionType } from '@weft/forms';
import type { IconType } from '@weft/ui';
import { BookOpen, FileText, Flag, ListChecks } from 'lucide-react';

/** THE list: how the editor shows each kind of page. */
export const pageLooks: { readonly [K in PageKind]: { readonly label: string; readonly icon: IconType } } = {
  cover: { label: 'Cover', icon: BookOpen },
  form: { label: 'Page', icon: FileText },
  review: { label: 'Review', icon: ListChecks },
  ending: { label: 'Ending', icon: Flag },
};

/** A page as its row names it. */
export const pageLabel = (pages: readonly FormPage[], page: FormPage): string =>
  page.title.trim() || `${pageLooks[page.kind].label} ${pageIndex(pages, page) + 1}`;

/** What stands under its name. */
export function pageMeta({ kind, questions }: FormPage): string {
  if (kind !== 'form') return pageLooks[kind].label;
  const count = questions.filter(({ type }) => questionType(type).isContent !== true).length;
  return count === 1 ? '1 question' : `${count} questions`;
}
