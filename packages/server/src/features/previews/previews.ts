import { type FlowPreview, flowNotFound } from '@weft/core';
import type { Content } from '@weft/documents';
import { notFound } from '@weft/std';
import type { PreviewsDeps } from './deps.ts';
import { drawApp } from './draw-app.ts';
import { drawForm } from './draw-form.ts';
import { drawTable, previewFields, shownRecords } from './draw-table.ts';
import type { Colors } from './preview-colors.ts';

/** A drawing that is made when it is needed, and the version of what it shows. */
interface Preview {
  readonly version: number;
  readonly draw: (colors: Colors) => Promise<string>;
}

/** Drawn of the draft, by whoever knows documents of this kind. */
const previewOfDocument =
  (draw: (content: Content, colors: Colors) => string) =>
  async ({ documents }: PreviewsDeps, flowId: string): Promise<Preview> => {
    const draft = await documents.draft(flowId);
    if (draft === null) throw notFound(flowNotFound);
    return { version: draft.version, draw: async (colors) => draw(draft.content, colors) };
  };

async function previewOfRecords({ base, now }: PreviewsDeps, baseId: string): Promise<Preview> {
  const store = base(baseId);
  const { metadata, version } = await store.metadata();
  const [table] = metadata.tables.toSorted((a, b) => a.order - b.order);
  if (table === undefined) throw notFound('There is no table yet');
  return {
    version,
    draw: async (colors) => {
      const { records } = await store.window({
        ...{ tableId: table.id, start: 0, count: shownRecords },
        ...{ timeZone: 'UTC', now: new Date(now()).toISOString() },
        fieldIds: previewFields(table).map(({ id }) => id),
      });
      return drawTable(table, records, colors);
    },
  };
}

/** THE list: how each kind of preview is drawn; the list of flow types names the kind. */
export const previews: {
  readonly [K in FlowPreview]: (deps: PreviewsDeps, flowId: string) => Promise<Preview>;
} = {
  document: previewOfDocument(drawForm),
  app: previewOfDocument(drawApp),
  records: previewOfRecords,
};
