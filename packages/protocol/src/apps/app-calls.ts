import type { Table } from '@weft/core';
import type { Content, DocumentEvent, Edit } from '@weft/documents';
import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import type { EditorsEvent } from '../event.ts';
import { type DomainAnswer, domainAnswer } from '../forms/domain-calls.ts';
import {
  documentEdit,
  documentEvent,
  done,
  editorsEvent,
  id,
  instant,
  table,
} from '../schemas/answer-schemas.ts';
import type { BaseRole, Done } from '../schemas/base-answers.ts';
import { knownId, newId } from '../schemas/ids.ts';
import { followed, presentMore, presentPlace, samplePlace } from '../schemas/presence.ts';
import { sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import { appContent, sentAppEdit } from './app-content.ts';

const ofApp = { flowId: knownId };
const ofSampleApp = { flowId: sample.app };
const version = z.int();

/** The draft as it stands after others' edits too. */
interface DraftAnswer {
  readonly version: number;
  readonly content: Content;
}

/** A published version of an app. */
interface AppVersion {
  readonly id: string;
  /** From 1 on. */
  readonly number: number;
  readonly publishedAt: string;
  /** Null: they are gone. */
  readonly publishedBy: string | null;
}

/** An app to begin with. */
interface AppTemplateAnswer {
  /** As `apps.create` takes it. */
  readonly name: string;
  readonly title: string;
  /** One line: who does what with it. */
  readonly about: string;
  readonly theme: string | null;
  /** People sign in to it, so that it is published by servers that send mail alone. */
  readonly signsIn: boolean;
  readonly pages: readonly string[];
  /** The kinds of blocks on its first page, in order. */
  readonly begins: readonly string[];
}

interface AppAnswer extends DraftAnswer {
  readonly flowId: string;
  /** What stands in the public address, after `/a/`. */
  readonly publicIdentifier: string;
  readonly name: string;
  readonly role: BaseRole;
  readonly trashed: boolean;
  /** What the world sees; null: nothing. */
  readonly published: { readonly id: string; readonly number: number; readonly content: Content } | null;
  readonly settings: {
    readonly customSubdomain: string | null;
    readonly domain: DomainAnswer | null;
    /** What stands behind a subdomain in a host of an app, with its port; null: apps have no subdomains here. */
    readonly appsHost: string | null;
  };
  /** Without it nobody can sign in, and an app that asks to cannot be published. */
  readonly sendsMail: boolean;
  /** The server has a language model that changes apps. */
  readonly hasChat: boolean;
}

/** A field of the table of people, and whom an app is for. */
const users = z.strictObject({
  tableId: knownId,
  emailFieldId: knownId,
  nameFieldId: knownId.optional(),
  roleFieldId: knownId.optional(),
});

const from = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('blank') }),
  z.strictObject({
    kind: z.literal('base'),
    baseId: knownId,
    /** Who may see the records; `own`: each their own. */
    who: z.enum(['everyone', 'signedIn', 'own']),
    /** Without it the first table with a field of addresses. */
    users: users.optional(),
  }),
  z.strictObject({ kind: z.literal('template'), template: z.string().max(64) }),
]);

