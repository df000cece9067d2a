import type { FastifyInstance } from 'fastify';
import { recurringJob } from '../../jobs/job-kind.ts';
import type { WantedFile } from '../../mail/mailer.ts';
import { bindHandlers } from '../../rpc/handler.ts';
import { answerImportJob } from './answer-import/answer-import-job.ts';
import { answerImportMethods } from './answer-import/answer-import-methods.ts';
import { answerMethods } from './answer-methods.ts';
import { mountAnswerPdf } from './answer-pdf-route.ts';
import { databaseDelivery } from './databases/database-delivery.ts';
import { integrationMethods, listsRead, mappableFields } from './databases/integration-methods.ts';
import { deliveryMethods } from './delivery-methods.ts';
import type { FormsDeps } from './deps.ts';
import { domainMethods } from './domains/domain-methods.ts';
import { domainsJob, domainsSchedule } from './domains/recheck-domains.ts';
import { eraseExpired } from './erase-answers.ts';
import { formChanges } from './form-changes.ts';
import { formMethods } from './form-methods.ts';
import { judgeOverdue } from './judge-overdue.ts';
import { writeMailedFile } from './mailed-files.ts';
import { type FormOwner, ownForms } from './own-forms.ts';
import { ownPdfs } from './own-pdfs.ts';
import { mountPaymentExport } from './payments/export-payments.ts';
import { scanAccounts } from './payments/find-unknown.ts';
import { mountPaymentNotices } from './payments/notice-route.ts';
import { countFreeBooking, orderBooking } from './payments/order-booking.ts';
import { orderPageOf } from './payments/order-page-route.ts';
import { paymentMethods } from './payments/payment-methods.ts';
import { subscriptionMethods } from './payments/subscription-methods.ts';
import { reconcile, syncDue } from './payments/sync-order.ts';
import { mountPdfForms } from './pdf-forms.ts';
import { mountPublicForms } from './public-routes.ts';
import { resultMethods } from './results.ts';
import { waitingMethods } from './waiting-methods.ts';
import { WaitingReads } from './waiting-reads.ts';
import { webhookMethods } from './webhook-methods.ts';
import { webhookDelivery } from './webhooks.ts';

const paymentQueue = 'payments';
const reconciliationQueue = 'payments-reconciliation';

/** Days after which what looked like spam is removed. */
const keptSpamDays = 60;

type OfBooking = Parameters<typeof orderBooking> extends [unknown, ...infer Rest] ? Rest : never;

/** Forms: drafts and versions, the pages strangers answer, and what becomes of their answers. */
export function formsModule(given: Omit<FormsDeps, 'waitingReads'>) {
  const deps: FormsDeps = { ...given, waitingReads: new WaitingReads() };
  return {
    handlers: {
      ...bindHandlers(formMethods, deps),
      ...bindHandlers(domainMethods, deps),
      ...bindHandlers(resultMethods, deps),
      ...bindHandlers(answerMethods, deps),
      ...bindHandlers(answerImportMethods, deps),
      ...bindHandlers(deliveryMethods, deps),
      ...bindHandlers(waitingMethods, deps),
      ...bindHandlers(webhookMethods, deps),
      ...bindHandlers(integrationMethods, deps),
      ...bindHandlers(formChanges, deps),
      ...bindHandlers(paymentMethods, deps),
      ...bindHandlers(subscriptionMethods, deps),
    },
    /** Writes what was seen of forms, which otherwise waits for a moment. */
    flushViews: () => deps.viewCounter.flush(),
    /** How answers are told to other addresses, and written into databases. */
    deliveryKinds: [webhookDelivery(deps), databaseDelivery(deps)],
    /** What a form asks now, as fields whose answers can be written elsewhere. */
    fieldsOf: (flowId: string) => mappableFields({ deps }, flowId),
    listsRead: (flowId: string) => listsRead(deps, flowId),
    /** The forms that somebody can open, for answers of other forms. */
    own: (owner: FormOwner) => ownForms(deps, owner),
    /** PDFs that are kept with answers. */
    pdfs: (owner: FormOwner, signal?: AbortSignal) => ownPdfs(deps, owner, signal),
    /** Orders of times that are booked. */
    bookingOrders: {
      order: (...ordered: OfBooking) => orderBooking(deps, ...ordered),
      countFree: countFreeBooking,
      pageOf: (
        { flowId, publicIdentifier }: { flowId: string; publicIdentifier: string },
        requestId: string,
      ) => orderPageOf(deps, { flowId, publicIdentifier }, requestId),
    },
    /** Writes the files that go with mails about answers. */
    writeMailedFile: (wanted: WantedFile) => writeMailedFile(deps, wanted),
    removeOld: [
      () => deps.formSessions.removeOldSpam(keptSpamDays),
      () => judgeOverdue(deps),
      () => deps.unfinishedAnswers.removeOld(),
      () => deps.quizAttempts.removeOld(),
      () => deps.formMailCodes.removeOld(new Date(deps.now()).toISOString()),
      () => deps.waitingAnswers.removeOld(),
      () => eraseExpired(deps),
    ],
    jobs: [
      domainsJob(deps),
      answerImportJob(deps),
      recurringJob(paymentQueue, 'Looking after payments', ({ signal }) => syncDue(deps, signal)),
      recurringJob(reconciliationQueue, 'Comparing payments', async ({ signal }) => {
        await reconcile(deps, signal);
        await scanAccounts(deps, signal);
      }),
    ],
    schedules: [
      domainsSchedule,
      { name: paymentQueue, cron: '* * * * *', queue: paymentQueue },
      { name: reconciliationQueue, cron: '17 * * * *', queue: reconciliationQueue },
    ],
    /** `read` gives the built files of published pages. */
    mount: (app: FastifyInstance, read: (path: string) => Buffer | null) => {
      mountPublicForms(app, deps, read);
      mountAnswerPdf(app, deps);
      mountPdfForms(app, deps);
      mountPaymentNotices(app, deps);
      mountPaymentExport(app, deps);
    },
  };
}

export type FormsModule = ReturnType<typeof formsModule>;
