import {
  type AppPage,
  appFaults,
  type BlockName,
  blockType,
  freeSlug,
  isBlockName,
  pageProps,
} from '@weft/apps';
import { applyAll, blockOf, type Content, type Edit } from '@weft/documents';
import { toast } from '@weft/ui';
import { useCallback, useMemo, useState } from 'react';
import type { TreePlace, TreeStep } from '../../../editor/TreeList.tsx';
import { newId } from '../../../session/new-id.ts';
import { type AppEditing, blockLabel } from '../app-editing.ts';
import {
  addBlock,
  type CopiedBlock,
  copyBlock,
  moveBlock,
  pasteBlock,
  removeBlock,
  shownIn,
  stepBlock,
} from '../app-edits.ts';
import { newBlock } from './new-block.ts';

/** What of the app is looked at, and what is done with its pages and blocks. */
export interface AppView {
  /** Undefined: the app has no page. */
  readonly page: AppPage | undefined;
  readonly openPage: (id: string) => void;
  /** The selected block; null: the page itself is. */
  readonly selected: string | null;
  readonly select: (id: string | null) => void;
  /** Leads to a page, or a block with the page it stands on. */
  readonly show: (id: string) => void;
  readonly addPage: (table?: string) => void;
  /** Adds a block below the selected one, in it where it holds others, or at the end of the page. */
  readonly add: (name: BlockName) => void;
  readonly move: (id: string, place: TreePlace, of: string) => void;
  readonly step: (id: string, step: TreeStep) => void;
  readonly duplicate: (id: string) => void;
  readonly remove: (id: string) => void;
  /** For the clipboard; null: no block is selected. */
  readonly copied: () => CopiedBlock | null;
  readonly paste: (copied: CopiedBlock) => void;
}

/** An address that no page has. */
const newSlug = (content: Content, label: string): string =>
  freeSlug(label, new Set(Object.values(content.blocks).map(({ props }) => String(props.slug))));

const holds =
  (content: Content) =>
  (id: string): boolean => {
    const type = blockOf(content, id)?.props.type;
    return isBlockName(type) && blockType(type).holds === 'any';
  };

export function useAppView(editing: AppEditing): AppView {
  const { session, app } = editing;
  const [at, setAt] = useState<{ readonly page: string | null; readonly block: string | null }>({
    page: null,
    block: null,
  });
  const page = app.pages.find(({ id }) => id === at.page) ?? app.pages[0];
  const selected = at.block !== null && app.blocks.get(at.block)?.page === page?.id ? at.block : null;
  const openPage = useCallback((id: string) => setAt({ page: id, block: null }), []);
  return useMemo(() => {
    const select = (id: string | null) => setAt({ page: page?.id ?? null, block: id });
    /** Makes edits, unless the app could not be what they make it. */
    const edit = (edits: readonly Edit[]): boolean => {
      if (edits.length === 0) return false;
      if (appFaults(applyAll(session.getState().content, edits)).length > 0) {
        toast('It does not go there');
        return false;
      }
      session.edit(edits);
      return true;
    };
    /** Where something new goes: parent, and the sibling before it. */
    const place = (): { readonly parent: string; readonly behind: string | undefined } => {
      const { content } = session.getState();
      if (selected === null) return { parent: page?.id ?? '', behind: undefined };
      if (holds(content)(selected)) return { parent: selected, behind: undefined };
      const parent = blockOf(content, selected)?.parent ?? page?.id ?? '';
      // Of tabs there are sections alone: what is new goes below them all.
      return holds(content)(parent) || parent === page?.id
        ? { parent, behind: selected }
        : { parent: page?.id ?? '', behind: undefined };
    };
    const paste = (copied: CopiedBlock, where = place()) => {
      const { content } = session.getState();
      const pasted = pasteBlock(content, copied, where.parent, where.behind, newId);
      if (pasted !== null && edit(pasted.edits)) select(pasted.id);
    };
    return {
      ...{ page, openPage, selected, select, paste },
      show: (id) => {
        const block = app.blocks.get(id);
        if (block === undefined) openPage(id);
        else setAt({ page: block.page, block: id });
      },
      addPage: (table) => {
        const { content } = session.getState();
        const id = newId('pag');
        const name = editing.tables.find((each) => each.id === table)?.name;
        const label = name === undefined ? 'New page' : `${name}: record`;
        const props = {
          ...pageProps(label, newSlug(content, label)),
          ...(table !== undefined && { table, inNavigation: false }),
        };
        if (edit(addBlock(content, null, id, { props }, newId))) openPage(id);
      },
      add: (name) => {
        if (page === undefined) return;
        const { parent, behind } = place();
        const id = newId('blk');
        const block = newBlock(app, page, editing.tables, name);
        const edits = addBlock(session.getState().content, parent, id, block, newId, behind);
        // What is added next goes into the first column or tab.
        const [, first] = edits;
        if (edit(edits)) select(first?.kind === 'block' ? first.id : id);
      },
      move: (id, to, of) => void edit(moveBlock(session.getState().content, id, to, of)),
      step: (id, step) => {
        const { content } = session.getState();
        edit(stepBlock(content, id, step, holds(content)));
      },
      duplicate: (id) => {
        const { content } = session.getState();
        const parent = blockOf(content, id)?.parent ?? null;
        if (parent !== null) paste(copyBlock(content, id), { parent, behind: id });
      },
      remove: (id) => {
        const { content } = session.getState();
        const block = app.blocks.get(id);
        const siblings = shownIn(content, blockOf(content, id)?.parent ?? null);
        const next = siblings[siblings.indexOf(id) + 1] ?? siblings[siblings.indexOf(id) - 1] ?? null;
        const name = block === undefined ? 'Page' : blockLabel(editing, block);
        session.edit(removeBlock(content, id));
        setAt(block === undefined ? { page: next, block: null } : { page: block.page, block: next });
        toast(`${name} deleted`, { action: { label: 'Undo', onSelect: session.undo } });
      },
      copied: () => (selected === null ? null : copyBlock(session.getState().content, selected)),
    };
  }, [session, editing, app, page, selected, openPage]);
}
