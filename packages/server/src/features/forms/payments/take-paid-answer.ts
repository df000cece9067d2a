import type { PaymentOrderRow } from '@weft/db';
import { AppError, errorKinds } from '@weft/std';
import { fileIdsIn, waitingFiles } from '../answer-files.ts';
import type { FormsDeps } from '../deps.ts';
import { readForm } from '../drafts.ts';
import { submitAnswer } from '../submissions.ts';
import { noteUnfulfilled } from './note-unfulfilled.ts';

/** Takes the answer of an order that was paid, as the form was when it was ordered. */
export async function takePaidAnswer(deps: FormsDeps, order: PaymentOrderRow): Promise<void> {
  const { flowId, submissionId, snapshotId, publicIdentifier } = order;
  const [published, snapshot, session] = await Promise.all([
    deps.documents.published(publicIdentifier),
    deps.documents.snapshot(flowId, snapshotId),
    deps.formSessions.find(flowId, submissionId),
  ]);
  const fault = (text: string) => noteUnfulfilled(deps, order, text);
  if (published === null)
    return fault(
      'It is paid, and its form is unpublished or in the trash: put that back, and the answer is taken within the hour',
    );
  if (session === null || snapshot === null || session.sent === null)
    return fault('The answer was deleted: refund the payment, or ask whoever paid');
  const { sent } = session;
  const at = { ...published, snapshotId, content: readForm(snapshot.content) };
  try {
    // It may have been paid after it was given up, with its files.
    await deps.transaction((tx) => deps.files.claimForAnswer(tx, flowId, fileIdsIn(at, sent)));
    const taken = await submitAnswer(deps, at, {
      ...{ id: submissionId, sent, fileOf: await waitingFiles(deps, at, sent) },
      ...{ manner: null, browser: null, before: session, ownsFiles: true, paid: order },
    });
    if (!taken.ok)
      await fault(
        `It is paid, and its answer could not be taken: ${taken.error[0]?.reason ?? 'it no longer fits'}`,
      );
  } catch (error) {
    if (!(error instanceof AppError) || errorKinds[error.kind].report) throw error;
    // What passes by itself is tried again soon, and nobody has to do anything.
    if (errorKinds[error.kind].retry) deps.log.warn({ err: error, orderId: order.id }, 'a paid answer waits');
    else await fault(`It is paid, and its answer could not be taken: ${error.message}`);
  }
}
