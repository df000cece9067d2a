import type { Json } from '@weft/documents';
import { z } from 'zod';
import { filterTree } from '../bases/record-query.ts';
import { chosenTarget, serviceType } from '../integrations/integration-schemas.ts';
import { isForbiddenKey, knownId } from '../schemas/ids.ts';
import { storableText } from '../schemas/text.ts';

/** A tree of conditions is plain JSON, as the document stores it. */
const conditions = filterTree.transform((tree) => tree as unknown as Exclude<Json, null>);

/** Defaults by conditions, as `forms` counts them. */
const defaults = z
  .array(z.strictObject({ when: filterTree, text: storableText(500) }))
  .max(20)
  .transform((rules) => rules as unknown as Exclude<Json, null>);

const named = z.strictObject({ id: knownId, name: storableText(255) });
/** Where the records of a picker come from. */
const recordSource = z
  .strictObject({ base: knownId, table: named, fields: z.array(named).max(5), filter: filterTree.nullable() })
  .transform((source) => source as unknown as Exclude<Json, null>);

/** The field of a connected service whose values a picker offers. */
const serviceList = z
  .strictObject({
    ...{ serviceId: knownId, serviceType, settings: chosenTarget },
    field: z.strictObject({ id: storableText(500).min(1), name: storableText(255) }),
  })
  .transform((list) => list as unknown as Exclude<Json, null>);

/** What a booking page sets as lists: hosts, locations, and numbers of minutes. */
const location = z.strictObject({ kind: z.string().max(20), text: storableText(500) });
const eventLists = z
  .union([
    z.array(z.int()).max(20),
    z.array(location).max(20),
    z
      .array(
        z.strictObject({
          userId: knownId,
          availabilityId: knownId.optional(),
          weight: z.int().optional(),
          priority: z.int().optional(),
          location: location.optional(),
        }),
      )
      .max(50),
  ])
  .transform((list) => list as unknown as Exclude<Json, null>);

/** A mail of a booking page. */
const eventMail = z.strictObject({ subject: storableText(200), text: storableText(4_000) });

/** The languages that a form is translated into, as `forms` counts them. */
const languages = z
  .array(z.string().max(12))
  .max(49)
  .transform((list) => list as unknown as Exclude<Json, null>);

/** Characters of the longest text of a document: styles of a form's own. */
const longestText = 10_000;

/** What a form may hold is checked by `forms`. */
const value = z.union([
  storableText(longestText),
  z.boolean(),
  z.number(),
  conditions,
  defaults,
  recordSource,
  serviceList,
  eventLists,
  eventMail,
  languages,
]);
/** The name of a setting, maybe with the language that its text is translated into. */
const key = z
  .string()
  .regex(/^[A-Za-z]{1,40}(@[A-Za-z0-9-]{2,12})?$/, 'Not the name of a setting')
  .refine((name) => !isForbiddenKey(name), 'Not the name of a setting');
const place = {
  parent: knownId.nullable(),
  order: z.string().regex(/^[0-9A-Za-z]{1,200}$/, 'Not an order key'),
};
export const documentProps = z.record(key, value);
export const documentBlock = z.strictObject({ ...place, props: documentProps });

/** One difference of a document, with before and after. */
export const sentEdit = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('block'),
    id: knownId,
    before: documentBlock.nullable(),
    after: documentBlock.nullable(),
  }),
  z.strictObject({
    kind: z.literal('move'),
    id: knownId,
    before: z.strictObject(place),
    after: z.strictObject(place),
  }),
  z.strictObject({
    kind: z.literal('prop'),
    id: knownId.nullable(),
    key,
    before: value.nullable(),
    after: value.nullable(),
  }),
]);
