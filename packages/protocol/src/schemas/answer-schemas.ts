import {
  type Field,
  type Filter,
  type FlowEvent,
  fieldKinds,
  flowTypeNames,
  type Group,
  type Table,
  type View,
  type ViewConfig,
} from '@weft/core';
import type { Content, DocumentEvent, Edit } from '@weft/documents';
import type { Stepped } from '@weft/history';
import { errorKinds } from '@weft/std';
import { z } from 'zod';
import type { EditorsEvent, LogEvent, PresenceEvent } from '../event.ts';
import type { MetadataAnswer, RecordAnswer } from './base-answers.ts';

/**
 * What calls answer, as schemas for the public description. The types are those of the protocol, so that a schema that
 * says something else does not compile; objects are strict, so that a test finds what a schema leaves out.
 */

/** A schema of the type T whose compiler's view is finer than what is worth describing (unions by kind of field). */
const described = <T>(schema: z.ZodType): z.ZodType<T> => schema as unknown as z.ZodType<T>;

export const id = z.string().meta({ id: 'Id' });
export const instant = z.iso.datetime().meta({ id: 'Instant' });
export const done = z.strictObject({ ok: z.literal(true) }).meta({ id: 'Done' });

const cellValue = described<RecordAnswer['data'][string]>(z.unknown().meta({ id: 'CellValue' }));
const tally = z
  .strictObject({
    filled: z.int(),
    sum: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
  })
  .meta({ id: 'Tally' });
export const group: z.ZodType<Group> = z
  .strictObject({ key: z.array(cellValue), count: z.int(), tallies: z.record(z.string(), tally) })
  .meta({ id: 'Group' });
export const cells = z.record(z.string(), cellValue).meta({ id: 'Cells' });
const rawTexts = z.record(z.string(), z.string()).meta({ id: 'RawTexts' });
export const template = z.looseObject({}).meta({ id: 'FieldSettings' });

/** A filter as it is answered. */
export const filterAnswer = described<Filter>(z.unknown().meta({ id: 'Filter' }));

export const field = described<Field>(
  z
    .strictObject({
      ...{ id, name: z.string(), type: z.enum(fieldKinds), order: z.number(), template },
      readOnly: z.literal(true).optional(),
    })
    .meta({ id: 'Field' }),
);

const viewConfig: z.ZodType<ViewConfig> = z.strictObject({
  sorts: z.array(z.strictObject({ fieldId: z.string(), direction: z.enum(['asc', 'desc']) })),
  fieldWidths: z.record(z.string(), z.number()),
  hiddenFieldIds: z.array(id),
  orderedFieldIds: z.array(id),
  filters: filterAnswer.nullable(),
  rowHeight: z.enum(['short', 'medium', 'tall']),
  frozenCount: z.int(),
  groups: z.array(z.strictObject({ fieldId: z.string(), direction: z.enum(['asc', 'desc']) })),
  summaries: z.record(z.string(), z.string()),
  locked: z.boolean(),
});

export const view: z.ZodType<View> = z
  .strictObject({ id, name: z.string(), type: z.literal('grid'), order: z.number(), config: viewConfig })
  .meta({ id: 'View' });

/** A draft or a published version: its title, and its blocks by id: questions, and what stands in them. */
export const formContent = described<Content>(
  z
    .strictObject({
      kind: z.literal('form'),
      schema: z.int(),
      props: z.looseObject({ title: z.string() }),
      blocks: z.record(
        z.string(),
        z.strictObject({
          parent: id.nullable(),
          order: z.string(),
          props: z.looseObject({ type: z.string() }),
        }),
      ),
    })
    .meta({ id: 'FormContent' }),
);

export const documentEdit = described<Edit>(z.looseObject({ kind: z.string() }).meta({ id: 'DocumentEdit' }));

export const documentEvent = described<DocumentEvent>(
  z
    .union([
      z.strictObject({ seq: z.int(), editId: id, userId: id, edits: z.array(documentEdit) }),
      z.strictObject({ seq: z.int(), missed: z.literal(true) }),
    ])
    .meta({ id: 'DocumentEvent' }),
);

export const table: z.ZodType<Table> = z
  .strictObject({
    id,
    name: z.string(),
    order: z.number(),
    primaryFieldId: id,
    fields: z.array(field),
    views: z.array(view),
  })
  .meta({ id: 'Table' });

export const metadata: z.ZodType<MetadataAnswer> = z
  .strictObject({
    basePublicId: id,
    name: z.string(),
    workspaceId: id.nullable(),
    role: z.enum(['admin', 'owner', 'write', 'read']),
    trashed: z.boolean(),
    version: z.int(),
    metadata: z.strictObject({ tables: z.array(table) }),
  })
  .meta({ id: 'Metadata' });

