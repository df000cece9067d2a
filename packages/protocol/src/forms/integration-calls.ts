import { type FieldKind, fieldKinds } from '@weft/core';
import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { isForbiddenKey, knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';

const ofForm = { flowId: knownId };
const ofIntegration = { ...ofForm, integrationId: knownId };
const sampleIntegration = { flowId: sample.form, integrationId: 'int0sample00000000000000' };

/** Fields of a form that go into a table. */
const maxMappings = 500;

/** Where answers go, and how. */
const mapping = {
  basePublicIdentifier: knownId,
  tableId: knownId,
  nameMappings: z
    .record(
      knownId.refine((text) => !isForbiddenKey(text), 'Not the id of a question'),
      knownId,
    )
    .refine((all) => Object.keys(all).length <= maxMappings, `At most ${maxMappings} fields`),
  keyFieldId: knownId.nullable(),
  createOptions: z.boolean(),
  createLinks: z.boolean(),
};
const sampleMapping = {
  ...{ basePublicIdentifier: sample.base, tableId: sample.table, keyFieldId: null },
  ...{ nameMappings: { [sample.question]: sample.field }, createOptions: true, createLinks: false },
};

interface IntegrationAnswer {
  readonly id: string;
  readonly serviceId: string;
  readonly serviceType: string;
  readonly serviceName: string;
  readonly basePublicIdentifier: string;
  readonly nameMappings: { readonly [fieldId: string]: string };
  readonly writeQuery: {
    readonly id: string;
    readonly config: {
      readonly tableId: string;
      readonly keyFieldId: string | null;
      readonly createOptions: boolean;
      readonly createLinks: boolean;
    };
  };
  readonly enabled: boolean;
  readonly baseName: string | null;
  /** Why nothing can be written there now, a sentence. */
  readonly problem: string | null;
}

interface DatabaseDelivery {
  readonly id: string;
  readonly basePublicIdentifier: string;
  readonly state: 'kept' | 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  /** What was written, or why nothing was. */
  readonly answer: string | null;
  readonly createdAt: string;
  readonly sentAt: string | null;
}

/** Our own databases that answers to a form are written into. */
export const formIntegrationCalls = {
  'forms.integrations': call(
    'query',
    z.object(ofForm),
  )<{
    readonly integrations: readonly IntegrationAnswer[];
    readonly fields: readonly { readonly id: string; readonly name: string; readonly type: FieldKind }[];
    readonly deliveries: readonly DatabaseDelivery[];
  }>({
    summary: 'List the databases that a form writes into, and its newest fifty writes',
    more: 'For who may edit the form. `fields` is what can be matched to fields of a table. `problem` says why nothing can be written now.',
    errors: editErrors,
    answer: z.strictObject({
      integrations: z.array(
        z.strictObject({
          ...{ id, serviceId: id, serviceType: z.string(), serviceName: z.string() },
          ...{ basePublicIdentifier: id, nameMappings: z.record(z.string(), id) },
          writeQuery: z.strictObject({
            id: z.string().length(10),
            config: z.strictObject({
              ...{ tableId: id, keyFieldId: id.nullable() },
              ...{ createOptions: z.boolean(), createLinks: z.boolean() },
            }),
          }),
          ...{ enabled: z.boolean(), baseName: z.string().nullable(), problem: z.string().nullable() },
        }),
      ),
      fields: z.array(z.strictObject({ id, name: z.string(), type: z.enum(fieldKinds) })),
      deliveries: z.array(
        z.strictObject({
          ...{ id, basePublicIdentifier: id, state: z.enum(['kept', 'waiting', 'sent', 'failed']) },
          ...{ attempts: z.int(), answer: z.string().nullable(), createdAt: instant },
          sentAt: instant.nullable(),
        }),
      ),
    }),
    example: { flowId: sample.form },
  }),
  'forms.connectDatabase': call(
    'mutation',
    z.object({ ...ofForm, ...mapping }),
  )<{ readonly id: string; readonly serviceId: string }>({
    summary: 'Write each answer to a form into a table of a database',
    more: 'In the name of the caller, who must be able to write the database, now and at each answer. `nameMappings` gives the field of the table for each field of the form. With `keyFieldId` an answer changes the record that has its value there. Choices become options (`createOptions`) and names linked records (`createLinks`) where there are none; a text that does not fit is kept beside the cell.',
    errors: { ...editErrors, conflict: 'The form is connected to a database, or in the trash.' },
    answer: z.strictObject({ id, serviceId: id }),
    example: { flowId: sample.form, ...sampleMapping },
  }),
  'forms.updateIntegration': call(
    'mutation',
    z.object({ ...ofIntegration, mapping: z.object(mapping).optional(), enabled: z.boolean().optional() }),
  )<{ readonly updated: true }>({
    summary: 'Change where the answers to a form go, or whether',
    more: 'With `mapping` answers are written in the name of the caller from then on. What was not written before can be sent again with `forms.replayDelivery`, and goes where the mapping says by then.',
    errors: editErrors,
    answer: z.strictObject({ updated: z.literal(true) }),
    example: { ...sampleIntegration, enabled: false },
  }),
  'forms.removeIntegration': call(
    'mutation',
    z.object(ofIntegration),
  )<{ readonly removed: true }>({
    summary: 'Disconnect a form from a database',
    more: 'What was written stays.',
    errors: editErrors,
    answer: z.strictObject({ removed: z.literal(true) }),
    example: sampleIntegration,
  }),
} as const;
