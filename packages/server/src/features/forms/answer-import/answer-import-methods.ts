import { resumeAnswerImport } from '@weft/db';
import type { CallNameOf } from '@weft/protocol';
import type { FormsContext, FormsHandlers } from '../deps.ts';
import { loadForm } from '../load-form.ts';
import { newAnswerImportJob } from './answer-import-job.ts';

export type AnswerImportCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  'forms.answerImport' | 'forms.changeAnswerImport'
>;

/** Sentences that are shown; of a form with more questions the others are there all the same. */
const mostShown = 200;

async function shownImport({ deps }: FormsContext, flowId: string) {
  const found = await deps.answerImports.find(flowId);
  if (found === null) return { import: null };
  const { state, taken, total, lost, fault, service } = found;
  return {
    import: {
      ...{ service, state, taken, total, fault },
      lost: Object.entries(lost)
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, mostShown)
        .map(([text, answers]) => ({ text, answers })),
    },
  };
}

export const answerImportMethods: FormsHandlers<AnswerImportCall> = {
  'forms.answerImport': async (context, { flowId }) => {
    await loadForm(context, flowId, 'open');
    return shownImport(context, flowId);
  },

  'forms.changeAnswerImport': async (context, { flowId, to }) => {
    const { deps, caller } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    if (to === 'cancel') await deps.answerImports.cancel(flowId);
    else if (to === 'dismiss') await deps.answerImports.forget(flowId);
    else {
      const { organizationId } = flow;
      const organizationRole = organizationId === caller.organizationId ? caller.organizationRole : 'member';
      const job = newAnswerImportJob(deps, { organizationId, organizationRole }, flowId);
      await deps.transaction((tx) => resumeAnswerImport(tx, flowId, caller.userId, job));
      deps.wake();
    }
    return shownImport(context, flowId);
  },
};