export const record = described<RecordAnswer>(
  z
    .strictObject({
      id,
      data: cells,
      linkedData: z.record(z.string(), z.array(z.strictObject({ id, name: z.string(), data: cells }))),
      raw: rawTexts.optional(),
      position: z.number(),
      createdAt: instant,
      updatedAt: instant,
    })
    .meta({ id: 'Record' }),
);

/** What an action did, before and after: the kinds are those of packages/history/src/change.ts. */
const change = described<NonNullable<Stepped['changes']>[number]>(
  z.looseObject({ kind: z.string(), tableId: id.optional() }).meta({ id: 'Change' }),
);

const actionType = described<LogEvent['action']['type']>(z.string().regex(/^[A-Z_]+$/));

export const stepped = described<Stepped>(
  z
    .strictObject({
      actions: z.array(z.strictObject({ id, type: actionType, label: z.string() })),
      changes: z.array(change).nullable(),
      conflicts: z.array(
        z.strictObject({
          actionId: id,
          recordId: id.optional(),
          fieldId: id.optional(),
          by: id,
          reason: z.string(),
        }),
      ),
    })
    .meta({ id: 'Stepped' }),
);

/** What the log says of an action, its changes aside. */
const logged = {
  id,
  type: actionType,
  label: z.string(),
  userId: id,
  timestamp: instant,
  isUndo: z.boolean(),
  isRedo: z.boolean(),
};

export const historyItem = z
  .strictObject({
    ...logged,
    seq: z.int(),
    userName: z.string().exactOptional(),
    groupId: id.exactOptional(),
    status: z.literal('synced'),
    tableId: id.nullable(),
    viewId: id.nullable(),
    dependencies: z.array(id),
    payload: z.strictObject({ changes: z.array(change) }).nullable(),
    stands: z.boolean(),
    changes: z.array(change).exactOptional(),
  })
  .meta({ id: 'HistoryItem' });

export const logEvent = described<LogEvent>(
  z
    .strictObject({
      seq: z.int(),
      action: z.strictObject({
        ...logged,
        groupId: id.optional(),
        changes: z.array(change).nullable(),
        reload: z.array(id).optional(),
      }),
    })
    .meta({ id: 'LogEvent' }),
);

const presentOne = { userId: id, name: z.string(), picture: z.string().nullable() };
const presentCell = z.strictObject({ tableId: id, recordId: id, fieldId: id });
export const presenceEvent: z.ZodType<PresenceEvent> = z
  .strictObject({ present: z.array(z.strictObject({ ...presentOne, cell: presentCell.nullable() })) })
  .meta({ id: 'PresenceEvent' });

const presentPlace = z.strictObject({ pageId: id, blockId: id.nullable() });
export const editorsEvent: z.ZodType<EditorsEvent> = z
  .strictObject({ present: z.array(z.strictObject({ ...presentOne, place: presentPlace.nullable() })) })
  .meta({ id: 'EditorsEvent' });

const flowChange = {
  seq: z.int(),
  change: z.enum(['created', 'renamed', 'changed', 'moved', 'shared', 'trashed', 'restored', 'deleted']),
  flowId: id,
  userId: id,
  actionId: id.nullable(),
  flow: z
    .strictObject({
      type: z.enum(flowTypeNames),
      name: z.string(),
      workspaceId: id.nullable(),
      updatedAt: instant,
      trashedAt: instant.nullable(),
    })
    .nullable(),
};

export const flowEvent = described<FlowEvent>(
  z
    .union([z.strictObject(flowChange), z.strictObject({ seq: z.int(), change: z.literal('missed') })])
    .meta({ id: 'FlowEvent' }),
);

/** Kinds as they travel: too much and too often are one kind, told apart by their status. */
const kinds = (Object.keys(errorKinds) as (keyof typeof errorKinds)[]).filter(
  (kind) => kind !== 'rate-limit',
);

export const errorAnswer = z
  .strictObject({
    kind: z.enum(kinds),
    message: z.string(),
    details: z.array(z.strictObject({ path: z.string(), reason: z.string() })).optional(),
    id: z.string().optional(),
  })
  .meta({ id: 'Error' });

/** A file sent as `multipart/form-data`, in the part `file`. */
export const oneFile = z.strictObject({ file: z.unknown().meta({ id: 'File' }) });

export const version = z.int();
export const oneTable = z.strictObject({ table });
export const oneField = z.strictObject({ field });
export const oneView = z.strictObject({ view });
export const records = z.array(record);

/** What was used of the server's language model in a month. */
export const aiUsage = z.strictObject({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  calls: z.int(),
  tokensIn: z.int(),
  tokensOut: z.int(),
});
