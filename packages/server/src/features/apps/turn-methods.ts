import { setImmediate } from 'node:timers/promises';
import { idsOfProposal, type Proposed, proposedApp } from '@weft/apps';
import { hasEdits, settleTurn } from '@weft/db';
import { diff, type Json } from '@weft/documents';
import type { Action } from '@weft/history';
import { actionOf } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import { editDraft } from '../../documents/drafts.ts';
import { draftWithTables, errorsOf, shownTurn } from './app-chat.ts';
import { appDrafts } from './app-drafts.ts';
import { requireBase } from './app-source.ts';
import type { AppsContext, AppsHandlers } from './deps.ts';
import { integrationsOf } from './integrations-of.ts';
import { loadApp, present } from './load-app.ts';

/** Turns in a list; older ones are there. */
const maxTurns = 100;

export type TurnCall = 'apps.turns' | 'apps.proposal' | 'apps.applyTurn' | 'apps.discardTurn';

const noProposal = () => notFound('There is no such proposal');
const noLongerFits = (reason: string) =>
  new AppError('conflict', `The app has changed since this was proposed: ${reason}`);
const settledBefore = () => new AppError('conflict', 'This proposal was applied or discarded before');

/**
 * Adds the tables and fields of a proposal, as actions of the person: one step in the undo of the database. Done again, it
 * adds nothing more.
 */
async function addToBase(
  { deps, caller }: AppsContext,
  baseId: string,
  turnId: string,
  additions: Proposed['additions'],
): Promise<void> {
  const store = deps.base(baseId);
  const newId = idsOfProposal(turnId);
  const groupId = newId('grp');
  for (const addition of additions) {
    const { type, input } =
      addition.kind === 'table'
        ? actionOf('tables.create', {
            ...{ id: addition.table.id, name: addition.table.name },
            primaryFieldId: addition.table.primaryFieldId,
            fields: addition.table.fields.map((field) => ({ ...field, template: { ...field.template } })),
            ...{ viewId: newId('viw'), records: [] },
          })
        : actionOf('fields.create', {
            tableId: addition.tableId,
            field: { ...addition.field, template: { ...addition.field.template } },
          });
    await store.submit(caller.userId, { id: newId('act'), type, input, groupId } as Action);
  }
}

export const turnMethods: AppsHandlers<TurnCall> = {
  'apps.turns': async (context, { flowId }) => {
    await loadApp(context, flowId, 'open');
    return { turns: (await context.deps.appRows.turns(flowId, maxTurns)).map(shownTurn) };
  },

  'apps.proposal': async (context, { flowId, turnId }) => {
    const { flow } = await loadApp(context, flowId, 'open');
    const turn = await context.deps.appRows.turn(flowId, turnId);
    if (turn === null) throw noProposal();
    if (turn.state !== 'proposed') throw settledBefore();
    const { content, tables } = await draftWithTables(context, flowId, flow.organizationId);
    const proposal = { id: turnId, operations: turn.operations as Json[] };
    const looked = await proposedApp(content, tables, proposal, setImmediate);
    if (!looked.ok) throw noLongerFits(looked.error.reason);
    const { content: proposed, tables: withAdded } = looked.value;
    const integrations = await integrationsOf(context.deps, flowId);
    return { content: proposed, tables: withAdded, problems: errorsOf(proposed, withAdded, integrations) };
  },

  'apps.applyTurn': async (context, { flowId, turnId, editId }) => {
    const { deps, caller } = context;
    const { flow } = await loadApp(context, flowId, 'edit');
    const turn = await deps.appRows.turn(flowId, turnId);
    if (turn === null) throw noProposal();
    if (turn.state !== 'proposed') {
      // Sent again, for its answer was lost: it is what it was.
      if (!(await deps.transaction((tx) => hasEdits(tx, flowId, editId)))) throw settledBefore();
      return { version: present(await deps.documents.draft(flowId)).version };
    }
    const { version, content, tables, baseId } = await draftWithTables(context, flowId, flow.organizationId);
    const proposal = { id: turnId, operations: turn.operations as Json[] };
    const proposed = await proposedApp(content, tables, proposal, setImmediate);
    if (!proposed.ok) throw noLongerFits(proposed.error.reason);
    const { additions } = proposed.value;
    if (additions.length > 0) {
      if (baseId === null) throw new AppError('conflict', 'The app has no database to add tables to');
      await requireBase(context, flow.organizationId, baseId, 'edit');
      await addToBase(context, baseId, turnId, additions);
    }
    const edits = diff(content, proposed.value.content);
    // Applied and said to be so at once: of two who apply it, one does.
    const transaction: typeof deps.transaction = (work) =>
      deps.transaction(async (tx) => {
        const isFirst = await settleTurn(tx, flowId, turnId, 'applied');
        if (!isFirst && !(await hasEdits(tx, flowId, editId))) throw settledBefore();
        return await work(tx);
      });
    const edited =
      edits.length === 0
        ? await transaction(async () => ({ version }))
        : await editDraft(
            appDrafts,
            { ...deps, transaction },
            { flowId, userId: caller.userId },
            { editId, version, edits },
          );
    return { version: edited.version };
  },

  'apps.discardTurn': async (context, { flowId, turnId }) => {
    const { deps } = context;
    await loadApp(context, flowId, 'edit');
    const turn = await deps.appRows.turn(flowId, turnId);
    if (turn === null) throw noProposal();
    if (!(await deps.transaction((tx) => settleTurn(tx, flowId, turnId, 'discarded')))) throw settledBefore();
    return { ok: true };
  },
};
