import { z } from 'zod';
import { filterTree } from '../bases/record-query.ts';
import type { CallErrors } from '../call-errors.ts';
import { filterAnswer, id, instant } from '../schemas/answer-schemas.ts';
import { isForbiddenKey, knownId } from '../schemas/ids.ts';
import { storableText } from '../schemas/text.ts';

/** What connections to third-party services travel as. */

/** The type of a service as the specification spells it: 'googlesheets'. */
export const serviceType = z.string().regex(/^[A-Za-z0-9]{1,40}$/, 'Not the type of a service');

const key = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => !isForbiddenKey(text), 'This key is not allowed');

/** What a person fills in where they connect a service, by its key. */
export const serviceConfig = z
  .record(key, z.union([storableText(10_000), z.number(), z.boolean()]))
  .refine((config) => Object.keys(config).length <= 50, 'At most 50 settings');

const shownConfig = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** Who may let flows write with a connection. */
export const connectionAccess = z.enum(['owner', 'organization', 'workspace']);

export const serviceAnswer = z
  .strictObject({
    id,
    type: z.string(),
    name: z.string(),
    userId: id,
    ownerName: z.string(),
    source: z.string(),
    workspaceId: id.nullable(),
    access: connectionAccess,
    /** Its settings without what is secret. */
    config: shownConfig,
    /** Of a connection that is signed in at a provider: which one. */
    provider: z.string().nullable(),
    state: z.enum(['ok', 'reconnect', 'failing']),
    accountLabel: z.string().nullable(),
    /** Of a connection that is signed in at a provider. */
    session_state: z.strictObject({ metadata: z.strictObject({ email: z.string() }) }).exactOptional(),
    scopes: z.array(z.string()),
    createdAt: instant,
    lastUpdated: instant,
    lastUsedAt: instant.nullable(),
    lastError: z.string().nullable(),
    /** The caller may change and delete it. */
    mayEdit: z.boolean(),
  })
  .meta({ id: 'Service' });

export const choice = z.strictObject({ id: z.string(), name: z.string() });

/** THE list: what a field of a target holds; the engine converts answers to it. */
export const targetKinds = [
  /** Whatever the answer is: a number stays one, as in a cell of a sheet. */
  'any',
  'text',
  'number',
  'boolean',
  'date',
  'datetime',
  /** A date, or an instant where the answer has a time of day. */
  'moment',
  'choice',
  'choices',
  'files',
] as const;
export type TargetKind = (typeof targetKinds)[number];

const targetKind = z.enum(targetKinds);

export const targetField = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    kind: targetKind,
    /** Of a field that takes anything: what stands in it so far; null: nobody knows. */
    holds: targetKind.nullable(),
    required: z.boolean(),
    choices: z.array(z.string()).nullable(),
    /** A text with answers in it may be written here. */
    template: z.boolean(),
  })
  .meta({ id: 'TargetField' });

/** How an answer is changed before it is written. */
const transforms = ['none', 'trim', 'lowercase', 'uppercase', 'first word', 'last word', 'digits'] as const;

/** The target as far as it was chosen, by the key of each step. */
export const chosenTarget = z
  .record(key, z.string().max(1_000))
  .refine((all) => Object.keys(all).length <= 20, 'At most 20 settings');

const transform = z.enum(transforms).optional();

/** It is written for answers for which these conditions hold. */
const when = filterTree.optional();

const source = z.union([
  /** A field of the form, as `integrations.list` names them. */
  z.strictObject({ questionId: knownId, transform, when }),
  /** A text, with answers in the place of the questions that it names: 'Hello {{Name}}'. */
  z.strictObject({ template: storableText(10_000), transform, when }),
]);

const maxMappings = 500;
/** All of one together, as JSON: it is read again for each answer. */
const longestWriteConfig = 100_000;

/** Where answers go, and how. */
export const writeConfig = z
  .strictObject({
    settings: chosenTarget,
    /** What is written, by the id of the target's field. */
    nameMappings: z
      .record(
        z
          .string()
          .min(1)
          .max(500)
          .refine((text) => !isForbiddenKey(text), 'Not a field'),
        source,
      )
      .refine((all) => Object.keys(all).length <= maxMappings, `At most ${maxMappings} fields`),
    /** Answers for which these conditions do not hold are not written. */
    when: filterTree.nullable().default(null),
    /** Of an app: the table whose records are written; left out, what is written is about no record. */
    tableId: knownId.optional(),
  })
  .refine(
    (config) => JSON.stringify(config).length <= longestWriteConfig,
    `The mapping, its texts and conditions are longer than ${new Intl.NumberFormat('en-US').format(longestWriteConfig)} characters: shorten them`,
  );

/** The same, as it is answered. */
export const shownWriteConfig = z.strictObject({
  settings: z.record(z.string(), z.string()),
  nameMappings: z.record(
    z.string(),
    z.union([
      z.strictObject({ questionId: id, transform, when: filterAnswer.optional() }),
      z.strictObject({ template: z.string(), transform, when: filterAnswer.optional() }),
    ]),
  ),
  when: filterAnswer.nullable(),
  tableId: id.optional(),
});

export const serviceErrors = {
  'not-found': 'There is no such connection for the caller to use.',
  forbidden: 'The connection is another person’s.',
  conflict: 'The credential does not hold any more: connect again.',
} as const satisfies CallErrors;

/** Of calls that ask the third-party service. */
export const askingErrors = {
  ...serviceErrors,
  conflict: 'The service did not take the credential, or refused: the message says what it said.',
  unavailable: 'The service could not be reached.',
} as const satisfies CallErrors;
