import type { Filter } from '@weft/core';
import type { Content, DocumentEvent, Edit } from '@weft/documents';
import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import { filterTree } from '../bases/record-query.ts';
import { call } from '../call.ts';
import type { EditorsEvent } from '../event.ts';
import {
  documentEdit,
  documentEvent,
  done,
  editorsEvent,
  filterAnswer,
  formContent,
  id,
  instant,
} from '../schemas/answer-schemas.ts';
import type { BaseRole, Done } from '../schemas/base-answers.ts';
import { knownId, newId } from '../schemas/ids.ts';
import { followed, presentMore, presentPlace, samplePlace } from '../schemas/presence.ts';
import { sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import { type DomainAnswer, domainAnswer } from './domain-calls.ts';
import { type CaptchaAnswer, captchaAnswer } from './form-gate-calls.ts';
import { sentEdit } from './sent-edits.ts';

const ofForm = { flowId: knownId };

/** The draft as it stands after others' edits too. */
interface DraftAnswer {
  readonly version: number;
  readonly content: Content;
}

/** A published version of a form. */
interface FormVersion {
  readonly id: string;
  /** From 1 on. */
  readonly number: number;
  readonly publishedAt: string;
  /** Null: they are gone. */
  readonly publishedBy: string | null;
}

/** What acts at once, without publishing; see `forms`. */
interface FormSettingsAnswer {
  readonly disabledForm: boolean;
  readonly closedMessage: string;
  readonly maxSubmissions: number | null;
  readonly waitingList: boolean;
  readonly openDate: string | null;
  readonly expirationDate: string | null;
  readonly notifyOwner: boolean;
  /** Whether the mail to its owner holds the answers. */
  readonly notifyAnswers: boolean;
  readonly notifyWhen: Filter | null;
  readonly replyWhen: Filter | null;
  readonly replySubject: string;
  readonly replyText: string;
  /** By language, as `pt-BR`; what is empty is sent as it is written above. */
  readonly replyTranslations: {
    readonly [language: string]: { readonly subject: string; readonly text: string };
  };
  /** PDFs that go with the mails. */
  readonly notifyFiles: readonly ('answer' | 'certificate')[];
  readonly replyFiles: readonly ('answer' | 'certificate')[];
  readonly spamDefence: boolean;
  readonly proofOfWork: boolean;
  /** Whoever answers proves an address first, by a code that is mailed to it. */
  readonly mailCode: boolean;
  readonly onePerPerson: 'no' | 'browser' | 'email';
  readonly allowedDomains: readonly string[];
  /** Origins that may show the form in a frame. */
  readonly embedSites: readonly string[];
  /** Days after which answers are erased; null: they are kept. */
  readonly retentionDays: number | null;
}

interface FormAnswer extends DraftAnswer {
  readonly flowId: string;
  /** What stands in the public address, after `/t/`. */
  readonly publicIdentifier: string;
  readonly name: string;
  readonly role: BaseRole;
  readonly trashed: boolean;
  /** What the world sees; null: nothing. */
  readonly published: { readonly id: string; readonly number: number; readonly content: Content } | null;
  readonly settings: FormSettingsAnswer;
  /** It shows itself to whoever gives its password alone. */
  readonly hasPassword: boolean;
  /** The service that checks whether a program sends an answer; its secret is never told. */
  readonly captcha: CaptchaAnswer | null;
  /** The end of its link in words. */
  readonly customEnding: string | null;
  /** The host that shows it alone, or is to; null: none was named. */
  readonly domain: DomainAnswer | null;
  /** Answers taken so far, deleted ones too. */
  readonly submissions: number;
}

/** Characters of the translations of a mail together: they are read with each answer. */
const maxReplyTranslations = 50_000;

const files = z
  .array(z.enum(['answer', 'certificate']))
  .max(2)
  .readonly();

const settings = z.strictObject({
  disabledForm: z.boolean(),
  closedMessage: storableText(500),
  maxSubmissions: z.number().int().min(1).max(1_000_000_000).nullable(),
  waitingList: z.boolean(),
  openDate: instant.nullable(),
  expirationDate: instant.nullable(),
  notifyOwner: z.boolean(),
  notifyAnswers: z.boolean(),
  notifyWhen: filterAnswer.nullable(),
  replyWhen: filterAnswer.nullable(),
  replySubject: storableText(200),
  replyText: storableText(5_000),
  replyTranslations: z
    .record(
      z
        .string()
        .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/, 'Not a language, such as pt-BR'),
      z.strictObject({ subject: storableText(200), text: storableText(5_000) }),
    )
    .refine((all) => JSON.stringify(all).length <= maxReplyTranslations, 'These texts are too long together')
    .readonly(),
  notifyFiles: files,
  replyFiles: files,
  spamDefence: z.boolean(),
  proofOfWork: z.boolean(),
  mailCode: z.boolean(),
  onePerPerson: z.enum(['no', 'browser', 'email']),
  allowedDomains: z
    .array(
      z
        .string()
        .max(253)
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Not a domain, such as example.org'),
    )
    .max(50)
    .readonly(),
  embedSites: z
    .array(
      z
        .string()
        .max(260)
        .regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/, 'Not a site, such as https://example.org'),
    )
    .max(50)
    .readonly(),
  retentionDays: z.number().int().min(1).max(3_650).nullable(),
});

