import { type Content, themeOf } from '@weft/documents';
import {
  imageOf,
  longestLabel,
  pageIndex,
  pagesOf,
  questionTypeNames,
  rowsOf,
  targetsOf,
  titleOf,
} from '@weft/forms';
import { cx, Menu } from '@weft/ui';
import { type DragEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { setProp } from '../../editor/set-prop.ts';
import type { Target } from './block-rows.ts';
import { CanvasText } from './CanvasText.tsx';
import type { FormSession } from './form-session.ts';
import { QuestionBlock } from './QuestionBlock.tsx';
import { typeItems } from './question-looks.tsx';
import { themeStyle } from './sheet-theme.ts';
import { labelId, pageTitleId, paletteSearchId, type QuestionList, shownPage } from './use-question-list.ts';

export interface FormCanvasProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly list: QuestionList;
}

/** Pixels at the edge of a block over which something dragged goes beside it. */
const besideEdge = 96;

/** Where something would be dropped here. */
function targetAt(sheet: HTMLElement, x: number, y: number, pageId: string): Target {
  const blocks = [...sheet.querySelectorAll<HTMLElement>('[data-question]')].map((block) => ({
    id: block.dataset.question ?? '',
    box: block.getBoundingClientRect(),
  }));
  const over = blocks.find(({ box }) => x >= box.left && x < box.right && y >= box.top && y < box.bottom);
  if (over === undefined) {
    const below = blocks.find(({ box }) => y < box.top + box.height / 2);
    return below === undefined ? { kind: 'last', pageId } : { kind: 'above', id: below.id };
  }
  const { id, box } = over;
  const edge = Math.min(besideEdge, box.width / 4);
  if (x < box.left + edge) return { kind: 'before', id };
  if (x > box.right - edge) return { kind: 'behind', id };
  return { kind: y < box.top + box.height / 2 ? 'above' : 'below', id };
}

const isSame = (a: Target | null, b: Target): boolean =>
  a !== null && a.kind === b.kind && ('id' in a && 'id' in b ? a.id === b.id : true);

const widths = ['', 'col-span-6', 'col-span-3', 'col-span-2'];

