import type { Content } from '@weft/documents';
import { type FormPage, formProblems, pageKinds, pagesOf } from '@weft/forms';
import { cx, Icon, IconButton, Menu } from '@weft/ui';
import { GitBranch, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { moveBlock } from './form-edits.ts';
import type { FormSession } from './form-session.ts';
import { PagePeople } from './PagePeople.tsx';
import { PageThumb } from './PageThumb.tsx';
import { pageLabel, pageLooks, pageMeta } from './page-looks.ts';
import { type QuestionList, shownPage } from './use-question-list.ts';

export interface PageStripProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly list: QuestionList;
  /** Nothing stands below it. */
  readonly fills?: boolean;
}

/** The pages in order, endings last; a press opens one, Alt with an arrow or a drag moves it. */
export function PageStrip({ session, content, list, fills = false }: PageStripProps) {
  const pages = pagesOf(content);
  const shown = shownPage(content, list.pageId);
  const [dragged, setDragged] = useState<string | null>(null);
  const faulty = new Set(
    formProblems(content).flatMap(({ blockId }) => {
      const page = pages.find(
        ({ id, questions }) => id === blockId || questions.some((one) => one.id === blockId),
      );
      return page === undefined ? [] : [page.id];
    }),
  );
  const moveTo = (id: string, index: number) => session.edit(moveBlock(content, id, index));
  const rowOf = (page: FormPage) => {
    const { id, rules, next } = page;
    const index = pages.indexOf(page);
    return (
      <li
        key={id}
        onDragOver={(event) => dragged !== null && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          if (dragged !== null) moveTo(dragged, index);
        }}
      >
        <button
          type="button"
          draggable
          aria-current={page.id === shown?.id ? 'true' : undefined}
          className={cx(
            'flex h-12 w-full items-center gap-3 rounded-md px-2 text-start hover:bg-hover',
            page.id === shown?.id && 'bg-pressed',
            dragged === id && 'opacity-50',
          )}
          onClick={() => list.openPage(id)}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', pageLabel(pages, page));
            setDragged(id);
          }}
          onDragEnd={() => setDragged(null)}
          onKeyDown={(event) => {
            if (!event.altKey || !/^Arrow(Up|Down)$/.test(event.key)) return;
            event.preventDefault();
            moveTo(id, index + (event.key === 'ArrowUp' ? -1 : 1));
          }}
        >
          <PageThumb content={content} page={page} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium text-base">{pageLabel(pages, page)}</span>
            <span className="block truncate text-small text-text-subtle">{pageMeta(page)}</span>
          </span>
          <PagePeople session={session} pageId={id} />
          {faulty.has(id) ? (
            <>
              <Icon of={TriangleAlert} size={14} className="text-warning-text" />
              <span className="sr-only">Something is missing</span>
            </>
          ) : (
            (rules.length > 0 || next !== null) && (
              <>
                <Icon of={GitBranch} size={14} className="text-text-subtle" />
                <span className="sr-only">Branches</span>
              </>
            )
          )}
        </button>
      </li>
    );
  };
  const endings = pages.filter(({ kind }) => kind === 'ending');
  return (
    <section aria-label="Pages" className={fills ? 'p-2' : 'max-h-1/2 shrink-0 overflow-y-auto border-b p-2'}>
      <div className="flex h-8 items-center justify-between ps-2">
        <h2 className="font-semibold text-base">Pages</h2>
        <Menu
          align="end"
          trigger={<IconButton plain size="sm" icon={Plus} label="Add a page" />}
          items={pageKinds.map((kind) => ({
            label: pageLooks[kind].label,
            icon: pageLooks[kind].icon,
            onSelect: () => list.addPage(kind),
          }))}
        />
      </div>
      <ol>{pages.filter(({ kind }) => kind !== 'ending').map(rowOf)}</ol>
      {endings.length > 0 && <ol className="mt-2">{endings.map(rowOf)}</ol>}
    </section>
  );
}
