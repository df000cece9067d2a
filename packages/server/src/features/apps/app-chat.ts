import { setImmediate } from 'node:timers/promises';
import {
  appOf,
  appProblems,
  changesInWords,
  maxOperations,
  operationNames,
  operationsGuide,
  outlineOf,
  type Proposed,
  type ProposedApp,
  proposedApp,
  tablesWith,
} from '@weft/apps';
import type { Table } from '@weft/core';
import { type AppTurn, addTurns } from '@weft/db';
import { type Content, diff, type Edit, type Json } from '@weft/documents';
import { AppError, must } from '@weft/std';
import { z } from 'zod';
import type { StreamEvent } from '../../http/event-stream.ts';
import { readApp } from './app-drafts.ts';
import { requireBase, tablesOf } from './app-source.ts';
import type { AppsContext, AppsHandlers } from './deps.ts';
import { integrationsOf } from './integrations-of.ts';
import { loadApp, present } from './load-app.ts';
import { saidSoFar } from './said-so-far.ts';

/** Turns of before that the model is told of. */
const toldTurns = 10;
/** Milliseconds between two events while the model works. */
const tick = 1_000;
/** Milliseconds for which words of the model are gathered. */
const pause = 80;
const longestSaid = 4_000;

const task = `You change an app that people build on a database: pages of blocks, and rules that say who may do what with which records.
You are given the app, what was said before, and what the user wants now. Answer with what you say to the user ("say", in their language, a few sentences) and with the operations that carry it out.
Propose nothing that was not asked for. Delete nothing that was not asked to be deleted. Where something cannot be done with these operations, say so and propose nothing for it.
Give people no more than they need: prefer rules of their own rows to rules of all rows.

${operationsGuide()}`;

const operation = z.looseObject({ op: z.enum(operationNames as [string, ...string[]]) });

/** The answer of the model: each operation is checked against the app while it can still mend it. */
function answerFor(content: Content, tables: readonly Table[], turnId: string) {
  let made: ProposedApp | null = null;
  const schema = z
    .strictObject({
      say: z.string().max(longestSaid),
      operations: z.array(operation).max(maxOperations),
    })
    .superRefine(async (answer, context) => {
      const operations = answer.operations as unknown as readonly Json[];
      const proposed = await proposedApp(content, tables, { id: turnId, operations }, setImmediate);
      if (proposed.ok) made = proposed.value;
      else
        context.addIssue({
          code: 'custom',
          path: ['operations', proposed.error.at - 1],
          message: proposed.error.reason,
        });
    });
  /** What the answer that has passed comes to. */
  return { schema, made: (): ProposedApp => must(made) };
}

/** What a proposal comes to, in words: what it adds to the database first. */
function changesOf(before: Content, { content, additions }: Proposed, tables: readonly Table[]) {
  const known = tablesWith(tables, additions);
  const nameOf = (id: string) => known.find((table) => table.id === id)?.name ?? '';
  return [
    ...additions.map((one) =>
      one.kind === 'table'
        ? `Added the table ‘${one.table.name}’ to the database`
        : `Added the field ‘${one.field.name}’ to the table ‘${nameOf(one.tableId)}’`,
    ),
    ...changesInWords(before, content, known),
  ];
}

/** What keeps an app from being published. */
export const errorsOf = (...app: Parameters<typeof appProblems>): readonly string[] =>
  appProblems(...app).flatMap(({ severity, text }) => (severity === 'error' ? [text] : []));

interface Asked {
  readonly flowId: string;
  readonly turnId: string;
  readonly text: string;
}

/** The draft of an app and the tables that it shows, for whoever may read them. */
export async function draftWithTables(
  context: Pick<AppsContext, 'deps' | 'caller'>,
  flowId: string,
  organizationId: string,
): Promise<{
  readonly version: number;
  readonly content: Content;
  readonly tables: readonly Table[];
  readonly baseId: string | null;
}> {
  const draft = present(await context.deps.documents.draft(flowId));
  const content = readApp(draft.content);
  const { source } = appOf(content);
  if (source === null) return { version: draft.version, content, tables: [], baseId: null };
  const base = await requireBase(context, organizationId, source.baseId, 'open');
  const tables = await tablesOf(context.deps, base);
  return { version: draft.version, content, tables, baseId: base.id };
}

