import type { DocumentEvent, Edit } from '@weft/documents';
import type { Engine } from '../engine/engine.ts';
import { keptEdits } from './documents.ts';
import { TableFeed } from './table-feed.ts';

const page = 100;

/** The live feed of each document: the batches of edits of its draft, numbered by its versions. */
export class DocumentFeed extends TableFeed<DocumentEvent> {
  constructor(engine: Engine) {
    super({
      kept: keptEdits,
      missed: (seq) => ({ seq, missed: true }),
      heads: async (flowIds) => {
        const rows = await engine.query(
          'SELECT flow_id, version FROM weft.documents WHERE flow_id = ANY ($1)',
          [flowIds],
        );
        return new Map(rows.map(([id, version]) => [String(id), Number(version)]));
      },
      readAfter: async (flowId, version) => {
        const rows = await engine.query(
          `SELECT version, id, user_id, edits FROM weft.document_edits
           WHERE flow_id = $1 AND version > $2 ORDER BY version LIMIT ${page}`,
          [flowId, version],
        );
        return rows.map(([seq, editId, userId, edits]) => ({
          seq: Number(seq),
          editId: String(editId),
          userId: String(userId),
          edits: edits as readonly Edit[],
        }));
      },
    });
  }
}
