import { blockOf, type Content } from '@weft/documents';
import { type FormPage, firstPageId, pagesOf, type QuestionTypeName } from '@weft/forms';
import { toast } from '@weft/ui';
import { useCallback, useMemo, useState } from 'react';
import { newId } from '../../session/new-id.ts';
import { addQuestion, deleteBlock, duplicateQuestion, moveBlock } from './form-edits.ts';
import type { FormSession } from './form-session.ts';

/** What is being dragged: a question of the form, or a new one of a type. */
type Dragged = { readonly id: string } | { readonly type: QuestionTypeName };

export interface QuestionList {
  /** The page that the sheet shows; null: the first. */
  readonly pageId: string | null;
  readonly openPage: (id: string) => void;
  /** The question whose settings show. */
  readonly selected: string | null;
  readonly select: (id: string | null) => void;
  /** Leads to a page, or a question with the page it stands on. */
  readonly show: (id: string) => void;
  readonly dragged: Dragged | null;
  readonly drag: (what: Dragged | null) => void;
  /** Puts what is dragged before the question at an index. */
  readonly drop: (index: number) => void;
  /** Adds a question behind the selected one, or at an index. */
  readonly add: (type: QuestionTypeName, index?: number) => void;
  readonly move: (id: string, by: number) => void;
  readonly duplicate: (id: string) => void;
  readonly remove: (id: string) => void;
}

/** The page that the sheet shows. */
export function shownPage(content: Content, pageId: string | null): FormPage | undefined {
  const pages = pagesOf(content);
  return pages.find(({ id }) => id === pageId) ?? pages[0];
}

/** The page a question stands on, and the questions there in order. */
function placeOf(content: Content, id: string | null, pageId: string | null) {
  const parent = id === null ? undefined : blockOf(content, id)?.parent;
  const page = shownPage(content, parent ?? pageId);
  const ids = (page?.questions ?? []).map((question) => question.id);
  return { pageId: page?.id ?? firstPageId, ids, index: id === null ? -1 : ids.indexOf(id) };
}

/** Where a new or selected question takes its label: the editor moves the focus there. */
export const labelId = (id: string): string => `label-${id}`;

/** The element is there once React has drawn the new state. */
const focusLabel = (id: string): void => {
  setTimeout(() => document.getElementById(labelId(id))?.focus());
};

/** Selecting and arranging questions, by press, key and drag alike. */
export function useQuestionList(session: FormSession): QuestionList {
  const [selected, select] = useState<string | null>(null);
  const [dragged, drag] = useState<Dragged | null>(null);
  const [pageId, showPage] = useState<string | null>(null);
  const openPage = useCallback((id: string) => {
    showPage(id);
    select(null);
  }, []);
  const show = useCallback(
    (id: string) => {
      const { content } = session.getState();
      const page = blockOf(content, id)?.parent ?? null;
      if (page === null) return openPage(id);
      showPage(page);
      select(id);
      focusLabel(id);
    },
    [session, openPage],
  );
  const add = useCallback(
    (type: QuestionTypeName, index?: number) => {
      const { content } = session.getState();
      const { pageId: page, ids, index: behind } = placeOf(content, selected, pageId);
      const id = newId('fld');
      session.edit(
        addQuestion(content, page, id, type, index ?? (behind === -1 ? ids.length : behind + 1), newId),
      );
      select(id);
      focusLabel(id);
    },
    [session, selected, pageId],
  );
  const move = useCallback(
    (id: string, by: number) => {
      const { content } = session.getState();
      session.edit(moveBlock(content, id, placeOf(content, id, null).index + by));
    },
    [session],
  );
  const drop = useCallback(
    (index: number) => {
      drag(null);
      if (dragged === null) return;
      if ('type' in dragged) return add(dragged.type, index);
      const { content } = session.getState();
      const from = placeOf(content, dragged.id, null).index;
      session.edit(moveBlock(content, dragged.id, index > from ? index - 1 : index));
      select(dragged.id);
    },
    [session, dragged, add],
  );
  const duplicate = useCallback(
    (id: string) => {
      const copyId = newId('fld');
      session.edit(duplicateQuestion(session.getState().content, id, copyId, newId));
      select(copyId);
      focusLabel(copyId);
    },
    [session],
  );
  const remove = useCallback(
    (id: string) => {
      const { content } = session.getState();
      const { ids, index } = placeOf(content, id, null);
      const next = ids[index + 1] ?? ids[index - 1] ?? null;
      const name = String(blockOf(content, id)?.props.label ?? '') || 'Question';
      session.edit(deleteBlock(content, id));
      select(next);
      if (next !== null) focusLabel(next);
      toast(`${name} deleted`, { action: { label: 'Undo', onSelect: session.undo } });
    },
    [session],
  );
  return useMemo(
    () => ({ pageId, openPage, selected, select, show, dragged, drag, drop, add, move, duplicate, remove }),
    [pageId, openPage, selected, show, dragged, drop, add, move, duplicate, remove],
  );
}
