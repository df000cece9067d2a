import { z } from 'zod';
import { call } from '../call.ts';
import type { CallErrors } from '../call-errors.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { serviceType } from './integration-schemas.ts';

/** All of an organization’s are read whenever its catalogue is opened. */
const mostCharacters = 32_768;

/** As docs/connectors.md says; what is wrong with it is said in words. */
const written = z
  .record(z.string(), z.unknown())
  .refine((all) => JSON.stringify(all).length <= mostCharacters, 'At most 32 KB');

const sampleType = 'con0sample00000000000000';
const sampleDeclaration = {
  ...{ name: 'Acme CRM', category: 'crm', origin: 'https://api.acme.example', auth: { kind: 'bearer' } },
  fields: [{ key: 'email', name: 'Email', required: true }],
  request: { path: '/v1/leads', body: { kind: 'json', json: { email: '{{email}}' } } },
};

const adminErrors = {
  forbidden: 'The caller is no admin of the organization.',
} as const satisfies CallErrors;
const errors = { ...adminErrors, 'not-found': 'The organization has no such connector.' } as const;

const answered = {
  connectors: z.strictObject({
    connectors: z.array(
      z.strictObject({
        ...{ type: z.string(), version: z.int(), updatedAt: instant },
        /** It is the organization’s own; else the operator gives it to everybody. */
        mayEdit: z.boolean(),
        declaration: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  dependents: z.strictObject({
    connections: z.array(z.string()),
    flows: z.array(z.strictObject({ id, name: z.string() })),
    /** Of flows that the caller does not see. */
    others: z.int(),
  }),
};

/** Connectors that organizations declare without code. */
export const connectorCalls = {
  'integrations.connectors': call(
    'query',
    z.object({}),
  )<{
    readonly connectors: readonly {
      readonly type: string;
      readonly version: number;
      readonly updatedAt: string;
      readonly mayEdit: boolean;
      readonly declaration: { readonly [key: string]: unknown };
    }[];
  }>({
    summary: 'List the connectors that are declared without code',
    more: 'Those of the organization, and those of the operator. For admins.',
    errors: adminErrors,
    answer: answered.connectors,
    example: {},
  }),
  'integrations.connectorDependents': call(
    'query',
    z.object({ type: serviceType }),
  )<{
    readonly connections: readonly string[];
    readonly flows: readonly { readonly id: string; readonly name: string }[];
    readonly others: number;
  }>({
    summary: 'List the connections and flows that work with a declared connector',
    more: 'For admins.',
    errors,
    answer: answered.dependents,
    example: { type: sampleType },
  }),
  'integrations.declareConnector': call(
    'mutation',
    z.object({ declaration: written }),
  )<{ readonly type: string }>({
    summary: 'Declare a connector to a service of one’s own, without code',
    more: 'What a declaration holds is in docs/connectors.md. It is connected like any other service, by the `type` that is answered. For admins.',
    errors: { ...adminErrors, limit: 'The organization has a hundred connectors.' },
    answer: z.strictObject({ type: z.string() }),
    example: { declaration: sampleDeclaration },
  }),
  'integrations.changeConnector': call(
    'mutation',
    z.object({ type: serviceType, version: z.int().min(1), declaration: written }),
  )<{ readonly version: number }>({
    summary: 'Change a declared connector',
    more: 'As a new version: forms go on with the one that their fields were matched for. `version` is the one that was changed. The host and the way in stay while somebody is connected. For admins.',
    errors: {
      ...errors,
      conflict: 'Somebody is connected and the host or the way in has changed, or somebody else changed it.',
    },
    answer: z.strictObject({ version: z.int() }),
    example: { type: sampleType, version: 1, declaration: sampleDeclaration },
  }),
  'integrations.removeConnector': call(
    'mutation',
    z.object({ type: serviceType }),
  )<{ readonly removed: true }>({
    summary: 'Delete a declared connector',
    more: 'With the connections that were made by it, and what flows write with them (`integrations.connectorDependents` lists them). For admins.',
    errors,
    answer: z.strictObject({ removed: z.literal(true) }),
    example: { type: sampleType },
  }),
} as const;