export const appCalls = {
  'apps.create': call(
    'mutation',
    z.object({
      /** Made by the caller, so that a retry makes no second app. */
      flowId: newId('bas').optional(),
      name: storableText(255).refine((name) => name.trim() !== '', 'Give the app a name'),
      from,
      /** Home where it is left out. */
      workspaceId: knownId.nullish(),
    }),
  )<{ readonly flowId: string }>({
    summary: 'Make an app',
    more: 'Of a database it has a list, the page of a record and a form for each table, with a rule for each that says who may see its records. A template of `apps.templates` makes its database too; so does `blank`, with one table of three records. Sent again with the same `flowId`, it makes no second app.',
    errors: {
      conflict: 'Something else has this id already.',
      forbidden: 'The caller may not write to this workspace, or not make databases.',
      'not-found': 'There is no such database or workspace, or it is not for the caller to see.',
    },
    answer: z.strictObject({ flowId: id }),
    example: { ...ofSampleApp, name: 'Portal', from: { kind: 'base', baseId: sample.base, who: 'everyone' } },
  }),
  'apps.templates': call(
    'query',
    z.object({}),
  )<{ readonly templates: readonly AppTemplateAnswer[] }>({
    summary: 'List the templates of apps',
    errors: {},
    answer: z.strictObject({
      templates: z.array(
        z.strictObject({
          ...{ name: z.string(), title: z.string(), about: z.string(), theme: z.string().nullable() },
          ...{ signsIn: z.boolean(), pages: z.array(z.string()).readonly() },
          begins: z.array(z.string()).readonly(),
        }),
      ),
    }),
    example: {},
  }),
  'apps.get': call(
    'query',
    z.object(ofApp),
  )<AppAnswer>({
    summary: 'Read the draft of an app, and what is published of it',
    more: 'The app is at `/a/{publicIdentifier}` while `published` is not null.',
    errors: readErrors,
    answer: z.strictObject({
      flowId: id,
      publicIdentifier: id,
      name: z.string(),
      role: z.enum(['admin', 'owner', 'write', 'read']),
      trashed: z.boolean(),
      version,
      content: appContent,
      published: z.strictObject({ id, number: z.int(), content: appContent }).nullable(),
      settings: z.strictObject({
        customSubdomain: z.string().nullable(),
        domain: domainAnswer.nullable(),
        appsHost: z.string().nullable(),
      }),
      sendsMail: z.boolean(),
      hasChat: z.boolean(),
    }),
    example: ofSampleApp,
  }),
  'apps.tables': call(
    'query',
    z.object({ ...ofApp, baseId: knownId.optional() }),
  )<{ readonly baseId: string | null; readonly name: string | null; readonly tables: readonly Table[] }>({
    summary: 'List the tables that an app shows',
    more: 'Those of the database that its draft names, or of another that it might take. `baseId` is null where it names none.',
    errors: readErrors,
    answer: z.strictObject({ baseId: id.nullable(), name: z.string().nullable(), tables: z.array(table) }),
    example: ofSampleApp,
  }),
  'apps.edit': call(
    'mutation',
    z.object({
      ...ofApp,
      /** Taken once: the same batch sent again changes nothing. */
      editId: newId('edt'),
      /** The version of the draft that the edits were made on. */
      version: z.number().int().min(0),
      edits: z.array(sentAppEdit).min(1).max(2_000),
    }),
  )<DraftAnswer & { readonly edits: readonly Edit[] }>({
    summary: 'Edit the draft of an app',
    more: 'Edits hold before and after. They were made on the draft of `version`; what others changed since stays, and the answer is the draft with both. A known `editId` changes nothing. An app takes a database that the caller may open.',
    errors: {
      ...editErrors,
      conflict: 'The app is in the trash, or was changed too much since it was read.',
    },
    answer: z.strictObject({ version, content: appContent, edits: z.array(documentEdit) }),
    example: {
      ...ofSampleApp,
      editId: 'edt1sample00000000000000',
      version: 0,
      edits: [{ kind: 'prop', id: null, key: 'title', before: 'Portal', after: 'Customer portal' }],
    },
  }),
  'apps.publish': call(
    'mutation',
    z.object({
      ...ofApp,
      /** The version of the draft that the person has seen. */
      version: z.number().int().min(0),
      /** Made by the caller, so that a retry publishes once. */
      snapshotId: newId('snp').optional(),
    }),
  )<{ readonly publishedSnapshotId: string }>({
    summary: 'Publish the draft of an app',
    more: 'It becomes a version that never changes, and that the world sees. An app with an error is refused in words: a table that can be reached without a rule is one. The caller may open its database, and write it where the rules let people write. An app that people sign in to needs a server that sends mail.',
    errors: {
      ...editErrors,
      conflict:
        'The app is in the trash, its draft was changed since it was read, or the server sends no mail.',
    },
    answer: z.strictObject({ publishedSnapshotId: id }),
    example: { ...ofSampleApp, version: 1, snapshotId: 'snp1sample00000000000000' },
  }),
  'apps.unpublish': call(
    'mutation',
    z.object(ofApp),
  )<{ readonly publishedSnapshotId: null }>({
    summary: 'Take an app off the web',
    more: 'Its draft, its versions and its people stay.',
    errors: editErrors,
    answer: z.strictObject({ publishedSnapshotId: z.null() }),
    example: ofSampleApp,
  }),
  'apps.show': call(
    'mutation',
    z.object({ ...ofApp, snapshotId: knownId }),
  )<{ readonly publishedSnapshotId: string }>({
    summary: 'Show a version of an app that was published before',
    more: 'At once: one pointer changes. The draft stays as it is.',
    errors: editErrors,
    answer: z.strictObject({ publishedSnapshotId: id }),
    example: { ...ofSampleApp, snapshotId: 'snp1sample00000000000000' },
  }),
  'apps.changes': call(
    'subscription',
    z.object({
      ...ofApp,
      ...followed,
    }),
    'read',
  )<DocumentEvent | EditorsEvent>({
    summary: 'Follow the edits of an app’s draft',
    more: 'As `forms.changes` of a form.',
    errors: readErrors,
    answer: z.union([documentEvent, editorsEvent]),
    example: { ...ofSampleApp, sinceSeq: 0 },
  }),
  'apps.present': call(
    'mutation',
    z.object({ ...ofApp, ...presentPlace }),
  )<Done>({
    summary: 'Tell others that one has an app open, and where in its draft one is',
    more: presentMore('apps.changes'),
    errors: readErrors,
    answer: done,
    example: { ...ofSampleApp, ...samplePlace },
  }),
  'apps.versions': call(
    'query',
    z.object(ofApp),
  )<{ readonly versions: readonly AppVersion[] }>({
    summary: 'List the newest hundred published versions of an app',
    errors: readErrors,
    answer: z.strictObject({
      versions: z.array(
        z.strictObject({ id, number: z.int(), publishedAt: instant, publishedBy: z.string().nullable() }),
      ),
    }),
    example: ofSampleApp,
  }),
  'apps.version': call(
    'query',
    z.object({ ...ofApp, snapshotId: knownId }),
  )<{ readonly content: Content }>({
    summary: 'Read a published version of an app',
    more: 'To go on from it, make the draft the same with `apps.edit`.',
    errors: readErrors,
    answer: z.strictObject({ content: appContent }),
    example: { ...ofSampleApp, snapshotId: 'snp1sample00000000000000' },
  }),
  'apps.setSubdomain': call(
    'mutation',
    z.object({
      ...ofApp,
      subdomain: z
        .string()
        .max(63)
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and single hyphens')
        .nullable(),
    }),
  )<{ readonly customSubdomain: string | null }>({
    summary: 'Choose the first part of an app’s host, or (null) none',
    more: 'Acts at once. The app is there where the server has a domain for apps; one app has it.',
    errors: { ...editErrors, conflict: 'The app is in the trash, or another app has this subdomain.' },
    answer: z.strictObject({ customSubdomain: z.string().nullable() }),
    example: { ...ofSampleApp, subdomain: 'portal' },
  }),
  'apps.setDomain': call(
    'mutation',
    z.object({ ...ofApp, domain: z.string().min(1).max(300).nullable() }),
  )<{ readonly domain: DomainAnswer | null }>({
    summary: 'Choose a domain for a published app, or (null) none',
    more: 'As `forms.setDomain` of a form.',
    errors: editErrors,
    answer: z.strictObject({ domain: domainAnswer.nullable() }),
    example: { ...ofSampleApp, domain: 'portal.example.com' },
  }),
  'apps.checkDomain': call(
    'mutation',
    z.object(ofApp),
  )<{ readonly domain: DomainAnswer | null }>({
    summary: 'Look whether the DNS says that an app’s domain is theirs',
    more: 'As `forms.checkDomain` of a form.',
    errors: {
      ...editErrors,
      conflict: 'Another flow has this domain, or this app is in the trash.',
      limit: 'Too many domains are being checked.',
    },
    answer: z.strictObject({ domain: domainAnswer.nullable() }),
    example: ofSampleApp,
  }),
} as const;