interface Proposal {
  readonly turn: AppTurn;
  readonly edits: readonly Edit[];
  readonly version: number;
  readonly problems: readonly string[];
}

/** Asks the model, checks every operation, and keeps the turn. */
async function propose(
  context: AppsContext,
  ai: NonNullable<AppsContext['deps']['ai']>,
  asked: Asked,
  signal: AbortSignal,
  onSaid: (said: string) => void,
): Promise<Proposal> {
  const { deps, caller } = context;
  const { flowId, turnId, text } = asked;
  const { flow } = await loadApp(context, flowId, 'edit');
  const { version, content, tables } = await draftWithTables(context, flowId, flow.organizationId);
  const before = await deps.appRows.turns(flowId, toldTurns);
  const known = before.find(({ id }) => id === turnId);
  if (known !== undefined) return { turn: known, edits: [], version, problems: [] };
  const { schema, made } = answerFor(content, tables, turnId);
  const answer = await ai.generate({
    organizationId: flow.organizationId,
    purpose: 'apps',
    signal,
    schema,
    onText: (json) => {
      const said = saidSoFar(json)?.slice(0, longestSaid);
      if (said !== undefined) onSaid(said);
    },
    prompt: {
      task,
      text: JSON.stringify({
        app: JSON.parse(outlineOf(content, tables)) as unknown,
        before: before.map(({ asked: said, said: answered, state }) => ({ asked: said, answered, state })),
        wanted: text,
      }),
    },
  });
  const { operations } = answer;
  const proposed = made();
  const turn: AppTurn = {
    ...{ id: turnId, at: new Date(deps.now()).toISOString(), askedBy: caller.name, asked: text },
    ...{ said: answer.say, operations, changes: changesOf(content, proposed, tables) },
    state: operations.length === 0 ? 'refused' : 'proposed',
  };
  await deps.transaction((tx) => addTurns(tx, flowId, caller.userId, [turn]));
  const integrations = await integrationsOf(deps, flowId);
  return {
    ...{ turn, edits: diff(content, proposed.content), version },
    problems: errorsOf(proposed.content, proposed.tables, integrations),
  };
}

/** A turn as it travels. */
export const shownTurn = ({ operations: _, ...turn }: AppTurn) => turn;

/** What the model has said so far, and the next change of it. */
class Said {
  text = '';
  #changed = Promise.withResolvers<null>();

  readonly set = (text: string): void => {
    if (text === this.text) return;
    this.text = text;
    this.#changed.resolve(null);
  };

  next(): Promise<null> {
    this.#changed = Promise.withResolvers();
    return this.#changed.promise;
  }
}

async function* streamed(
  proposing: Promise<Proposal>,
  said: Said,
  signal: AbortSignal,
  now: () => number,
): AsyncIterable<StreamEvent> {
  const began = now();
  for (let number = 1; ; number++) {
    const waited = new Promise<null>((resolve) => setTimeout(resolve, tick, null));
    const proposal = await Promise.race([proposing, waited, said.next()]);
    if (signal.aborted) return;
    if (proposal === null) {
      // Words come faster than they are read.
      await Promise.race([proposing, new Promise((resolve) => setTimeout(resolve, pause))]);
      const seconds = Math.floor((now() - began) / 1_000);
      const told = said.text === '' ? {} : { said: said.text };
      yield { id: String(number), json: JSON.stringify({ kind: 'working', seconds, ...told }) };
      continue;
    }
    const { turn, ...rest } = proposal;
    yield { id: 'end', json: JSON.stringify({ kind: 'proposed', turn: shownTurn(turn), ...rest }) };
    return;
  }
}

/** A change of an app that the language model of the server proposes. */
export const appChat: AppsHandlers<'apps.chat'> = {
  'apps.chat': async (context, input, signal) => {
    await loadApp(context, input.flowId, 'edit');
    const { ai } = context.deps;
    if (ai === null)
      throw new AppError(
        'conflict',
        'This server has no AI service. Ask whoever runs it to set AI_BASE_URL.',
      );
    const release = context.deps.concurrency.take('base', context.caller);
    const said = new Said();
    const proposing = propose(context, ai, input, signal, said.set).finally(release);
    // A reader who leaves is told nothing.
    proposing.catch(() => {});
    return streamed(proposing, said, signal, context.deps.now);
  },
};
