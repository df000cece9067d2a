import { applyAll, blockOf, type Content } from '@weft/documents';
import { type FormPage, firstPageId, type PageKind, pagesOf, type QuestionTypeName } from '@weft/forms';
import { toast } from '@weft/ui';
import { useCallback, useMemo, useRef, useState } from 'react';
import { newId } from '../../session/new-id.ts';
import { type CopiedBlocks, copyBlocks, pasteBlocks } from './block-clipboard.ts';
import { placeBlocks, removeBlocks, rowsIn, stepTarget, type Target } from './block-rows.ts';
import { changeType } from './change-type.ts';
import { addPage, addQuestion, deleteBlock } from './form-edits.ts';
import type { FormSession } from './form-session.ts';

/** What is being dragged: blocks of the form, or a new one of a type. */
type Dragged = { readonly ids: readonly string[] } | { readonly type: QuestionTypeName };

export type Way = Parameters<typeof stepTarget>[2];

export interface QuestionList {
  /** The page that the sheet shows; null: the first. */
  readonly pageId: string | null;
  readonly openPage: (id: string) => void;
  /** Adds a page behind the others and opens it, its title ready to be written. */
  readonly addPage: (kind: PageKind) => void;
  /** The selected blocks, in any order. */
  readonly selection: readonly string[];
  /** The selected block whose settings show; of several the one that was selected last. */
  readonly selected: string | null;
  readonly select: (id: string | null) => void;
  /** Selects or leaves out one more block, or all from the one selected first to this one. */
  readonly selectMore: (id: string, how: 'toggle' | 'range') => void;
  readonly selectAll: () => void;
  /** The block before or behind one, over rows. */
  readonly neighbour: (id: string, by: number) => string | null;
  /** Leads to a page, or a question with the page it stands on. */
  readonly show: (id: string) => void;
  readonly dragged: Dragged | null;
  readonly drag: (what: Dragged | null) => void;
  readonly drop: (target: Target) => void;
  /** Goes to the search of the palette: what is chosen there takes the place of this question, which has no label yet. */
  readonly searchFor: (id: string) => void;
  /** Leaves the search again for the question that it was opened for. */
  readonly leaveSearch: () => void;
  /** Adds a question below the selected ones, or where it is said. */
  readonly add: (type: QuestionTypeName, target?: Target) => void;
  /** Makes a question one of another type, with what fits it. */
  readonly changeType: (id: string, type: QuestionTypeName) => void;
  /** Moves, copies or deletes a block: with all others where it is one of several selected. */
  readonly move: (id: string, way: Way) => void;
  readonly moveToPage: (id: string, pageId: string) => void;
  readonly duplicate: (id: string) => void;
  readonly remove: (id: string) => void;
  /** The selected blocks for the clipboard; null: none are. */
  readonly copied: () => CopiedBlocks | null;
  readonly paste: (copied: CopiedBlocks) => void;
}

interface Selection {
  readonly ids: readonly string[];
  /** Where a range begins. */
  readonly anchor: string | null;
  readonly last: string | null;
}

const nothing: Selection = { ids: [], anchor: null, last: null };
const only = (id: string | null): Selection => (id === null ? nothing : { ids: [id], anchor: id, last: id });

/** The page that the sheet shows. */
export function shownPage(content: Content, pageId: string | null): FormPage | undefined {
  const pages = pagesOf(content);
  return pages.find(({ id }) => id === pageId) ?? pages[0];
}

/** Where a new or selected question takes its label: the editor moves the focus there. */
export const labelId = (id: string): string => `label-${id}`;
/** The block itself takes the focus where blocks are selected and no text is written. */
export const blockId = (id: string): string => `block-${id}`;

/** Where types of questions are searched. */
export const paletteSearchId = 'palette-search';
/** The title of the page on the sheet takes the focus once the page is made. */
export const pageTitleId = 'page-title';

/** The element is there once React has drawn the new state. */
export const focusOn = (elementId: string): void => {
  setTimeout(() => document.getElementById(elementId)?.focus());
};

const countOf = (ids: readonly string[]): string => (ids.length === 1 ? 'Block' : `${ids.length} blocks`);

