import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { knownId, newId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';

const ofApp = { flowId: knownId };
const ofSampleSource = { flowId: sample.app, baseId: sample.base };
const foreignId = storableText(64);

/** Types of fields of Airtable in which addresses of people may stand (specification 1, section 5). */
export const usersEmailTypes: readonly string[] = [
  ...['singleLineText', 'multilineText', 'email', 'formula', 'multipleLookupValues', 'singleSelect'],
];

/** A database that shows what a service holds, and how fresh it is. */
export interface AppSourceAnswer {
  readonly baseId: string;
  /** What the database is called. */
  readonly name: string;
  readonly service: 'airtable' | 'googlesheets';
  /** When all of it was read last; null: it was never read whole, and no app can show it yet. */
  readonly readAt: string | null;
  readonly records: number | null;
  /** Why it could not be read last, a sentence; null: it could. */
  readonly fault: string | null;
  /** The connection that it is read by, for who may edit the app; null: for who may not. */
  readonly serviceId: string | null;
  /** The table of the people who sign in, and the field of their addresses, as an app names them. */
  readonly users: { readonly tableId: string; readonly emailFieldId: string } | null;
}

const sourceService = z.enum(['airtable', 'googlesheets']);

const source = z.strictObject({
  baseId: id,
  name: z.string(),
  service: sourceService,
  readAt: instant.nullable(),
  records: z.int().nullable(),
  fault: z.string().nullable(),
  serviceId: z.string().nullable(),
  users: z.strictObject({ tableId: id, emailFieldId: id }).nullable(),
});

/** Services that apps show: a database is kept like each, and what apps write goes to the service first. */
export const appSourceCalls = {
  'apps.connectSource': call(
    'mutation',
    z.object({
      ...ofApp,
      /** Of the database to be, made by the caller, so that a retry makes no second one. */
      baseId: newId('bas'),
      name: storableText(255).refine((name) => name.trim() !== '', 'Give the database a name'),
      service: sourceService,
      /** A connection that the caller may use. */
      serviceId: knownId,
      config: z.union([
        z.strictObject({
          baseId: foreignId,
          usersTableId: foreignId.optional(),
          usersEmailFieldId: foreignId.optional(),
        }),
        /** Of Google Sheets. */
        z.strictObject({ spreadsheetId: storableText(200) }),
      ]),
    }),
  )<{ readonly baseId: string }>({
    summary: 'Connect a base of Airtable, or a spreadsheet, that an app is to show',
    more: 'A locked database is made, and a job fills it: `apps.source` tells when it is ready to be the source of the app’s draft. It is read again while the app is used. `usersEmailFieldId` is a field of the type singleLineText, multilineText, email, formula, multipleLookupValues or singleSelect.',
    errors: {
      ...editErrors,
      conflict:
        'The app is in the trash, something else has this id, or the service did not do what it was asked.',
      unavailable: 'The service does not answer.',
    },
    answer: z.strictObject({ baseId: id }),
    example: {
      ...ofSampleSource,
      ...{ name: 'Studio', service: 'airtable', serviceId: 'svc0sample00000000000000' },
      config: { baseId: 'appStudio00000001' },
    },
  }),
  'apps.source': call(
    'query',
    z.object({ ...ofApp, baseId: knownId }),
  )<{ readonly source: AppSourceAnswer | null }>({
    summary: 'Read how fresh a connected database of an app is',
    more: 'Null: the database shows no service. The caller may open it.',
    errors: readErrors,
    answer: z.strictObject({ source: source.nullable() }),
    example: ofSampleSource,
  }),
  'apps.refreshSource': call(
    'mutation',
    z.object({ ...ofApp, baseId: knownId }),
  )<{ readonly source: AppSourceAnswer | null }>({
    summary: 'Read a connected database of an app again now',
    more: 'A job does it; one that is on its way goes on.',
    errors: editErrors,
    answer: z.strictObject({ source: source.nullable() }),
    example: ofSampleSource,
  }),
} as const;
