import { blockOf, type Content } from '@weft/documents';
import { deepEqual } from '@weft/std';

export type Mark = 'added' | 'changed';

/** What a proposal adds and changes: by the ids of its blocks, and of the pages that they stand on. */
export function proposalMarks(before: Content, after: Content): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  const pageOf = (content: Content, id: string): string => {
    const parent = blockOf(content, id)?.parent ?? null;
    return parent === null ? id : pageOf(content, parent);
  };
  const markPage = (page: string) => {
    if (!marks.has(page)) marks.set(page, blockOf(before, page) === undefined ? 'added' : 'changed');
  };
  for (const [id, block] of Object.entries(after.blocks)) {
    const known = blockOf(before, id);
    if (known !== undefined && deepEqual(known, block)) continue;
    marks.set(id, known === undefined ? 'added' : 'changed');
    markPage(pageOf(after, id));
  }
  for (const id of Object.keys(before.blocks)) {
    const page = pageOf(before, id);
    if (blockOf(after, id) === undefined && blockOf(after, page) !== undefined) markPage(page);
  }
  return marks;
}
