import type { Table } from '@weft/core';
import type { Content, Edit } from '@weft/documents';
import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { documentEdit, id, instant, table } from '../schemas/answer-schemas.ts';
import { knownId, newId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import { appContent } from './app-content.ts';

const ofApp = { flowId: knownId };
const ofSampleTurn = { flowId: sample.app, turnId: 'trn0sample00000000000000' };

/** What was asked of the language model about an app, and what it proposed. */
interface TurnAnswer {
  readonly id: string;
  readonly at: string;
  /** Null: they are gone. */
  readonly askedBy: string | null;
  readonly asked: string;
  readonly said: string;
  /** What the proposal comes to, a sentence each; none: it changes nothing. */
  readonly changes: readonly string[];
  readonly state: 'proposed' | 'applied' | 'discarded' | 'refused';
}

const turn = z.strictObject({
  id,
  at: instant,
  askedBy: z.string().nullable(),
  asked: z.string(),
  said: z.string(),
  changes: z.array(z.string()).readonly(),
  state: z.enum(['proposed', 'applied', 'discarded', 'refused']),
});

/** What is told while the model works, and at its end. */
type ChatEvent =
  | {
      readonly kind: 'working';
      readonly seconds: number;
      /** What the model has said so far; absent: nothing yet. */
      readonly said?: string | undefined;
    }
  | {
      readonly kind: 'proposed';
      readonly turn: TurnAnswer;
      readonly edits: readonly Edit[];
      readonly version: number;
      /** What would keep the app from being published with it. */
      readonly problems: readonly string[];
    };

const noModel =
  'The app is in the trash, the server has no language model, or the model gave no answer that fits.';

export const appChatCalls = {
  'apps.chat': call(
    'subscription',
    z.object({
      ...ofApp,
      /** Made by the caller. */
      turnId: newId('trn'),
      text: storableText(4_000).refine((text) => text.trim() !== '', 'Say what is to change'),
    }),
    'write',
  )<ChatEvent>({
    summary: 'Ask the language model of the server for a change of an app',
    more: 'A `working` event comes every second, and as the model goes on with what it says (`said`); at the end comes `proposed` with the turn: what the model says, and what it would change. Every operation was checked; nothing is applied before `apps.applyTurn`. `edits` make the draft of `version` what is proposed; `problems` say what would keep it from being published then. Leaving the stream cancels the request. A `turnId` that is known is answered as it was.',
    errors: {
      ...editErrors,
      conflict: noModel,
      'rate-limit': 'The language model is busy.',
      unavailable: 'The language model cannot be reached.',
    },
    answer: z.union([
      z.strictObject({ kind: z.literal('working'), seconds: z.int(), said: z.string().optional() }),
      z.strictObject({
        kind: z.literal('proposed'),
        turn,
        edits: z.array(documentEdit).readonly(),
        version: z.int(),
        problems: z.array(z.string()).readonly(),
      }),
    ]),
    example: { ...ofSampleTurn, text: 'Add a page with a chart of orders by month' },
  }),
  'apps.turns': call(
    'query',
    z.object(ofApp),
  )<{ readonly turns: readonly TurnAnswer[] }>({
    summary: 'List the newest hundred requests to the language model about an app',
    errors: readErrors,
    answer: z.strictObject({ turns: z.array(turn).readonly() }),
    example: { flowId: sample.app },
  }),
  'apps.proposal': call(
    'query',
    z.object({ ...ofApp, turnId: knownId }),
  )<{
    readonly content: Content;
    readonly tables: readonly Table[];
    /** What would keep the app from being published with it. */
    readonly problems: readonly string[];
  }>({
    summary: 'Read the app that a proposal of the language model would make',
    more: 'The draft as it is now with what was proposed, and its tables with those that would be added. Nothing of it is kept. Its pages are seen at `/v1/apps/{flowId}/preview/` with `proposal={turnId}`, where blocks have the same ids.',
    errors: {
      ...readErrors,
      conflict: 'It was applied or discarded before, or does not fit the app any more.',
    },
    answer: z.strictObject({
      content: appContent,
      tables: z.array(table),
      problems: z.array(z.string()).readonly(),
    }),
    example: ofSampleTurn,
  }),
  'apps.applyTurn': call(
    'mutation',
    z.object({ ...ofApp, turnId: knownId, editId: newId('edt') }),
  )<{ readonly version: number }>({
    summary: 'Apply what the language model proposed for an app',
    more: 'Checked once more against the draft as it is by now, and made as one batch of edits: all of it or nothing. Tables and fields are added to the database first, which the caller may write.',
    errors: {
      ...editErrors,
      conflict: 'It was applied or discarded before, or does not fit the app any more.',
    },
    answer: z.strictObject({ version: z.int() }),
    example: { ...ofSampleTurn, editId: 'edt2sample00000000000000' },
  }),
  'apps.discardTurn': call(
    'mutation',
    z.object({ ...ofApp, turnId: knownId }),
  )<{ readonly ok: true }>({
    summary: 'Discard what the language model proposed for an app',
    errors: { ...editErrors, conflict: 'It was applied or discarded before.' },
    answer: z.strictObject({ ok: z.literal(true) }),
    example: ofSampleTurn,
  }),
} as const;