const settingsInput = settings.extend({
  notifyWhen: filterTree.nullable(),
  replyWhen: filterTree.nullable(),
});

const version = z.int();
const ofSampleForm = { flowId: sample.form };

export const formCalls = {
  'forms.create': call(
    'mutation',
    z.object({
      /** Made by the caller, so that a retry makes no second form. */
      flowId: newId('bas').optional(),
      name: storableText(255).refine((name) => name.trim() !== '', 'Give the form a name'),
      /** A quiz judges its answers, and a scheduling form is booked. */
      kind: z.enum(['form', 'quiz', 'scheduling', 'payment']).optional(),
      /** The name of a template to begin with. */
      template: z.string().max(64).optional(),
      /** The name of a theme. */
      theme: z.string().max(64).optional(),
      /** A table whose fields it asks for; answers become its records. */
      table: z.strictObject({ basePublicIdentifier: knownId, tableId: knownId }).optional(),
      /** A form of another service that it begins as; `integrations.readForm` says what will be missing. */
      from: z
        .strictObject({
          serviceId: knownId,
          formId: z.string().min(1).max(500),
          /** Its answers come too, by a job: see `forms.answerImport`. */
          answers: z.boolean().optional(),
        })
        .optional(),
      /** Home where it is left out. */
      workspaceId: knownId.nullish(),
    }),
  )<{ readonly flowId: string }>({
    summary: 'Make a form',
    more: 'Its answers go into a base of its own, which has the form’s id and is read by the calls about records. With `table` it asks for the fields of a table that the caller may write, and its answers are written there (`forms.integrations`). Sent again with the same `flowId`, it makes no second form.',
    errors: {
      conflict: 'Something else has this id already.',
      forbidden: 'The caller may not write to this workspace.',
      'not-found': 'The form of this id belongs to somebody else, or there is no such workspace.',
    },
    answer: z.strictObject({ flowId: id }),
    example: { ...ofSampleForm, name: 'Guests' },
  }),
  'forms.get': call(
    'query',
    z.object(ofForm),
  )<FormAnswer>({
    summary: 'Read the draft of a form, and what is published of it',
    more: 'The form is at `/t/{publicIdentifier}` while `published` is not null.',
    errors: readErrors,
    answer: z.strictObject({
      flowId: id,
      publicIdentifier: id,
      name: z.string(),
      role: z.enum(['admin', 'owner', 'write', 'read']),
      trashed: z.boolean(),
      version,
      content: formContent,
      published: z.strictObject({ id, number: z.int(), content: formContent }).nullable(),
      settings,
      hasPassword: z.boolean(),
      captcha: captchaAnswer.nullable(),
      customEnding: z.string().nullable(),
      domain: domainAnswer.nullable(),
      submissions: z.int(),
    }),
    example: ofSampleForm,
  }),
  'forms.edit': call(
    'mutation',
    z.object({
      ...ofForm,
      /** Taken once: the same batch sent again changes nothing. */
      editId: newId('edt'),
      /** The version of the draft that the edits were made on. */
      version: z.number().int().min(0),
      edits: z.array(sentEdit).min(1).max(1_000),
    }),
  )<DraftAnswer & { readonly edits: readonly Edit[] }>({
    summary: 'Edit the draft of a form',
    more: 'Edits hold before and after. They were made on the draft of `version`; what others changed since stays, and the answer is the draft with both. A known `editId` changes nothing.',
    errors: {
      ...editErrors,
      conflict: 'The form is in the trash, or was changed too much since it was read.',
    },
    answer: z.strictObject({ version, content: formContent, edits: z.array(documentEdit) }),
    example: {
      ...ofSampleForm,
      editId: 'edt0sample00000000000000',
      version: 0,
      edits: [
        {
          kind: 'block',
          id: sample.question,
          before: null,
          after: {
            parent: sample.page,
            order: 'V',
            props: { type: 'short_text', label: 'Name', required: true },
          },
        },
      ],
    },
  }),
  'forms.publish': call(
    'mutation',
    z.object({
      ...ofForm,
      /** The version of the draft that the person has seen. */
      version: z.number().int().min(0),
      /** Made by the caller, so that a retry publishes once. */
      snapshotId: newId('snp').optional(),
    }),
  )<{ readonly publishedSnapshotId: string }>({
    summary: 'Publish the draft of a form',
    more: 'It becomes a version that never changes, and that the world sees. `version` is that of the draft one has seen: one that has changed since is refused with `conflict`.',
    errors: {
      ...editErrors,
      conflict: 'The form is in the trash, or its draft was changed since it was read.',
    },
    answer: z.strictObject({ publishedSnapshotId: id }),
    example: { ...ofSampleForm, version: 1, snapshotId: sample.snapshot },
  }),
  'forms.unpublish': call(
    'mutation',
    z.object(ofForm),
  )<{ readonly publishedSnapshotId: null }>({
    summary: 'Take a form off the web',
    more: 'Its draft, its versions and its answers stay.',
    errors: editErrors,
    answer: z.strictObject({ publishedSnapshotId: z.null() }),
    example: ofSampleForm,
  }),
  'forms.changes': call(
    'subscription',
    z.object({
      ...ofForm,
      ...followed,
    }),
    'read',
  )<DocumentEvent | EditorsEvent>({
    summary: 'Follow the edits of a form’s draft',
    more: 'One event for each batch of edits after the version `sinceSeq` (by default from now on), in order, none missing; its id is its `seq`, the version that it makes, so that `Last-Event-ID` continues a broken stream. `edits` are exact: made on the draft of the version before they give this one. None means that something else has changed, such as what is published. After `missed` the form is to be read again. A `ping` comes every 15 seconds. With `present` the stream also tells who has the form open, by `forms.present`: everybody, at first and whenever that has changed.',
    errors: readErrors,
    answer: z.union([documentEvent, editorsEvent]),
    example: { ...ofSampleForm, sinceSeq: 0 },
  }),
  'forms.present': call(
    'mutation',
    z.object({ ...ofForm, ...presentPlace }),
  )<Done>({
    summary: 'Tell others that one has a form open, and where in its draft one is',
    more: presentMore('forms.changes'),
    errors: readErrors,
    answer: done,
    example: { ...ofSampleForm, ...samplePlace },
  }),
  'forms.updateSettings': call(
    'mutation',
    z.object({ ...ofForm, settings: settingsInput.partial() }),
  )<{ readonly settings: FormSettingsAnswer }>({
    summary: 'Change when a form takes answers, and who is told of them',
    more: 'Acts at once, without publishing. What is left out stays. Answers are counted as they are taken; `maxSubmissions` holds however many come at once; with `waitingList` whoever finds no place may wait for one; with `mailCode` whoever answers proves an address first.',
    errors: {
      ...editErrors,
      conflict: 'The form is in the trash, or `mailCode` is asked of a server that sends no mail.',
    },
    answer: z.strictObject({ settings }),
    example: { ...ofSampleForm, settings: { maxSubmissions: 50, expirationDate: '2026-12-24T18:00:00Z' } },
  }),
  'forms.versions': call(
    'query',
    z.object(ofForm),
  )<{ readonly versions: readonly FormVersion[] }>({
    summary: 'List the newest hundred published versions of a form',
    errors: readErrors,
    answer: z.strictObject({
      versions: z.array(
        z.strictObject({ id, number: z.int(), publishedAt: instant, publishedBy: z.string().nullable() }),
      ),
    }),
    example: ofSampleForm,
  }),
  'forms.version': call(
    'query',
    z.object({ ...ofForm, snapshotId: knownId }),
  )<{ readonly content: Content }>({
    summary: 'Read a published version of a form',
    more: 'To restore it, make the draft the same with `forms.edit`.',
    errors: readErrors,
    answer: z.strictObject({ content: formContent }),
    example: { ...ofSampleForm, snapshotId: sample.snapshot },
  }),
} as const;
