import { fieldKinds } from '@weft/core';
import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import { catalogueEntry } from './catalogue-schemas.ts';
import {
  askingErrors,
  choice,
  chosenTarget,
  serviceAnswer,
  serviceErrors,
  serviceType,
  shownWriteConfig,
  targetField,
  writeConfig,
} from './integration-schemas.ts';

const sampleService = 'svc0sample00000000000000';
const sampleIntegration = { flowId: sample.form, integrationId: 'int0sample00000000000000' };

const writeQuery = z.strictObject({
  /** Ten characters; made where none is given. */
  id: z
    .string()
    .regex(/^[0-9a-z]{10}$/, 'Not ten letters and digits')
    .optional(),
  config: writeConfig,
});
/** A list of a service that a question of the draft offers. */
const readQuery = z
  .strictObject({
    id: z.string().length(10),
    questionId: id,
    config: z.strictObject({
      /** The steps to what holds the field, as of a write query. */
      settings: z.record(z.string(), z.string()),
      field: choice,
    }),
  })
  .meta({ id: 'ReadQuery' });

const sampleQuery = {
  config: {
    settings: { baseId: 'app0sample', tableId: 'tbl0sample' },
    nameMappings: { fld0name: { questionId: sample.question } },
    when: null,
  },
};

const runState = z.enum(['waiting', 'sent', 'failed', 'held', 'skipped']);

const run = z.strictObject({
  ...{
    id,
    flowId: id,
    integrationId: id,
    serviceId: id.nullable(),
    serviceType: z.string(),
    state: runState,
  },
  /** The form's name. */
  title: z.string(),
  attempts: z.int(),
  /** What the service said, or why nothing was written. */
  answer: z.string().nullable(),
  /** What it was asked to write, shortened, by the name of the target's field or question. */
  values: z.array(z.strictObject({ id: z.string(), name: z.string(), text: z.string() })),
  createdAt: instant,
  sentAt: instant.nullable(),
});

/** As JSON that nobody changes. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;
type Answer<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;
const answered = {
  form: z.strictObject({ title: z.string(), questions: z.int(), leftOut: z.array(z.string()) }),
  catalogue: z.strictObject({ services: z.array(catalogueEntry) }),
  services: z.strictObject({
    /** `usedBy`: how many flows are written with it, those that the caller does not see among them. */
    services: z.array(serviceAnswer.extend({ usedBy: z.int() })),
  }),
  dependents: z.strictObject({
    flows: z.array(z.strictObject({ id, name: z.string() })),
    /** Of flows that the caller does not see. */
    others: z.int(),
  }),
  targets: z.strictObject({
    choices: z.array(
      choice.extend({ /** As the service says, where it does. */ changedAt: z.string().exactOptional() }),
    ),
  }),
  fields: z.strictObject({ fields: z.array(targetField) }),
  list: z.strictObject({
    integrations: z.array(
      z.strictObject({
        ...{ id, serviceId: id, serviceType: z.string(), serviceName: z.string() },
        accountLabel: z.string().nullable(),
        state: z.enum(['ok', 'reconnect', 'failing']),
        enabled: z.boolean(),
        writeQuery: z.strictObject({ id: z.string().length(10), config: shownWriteConfig }),
        /** What it is now, for `integrations.update`. */
        version: z.string(),
        readQueries: z.array(readQuery),
        /** Answers that could not be written. */
        failed: z.int(),
      }),
    ),
    /** Connections that choices of questions are read with, and nothing is written to. */
    onlyRead: z.array(
      z.strictObject({
        ...{ serviceId: id, serviceType: z.string() },
        /** These three are null of a connection that the caller may not use. */
        serviceName: z.string().nullable(),
        accountLabel: z.string().nullable(),
        state: z.enum(['ok', 'reconnect', 'failing']).nullable(),
        readQueries: z.array(readQuery),
      }),
    ),
    /** What the form asks, to be matched to fields of a target. */
    fields: z.array(
      z.strictObject({
        ...{ id, name: z.string(), type: z.enum(fieldKinds) },
        /** Of a choice: what it offers. */
        options: z.array(z.string()).exactOptional(),
        /** Of amounts of money. */
        currencySymbol: z.string().exactOptional(),
        /** Of an app: the table whose records have it; left out, every integration of the app can write it. */
        tableId: id.exactOptional(),
      }),
    ),
    /** Of an app: the tables whose records it can write. */
    tables: z.array(z.strictObject({ id, name: z.string() })).exactOptional(),
  }),
  log: z.strictObject({ runs: z.array(run), nextCursor: id.nullable(), failedCount: z.int() }),
  apps: z.strictObject({
    providers: z.array(
      z.strictObject({
        ...{ name: z.string(), label: z.string(), appsUrl: z.string(), redirectUrl: z.string() },
        /** What the services that sign in there ask for. */
        scopes: z.array(z.string()),
        /** The services that sign in there. */
        services: z.array(z.string()),
        /** Null: it is not set up. */
        clientId: z.string().nullable(),
        /** It has a dialog in which people choose files, and this key is for it; null: it is not set up. */
        hasPicker: z.boolean(),
        pickerKey: z.string().nullable(),
      }),
    ),
  }),
};