/** The form as people will see it, written and arranged in place. */
export function FormCanvas({ session, content, list }: FormCanvasProps) {
  const pages = pagesOf(content);
  const page = shownPage(content, list.pageId);
  const questions = page?.questions ?? [];
  const hasTitle = page !== undefined && (pages.length > 1 || page.title !== '');
  const theme = useMemo(() => themeOf(content), [content]);
  const cover = imageOf(content.props.cover);
  const sheet = useRef<HTMLDivElement>(null);
  const latest = useRef(list);
  useLayoutEffect(() => {
    latest.current = list;
  }, [list]);
  const { selection, dragged } = list;
  const draggedIds = dragged !== null && 'ids' in dragged ? dragged.ids : [];
  const [target, setTarget] = useState<Target | null>(null);
  const over = (event: DragEvent) => {
    if (list.dragged === null || sheet.current === null || page === undefined) return;
    event.preventDefault();
    const next = targetAt(sheet.current, event.clientX, event.clientY, page.id);
    if (!isSame(target, next)) setTarget(next);
  };
  const dropAt = list.dragged === null ? null : target;
  const addItems = typeItems(
    questionTypeNames,
    (name) => page && list.add(name, { kind: 'last', pageId: page.id }),
  );
  /** Behind a title comes the first question, or what can be asked. */
  const goOn = () => {
    const [first] = questions;
    document.getElementById(first === undefined ? paletteSearchId : labelId(first.id))?.focus();
  };
  return (
    <section
      aria-label="Form"
      data-canvas
      className="min-w-0 flex-1 overflow-y-auto bg-sunken px-10 pt-10 pb-16 dark:bg-canvas"
      onDragOver={over}
      onDrop={(event) => {
        if (dropAt === null) return;
        event.preventDefault();
        setTarget(null);
        list.drop(dropAt);
      }}
      onPointerDown={(event) => event.target === event.currentTarget && list.select(null)}
    >
      {page !== undefined && pages.length > 1 && (
        <p className="mx-auto mb-3 w-full max-w-180 text-base text-text-muted">
          Page {pageIndex(pages, page) + 1} of {pages.length}
        </p>
      )}
      <div
        ref={sheet}
        className={cx(
          'mx-auto w-full max-w-180 rounded-[10px] border bg-canvas px-10 py-10 text-lead',
          theme === null && 'dark:bg-surface',
        )}
        style={themeStyle(theme)}
      >
        {cover !== null && (
          <img
            src={`/files/${cover.fileId}/image`}
            alt=""
            className="-mx-10 -mt-10 mb-8 block h-18 w-[calc(100%+5rem)] max-w-none rounded-t-[9px] object-cover"
          />
        )}
        <h2>
          <CanvasText
            label="Title"
            value={titleOf(content)}
            placeholder="Untitled form"
            maxLength={longestLabel}
            className={
              hasTitle && page.title !== '' ? 'text-accent-text text-body' : 'font-semibold text-display'
            }
            onFocus={() => list.select(null)}
            onChange={(text) => session.edit(setProp(content, null, 'title', text), { typed: true })}
            onEnter={goOn}
          />
        </h2>
        {hasTitle && (
          <h3 className="mt-1">
            <CanvasText
              id={pageTitleId}
              label="Page title"
              value={page.title}
              placeholder={page.kind === 'ending' ? 'Thank you' : 'Page title'}
              maxLength={longestLabel}
              className={page.title === '' ? 'text-title' : 'font-semibold text-display'}
              onFocus={() => list.select(null)}
              onChange={(text) => session.edit(setProp(content, page.id, 'label', text), { typed: true })}
              onEnter={goOn}
            />
          </h3>
        )}
        {page !== undefined && page.text !== '' && (
          <p className="mt-2 whitespace-pre-line break-words text-text-muted">{page.text}</p>
        )}
        {page?.kind === 'review' && (
          <p className="mt-4 rounded-lg border border-dashed p-4 text-body text-text-muted">
            Here everybody sees what they have answered, and can go back to change it.
          </p>
        )}
        <ol className="-mx-5 mt-5 grid grid-cols-6">
          {rowsOf(questions).flatMap((row) =>
            row.map((question) => (
              <li key={question.id} className={cx('min-w-0', widths[row.length])}>
                <QuestionBlock
                  session={session}
                  content={content}
                  question={question}
                  index={questions.indexOf(question)}
                  list={list}
                  latest={latest}
                  isSelected={selection.includes(question.id)}
                  isOnly={selection.length === 1 && selection[0] === question.id}
                  isDragged={draggedIds.includes(question.id)}
                  drop={dropAt !== null && 'id' in dropAt && dropAt.id === question.id ? dropAt.kind : null}
                />
              </li>
            )),
          )}
        </ol>
        {dropAt?.kind === 'last' && <div aria-hidden="true" className="h-0.5 rounded-full bg-accent" />}
        <Menu
          label="Add a block"
          width={220}
          trigger={
            <button
              type="button"
              className="mt-3 flex h-9 items-center gap-1.5 rounded-md text-body text-text-subtle hover:text-text"
            >
              {questions.length === 0 ? 'Add the first question, or type' : 'Type'}
              <kbd className="rounded-sm border bg-surface px-1.5 font-sans text-small">/</kbd>
              {questions.length > 0 && 'to add a block'}
            </button>
          }
          items={addItems}
        />
        {page !== undefined && page.kind !== 'ending' && (
          <div
            aria-hidden="true"
            className="mt-6 inline-flex h-12 items-center rounded-lg bg-accent px-6 font-medium text-on-accent"
          >
            {targetsOf(pages, page).every(({ kind }) => kind === 'ending')
              ? 'Submit'
              : page.kind === 'cover'
                ? 'Start'
                : 'Next'}
          </div>
        )}
      </div>
    </section>
  );
}