/** Selecting and arranging questions, by press, key and drag alike. */
export function useQuestionList(session: FormSession): QuestionList {
  const [selection, setSelection] = useState<Selection>(nothing);
  const [dragged, drag] = useState<Dragged | null>(null);
  /** The question without a label whose place the chosen type takes. */
  const replaced = useRef<string | null>(null);
  const [pageId, showPage] = useState<string | null>(null);
  const select = useCallback(
    (id: string | null) => setSelection((now) => (now.ids.length === 1 && now.last === id ? now : only(id))),
    [],
  );
  const openPage = useCallback((id: string) => {
    showPage(id);
    setSelection(nothing);
  }, []);
  return useMemo(() => {
    const page = () => shownPage(session.getState().content, pageId)?.id ?? firstPageId;
    const order = (): readonly string[] => rowsIn(session.getState().content, page()).flat();
    const chosen = () => order().filter((id) => selection.ids.includes(id));
    const all = (id: string): readonly string[] => (selection.ids.includes(id) ? chosen() : [id]);
    const selectMany = (ids: readonly string[], last: string | null, anchor = selection.anchor) => {
      setSelection({ ids, last, anchor });
      if (last !== null) focusOn(blockId(last));
    };
    /** New blocks are selected: one with its label, ready to be written. */
    const selectNew = (ids: readonly string[]) => {
      const [first] = ids;
      if (first === undefined) return;
      if (ids.length > 1) return selectMany(ids, ids.at(-1) ?? first, first);
      setSelection(only(first));
      focusOn(labelId(first));
    };
    const behind = (): Target => {
      const last = chosen().at(-1);
      return last === undefined ? { kind: 'last', pageId: page() } : { kind: 'below', id: last };
    };
    const place = (ids: readonly string[], target: Target | null): boolean => {
      if (target === null) return false;
      const edits = placeBlocks(session.getState().content, ids, target);
      session.edit(edits);
      return edits.length > 0;
    };
    const add = (type: QuestionTypeName, target: Target) => {
      const { content } = session.getState();
      const id = newId('fld');
      const added = addQuestion(content, page(), id, type, Number.POSITIVE_INFINITY, newId);
      session.edit([...added, ...placeBlocks(applyAll(content, added), [id], target)]);
      selectNew([id]);
    };
    const changeTo = (id: string, type: QuestionTypeName) => {
      const next = newId('fld');
      session.edit(changeType(session.getState().content, id, next, type, newId));
      selectNew([next]);
      // Integrations know the published form, and match it question by question.
      if (session.getState().published !== null)
        toast('This is a new question: once it is published, match it again where answers are written to', {
          action: { label: 'Undo', onSelect: () => session.undo() },
        });
    };
    const paste = (copied: CopiedBlocks, target: Target): void => {
      const pasted = pasteBlocks(session.getState().content, copied, target, newId, session.flowId);
      if (pasted === null) {
        toast('This form can’t take what was copied: it would be too much, or is unknown here');
        return;
      }
      session.edit(pasted.edits);
      selectNew(pasted.ids);
      const named = (labels: readonly string[]) => labels.map((label) => `‘${label}’`).join(', ');
      if (pasted.withoutConditions.length > 0)
        toast(
          `Conditions asked about questions that are not in this form, and were left out: ${named(pasted.withoutConditions)}`,
        );
      if (pasted.withoutPictures.length > 0)
        toast(
          `Pictures belong to the form they were uploaded to, and were left out: ${named(pasted.withoutPictures)}. Choose them again here`,
        );
    };
    return {
      ...{ pageId, openPage, select, dragged, drag },
      selection: selection.ids,
      selected: selection.last,
      selectAll: () => selectMany(order(), order().at(-1) ?? null, order()[0] ?? null),
      selectMore: (id, how) => {
        const ids = order();
        if (how === 'toggle') {
          const rest = selection.ids.filter((each) => each !== id);
          const isOn = rest.length === selection.ids.length;
          return selectMany(isOn ? [...rest, id] : rest, isOn ? id : (rest.at(-1) ?? null), id);
        }
        const [from, to] = [ids.indexOf(selection.anchor ?? id), ids.indexOf(id)].toSorted((a, b) => a - b);
        selectMany(ids.slice(Math.max(0, from ?? 0), (to ?? 0) + 1), id);
      },
      neighbour: (id, by) => order()[order().indexOf(id) + by] ?? null,
      show: (id) => {
        const { content } = session.getState();
        const parent = blockOf(content, id)?.parent ?? null;
        if (parent === null) return openPage(id);
        showPage(parent);
        setSelection(only(id));
        focusOn(labelId(id));
      },
      addPage: (kind) => {
        const id = newId('pag');
        session.edit(addPage(session.getState().content, id, kind));
        openPage(id);
        focusOn(pageTitleId);
      },
      searchFor: (id) => {
        replaced.current = id;
        document.getElementById(paletteSearchId)?.focus();
      },
      leaveSearch: () => {
        if (replaced.current !== null) document.getElementById(labelId(replaced.current))?.focus();
        replaced.current = null;
      },
      add: (type, target) => {
        const id = replaced.current;
        replaced.current = null;
        const isEmpty = id !== null && blockOf(session.getState().content, id)?.props.label === '';
        if (target === undefined && isEmpty && id === selection.last) changeTo(id, type);
        else add(type, target ?? behind());
      },
      changeType: changeTo,
      drop: (target) => {
        drag(null);
        if (dragged === null) return;
        if ('type' in dragged) return add(dragged.type, target);
        place(dragged.ids, target);
        if (dragged.ids.length === 1) setSelection(only(dragged.ids[0] ?? null));
      },
      move: (id, way) => {
        const focused = document.activeElement?.id;
        if (place(all(id), stepTarget(session.getState().content, all(id), way)) && focused !== undefined)
          focusOn(focused);
      },
      moveToPage: (id, to) => {
        place(all(id), { kind: 'last', pageId: to });
        openPage(to);
      },
      duplicate: (id) => {
        const ids = all(id);
        const last = ids.at(-1);
        if (last !== undefined)
          paste(copyBlocks(session.getState().content, ids, session.flowId), { kind: 'below', id: last });
      },
      remove: (id) => {
        const ids = all(id);
        const { content } = session.getState();
        const shown = order();
        const left = shown.filter((each) => !ids.includes(each));
        const next = left[shown.indexOf(ids[0] ?? '')] ?? left.at(-1) ?? null;
        const name =
          ids.length === 1 ? String(blockOf(content, id)?.props.label ?? '') || 'Question' : countOf(ids);
        session.edit(removeBlocks(content, ids, deleteBlock));
        setSelection(only(next));
        if (next !== null) focusOn(ids.length === 1 ? labelId(next) : blockId(next));
        toast(`${name} deleted`, { action: { label: 'Undo', onSelect: session.undo } });
      },
      copied: () =>
        selection.ids.length === 0 ? null : copyBlocks(session.getState().content, chosen(), session.flowId),
      paste: (copied) => paste(copied, behind()),
    } satisfies QuestionList;
  }, [session, selection, pageId, dragged, openPage, select]);
}