/** Third-party services that flows write to. */
export const integrationCalls = {
  'integrations.catalogue': call(
    'query',
    z.object({}),
  )<Answer<typeof answered.catalogue>>({
    summary: 'List the third-party services that can be connected here, and how',
    errors: {},
    answer: answered.catalogue,
    example: {},
  }),
  'integrations.services': call(
    'query',
    z.object({ workspaceId: knownId.nullish(), serviceType: serviceType.optional() }),
  )<Answer<typeof answered.services>>({
    summary: 'List the connections that the caller may use',
    more: 'With `workspaceId` those that flows of this workspace may be written with; null is the home.',
    errors: {},
    answer: answered.services,
    example: {},
  }),
  'integrations.dependents': call(
    'query',
    z.object({ serviceId: knownId }),
  )<Answer<typeof answered.dependents>>({
    summary: 'List the flows that are written with a connection',
    errors: serviceErrors,
    answer: answered.dependents,
    example: { serviceId: sampleService },
  }),
  'integrations.targets': call(
    'query',
    z.object({
      ...{ serviceId: knownId, step: z.string().min(1).max(100), settings: chosenTarget.default({}) },
      forceRefresh: z.boolean().optional(),
    }),
  )<Answer<typeof answered.targets>>({
    summary: 'List the choices of one step to a target: bases, tables, channels',
    more: '`settings` are the choices of the steps before it. Cached for a minute, unless `forceRefresh` is true.',
    errors: askingErrors,
    answer: answered.targets,
    example: { serviceId: sampleService, step: 'baseId' },
  }),
  'integrations.fields': call(
    'query',
    z.object({ serviceId: knownId, settings: chosenTarget, forceRefresh: z.boolean().optional() }),
  )<Answer<typeof answered.fields>>({
    summary: 'List the fields of a target',
    errors: askingErrors,
    answer: answered.fields,
    example: { serviceId: sampleService, settings: sampleQuery.config.settings },
  }),
  'integrations.readForm': call(
    'query',
    z.object({ serviceId: knownId, formId: z.string().min(1).max(500) }),
  )<Answer<typeof answered.form>>({
    summary: 'Look at a form of another service, before a draft is made of it',
    more: '`leftOut` says in sentences what the draft will not have. It is made by `forms.create`, with `from`; `integrations.targets` lists the forms by the step `formId`.',
    errors: askingErrors,
    answer: answered.form,
    example: { serviceId: sampleService, formId: '241234567890123' },
  }),
  'integrations.list': call(
    'query',
    z.object({ flowId: knownId }),
  )<Answer<typeof answered.list>>({
    summary: 'List the third-party services that a form writes to',
    more: 'For who may edit the form, or the app, whose actions run integrations. `fields` is what can be matched to fields of a target. `readQueries` are the lists of a service whose values questions offer; `onlyRead` are the connections that the form has for these alone.',
    errors: editErrors,
    answer: answered.list,
    example: { flowId: sample.form },
  }),
  'integrations.connect': call(
    'mutation',
    z.object({ flowId: knownId, serviceId: knownId, serviceType, writeQuery }),
  )<{ readonly id: string }>({
    summary: 'Write each answer to a form to a third-party service',
    more: 'With a connection that the caller may use. `nameMappings` says for each field of the target what is written: the answer to a question, or a text with answers in it.',
    errors: {
      ...editErrors,
      conflict: 'The form is connected to a database or to a pixel or GTM tag already, or in the trash.',
      limit: 'The form is written to twenty services.',
    },
    answer: z.strictObject({ id }),
    example: {
      flowId: sample.form,
      serviceId: sampleService,
      serviceType: 'airtable',
      writeQuery: sampleQuery,
    },
  }),
  'integrations.update': call(
    'mutation',
    z.object({
      ...{ flowId: knownId, integrationId: knownId, enabled: z.boolean().optional() },
      ...{ serviceId: knownId.optional(), writeQuery: writeQuery.optional() },
      /** As `integrations.list` told it: what somebody else has changed since is not written over. */
      version: z.string().max(64).optional(),
    }),
  )<{ readonly updated: true }>({
    summary: 'Change where the answers to a form go, how, or whether',
    more: 'What could not be written before can be sent again, and goes where the mapping says by then.',
    errors: {
      ...editErrors,
      conflict:
        'Somebody else has changed it since the `version` that was given, or the form is in the trash.',
    },
    answer: z.strictObject({ updated: z.literal(true) }),
    example: { ...sampleIntegration, enabled: false },
  }),
  'integrations.remove': call(
    'mutation',
    z.object({ flowId: knownId, integrationId: knownId }),
  )<{ readonly removed: true }>({
    summary: 'Disconnect a form from a third-party service',
    more: 'What was written stays, and so does the connection.',
    errors: editErrors,
    answer: z.strictObject({ removed: z.literal(true) }),
    example: sampleIntegration,
  }),
  'integrations.log': call(
    'query',
    z.object({
      flowId: knownId,
      integrationId: knownId.optional(),
      state: runState.optional(),
      /** In the title, the answer, and what was written. */
      search: z.string().trim().max(200).optional(),
      cursor: knownId.optional(),
    }),
  )<Answer<typeof answered.log>>({
    summary: 'List what became of answers that go to third-party services',
    more: 'The newest first, twenty at a time, of the newest 10,000. `held`: they wait until the connection is signed in again. `failedCount` is counted up to 1001. For who may edit the form.',
    errors: editErrors,
    answer: answered.log,
    example: { flowId: sample.form },
  }),
  'integrations.replay': call(
    'mutation',
    z.object({
      ...{ flowId: knownId, runId: knownId },
      values: z
        .record(z.string().max(500), storableText(10_000))
        .refine((all) => Object.keys(all).length <= 500, 'At most 500 fields')
        .optional(),
    }),
  )<{ readonly replayed: true }>({
    summary: 'Send an answer to a third-party service once more',
    more: 'With `values`, by the id of the target’s field, these texts are written in the place of the answers. What may have been delivered before may then be there twice.',
    errors: editErrors,
    answer: z.strictObject({ replayed: z.literal(true) }),
    example: { flowId: sample.form, runId: 'dlv0sample00000000000000' },
  }),
  'integrations.replayAll': call(
    'mutation',
    z.object({ serviceId: knownId }),
  )<{ readonly replayed: number }>({
    summary: 'Send everything once more that could not be written with a connection',
    more: 'What may have been delivered is left out. How many there were. For its owner, and for admins.',
    errors: serviceErrors,
    answer: z.strictObject({ replayed: z.int() }),
    example: { serviceId: sampleService },
  }),
  'integrations.apps': call(
    'query',
    z.object({}),
  )<Answer<typeof answered.apps>>({
    summary: 'List the providers that connections are signed in at, and what to paste there',
    more: 'For the first person of the instance.',
    errors: { 'not-found': 'The caller is not the first person of the instance.' },
    answer: answered.apps,
    example: {},
  }),
  'integrations.setApp': call(
    'mutation',
    z.object({
      provider: z.string().max(40),
      /** Null: it is not set up any more. */
      clientId: storableText(1_000).nullable(),
      /** Left out: it stays. */
      clientSecret: storableText(10_000).optional(),
      /** For the provider's file picker. Left out: it stays; null: there is none any more. */
      pickerKey: storableText(1_000).nullish(),
    }),
  )<{ readonly ok: true }>({
    summary: 'Set the app that connections to a provider are signed in with',
    more: 'For the first person of the instance. The secret is sealed, and never shown again.',
    errors: { 'not-found': 'There is no such provider, or the caller is not the first person.' },
    answer: z.strictObject({ ok: z.literal(true) }),
    example: { provider: 'airtable', clientId: 'client', clientSecret: 'secret' },
  }),
  'integrations.checkApp': call(
    'mutation',
    z.object({ provider: z.string().max(40) }),
  )<{ readonly ok: boolean; readonly said: string }>({
    summary: 'Ask a provider whether it knows the app',
    more: 'For the first person of the instance. A code that nobody was given is shown to it: an app that is known is refused for the code alone.',
    errors: {
      'not-found': 'There is no such provider, or the caller is not the first person.',
      conflict:
        'No app is set, or the provider has no address that it can be asked at before somebody connects.',
    },
    answer: z.strictObject({ ok: z.boolean(), said: z.string() }),
    example: { provider: 'airtable' },
  }),
} as const;
