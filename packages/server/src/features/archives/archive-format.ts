import { fieldKinds, flowTypeNames, hasBase } from '@weft/core';
import { filterTree } from '@weft/protocol';
import { type IdKind, isId } from '@weft/std';
import { z } from 'zod';

/**
 * An exported flow is a ZIP archive that any program can open:
 *
 *     records/<table id>.jsonl   the records of a table in their order, one a line, as the JSON export writes them
 *     submissions.jsonl          of a form: its finished answers, each with the record that keeps it
 *     waiting.jsonl              of a form: its answers that wait for a place, as they were sent
 *     files/<file id>            the files that cells hold
 *     flow.json                  what it is: its name, tables with fields and views, files, and of a form its document
 *     contents.json              everything above with its size and SHA-256
 */
export const archiveVersion = 1;

export const entryNames = {
  records: (tableId: string): string => `records/${tableId}.jsonl`,
  submissions: 'submissions.jsonl',
  waiting: 'waiting.jsonl',
  file: (fileId: string): string => `files/${fileId}`,
  flow: 'flow.json',
  contents: 'contents.json',
} as const;

const idOf = (kind: IdKind) => z.string().refine((text) => isId(kind, text), 'Not an id');
const text = z
  .string()
  .refine((one) => one.isWellFormed() && !one.includes('\0'), 'Not a text that can be stored');
const name = text.min(1).max(1_000);

const field = z.strictObject({
  id: idOf('fld'),
  name,
  type: z.enum(fieldKinds),
  order: z.number(),
  template: z.looseObject({}),
});
const view = z.strictObject({
  id: idOf('viw'),
  name,
  type: z.literal('grid'),
  order: z.number(),
  config: z.looseObject({}),
});
const table = z.strictObject({
  id: idOf('tbl'),
  name,
  order: z.number(),
  primaryFieldId: idOf('fld'),
  fields: z.array(field),
  views: z.array(view),
});

export const archivedFlow = z.strictObject({
  format: z.literal('weft.flow'),
  version: z.literal(archiveVersion),
  /** ISO 8601 UTC. */
  madeAt: z.iso.datetime(),
  flow: z.strictObject({
    id: idOf('bas'),
    type: z.enum(flowTypeNames).refine(hasBase, 'Not a type whose records such a file holds'),
    name,
    internalNote: text.max(165).nullable(),
  }),
  tables: z.array(table).max(1_000),
  files: z.array(z.strictObject({ id: idOf('fil'), name })),
  form: z
    .strictObject({
      draft: z.looseObject({}),
      settings: z.record(
        z.string(),
        z.union([
          z.string(),
          z.number(),
          z.boolean(),
          z.null(),
          z.array(z.string()).max(1_000).readonly(),
          filterTree,
          z.record(z.string(), z.record(z.string(), z.string())),
        ]),
      ),
      /** How many answers it has taken. */
      submissions: z.int().min(0),
      /** How often choices with a capacity were taken. */
      choices: z.record(idOf('opt'), z.int().min(0)).default({}),
    })
    .nullable(),
});
export type ArchivedFlow = z.infer<typeof archivedFlow>;

export const archiveContents = z.record(
  z.string(),
  z.strictObject({ size: z.int().min(0), sha256: z.string().length(64) }),
);
export type ArchiveContents = z.infer<typeof archiveContents>;
