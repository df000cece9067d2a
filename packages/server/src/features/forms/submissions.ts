import { type Filter, foldingOnce } from '@weft/core';
import {
  type CountedPlaces,
  evictSpam,
  type FormSession,
  hasAnswered,
  lockWaiting,
  type Published,
  sendDelivery,
  settleOrder,
  writeFormSession,
} from '@weft/db';
import {
  type AskedPage,
  alreadyAnswered,
  answerFaults,
  answerLanguage,
  askEnding,
  canBeJudged,
  chargeOf,
  conditionEnv,
  drawnPages,
  endingByScore,
  type FilesOf,
  type FormPage,
  fieldsOf,
  formSettingsOf,
  holds,
  languageField,
  type Manner,
  pagesOf,
  personEmail,
  type QuizScore,
  questionsOf,
  questionType,
  quizOf,
  type Sent,
  scoreField,
  scoreOf,
  spamCertainty,
  titleOf,
  verifiedField,
  walk,
  walkOut,
  whySpam,
  withPicked,
  writtenTexts,
} from '@weft/forms';
import { AppError, err, type Fault, ok, type Result } from '@weft/std';
import { placeMail } from '../../mail/letters.ts';
import { isAttachments } from '../bases/known-files.ts';
import { integrationDeliveries } from '../flows/answer-deliveries.ts';
import { AnswerTable, formUser, idsOf } from './answer-table.ts';
import { databaseDeliveries, submittedField } from './databases/database-delivery.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { factsIn, withFacts } from './kept-facts.ts';
import { ownerMail } from './owner-mail.ts';
import { readerOf, wordsOfForm } from './page-language.ts';
import { type PaidOrder, receiptOf } from './payments/receipt.ts';
import { holdOrdered, requireNoOrder, takeOrder } from './payments/take-order.ts';
import {
  AnswerRefused,
  FormClosed,
  MustWait,
  requireOpen,
  requireStillOpen,
  takeChoices,
  takeGivenPlaces,
} from './places.ts';
import { pickedRecords } from './records/find-records.ts';
import { pickedLinks, recordCells } from './records/record-field.ts';
import { replyMail } from './reply-mail.ts';
import { fileIsGone, keepWaiting, noLongerWaiting, waitingNames } from './waiting-list.ts';
import { webhookDeliveries } from './webhooks.ts';

/** Nobody's mailbox is flooded by whoever enters their address. */
const placeMailLimit = { most: 3, seconds: 3_600 };

type Deps = Pick<
  FormsDeps,
  | 'base'
  | 'flows'
  | 'scanSlots'
  | 'serviceLists'
  | 'baseUrl'
  | 'files'
  | 'formKeys'
  | 'formWebhooks'
  | 'integrations'
  | 'mailer'
  | 'metrics'
  | 'newId'
  | 'payAt'
  | 'paymentOrders'
  | 'placeOf'
  | 'queueKeyOf'
  | 'now'
  | 'transaction'
  | 'wake'
>;

export interface Submission {
  /** Made with the page; an answer of a known id is not taken again. */
  readonly id: string;
  /** Texts by field, as they came. */
  readonly sent: Sent;
  readonly fileOf: FilesOf;
  /** How it was made; null: a person has looked at it, and it is no spam. */
  readonly manner: Omit<Manner, 'required'> | null;
  /** The time of a quiz is over: what there is is judged. */
  readonly isOver?: boolean;
  /** The name of the browser it comes from. */
  readonly browser: string | null;
  /** When it was sent, and by whom, where that was before: it was taken for spam, or has waited for a place. */
  readonly before?: Pick<FormSession, 'startedAt' | 'updatedAt' | 'person'>;
  /** Why nobody could check that a person sends it; it is kept among the spam then. */
  readonly unverified?: string | null;
  /** Its files are its own already: it was among the spam. */
  readonly ownsFiles?: boolean;
  /** The address that whoever sends it has proved; what was kept before says so itself. */
  readonly verified?: string | null;
  /** The language that they read the form in; what was kept before says so itself. */
  readonly language?: string | null;
  /** Whoever sends it, at a domain of the form or (null) the server, is led on to pay where it costs anything; others are refused then. */
  readonly canPay?: { readonly domain: string | null };
  /** It was paid by this order, whose places it has. */
  readonly paid?: PaidOrder;
  /** It has waited for a place, and gets one that was free as these were counted. */
  readonly places?: CountedPlaces;
}

export interface Taken {
  /** It was taken before, and is as it was then. */
  readonly repeated: boolean;
  /** The form's own ending that the way led to. */
  readonly ending: FormPage | null;
  /** What that ending shows for the answers. */
  readonly reached: AskedPage | null;
  /** Of a quiz. */
  readonly score: QuizScore | null;
  /** What was full, as people call it, where the answer is on the waiting list; null: it was taken. */
  readonly waitsFor: readonly string[] | null;
  /** The order by which it is to be paid, and counts then; null: it is not. */
  readonly pays: { readonly token: string } | null;
  /** Whether they are told by mail that they have a place. */
  readonly mailed: boolean;
}

/** What is told of an answer that does not count yet. */
const notTaken = { ending: null, reached: null, score: null, waitsFor: null, pays: null, mailed: false };

/** What tells the person from others; null: the form takes any number of answers from each. */
function personNow(
  { formKeys }: Pick<Deps, 'formKeys'>,
  { flowId, settings }: Published,
  { browser, email }: { readonly browser: string | null; readonly email: string | null },
  before: Submission['before'],
): string | null {
  const { onePerPerson } = formSettingsOf(settings);
  if (onePerPerson === 'no') return null;
  const told = onePerPerson === 'browser' ? browser : email;
  if (told === null)
    throw new AppError(
      'invalid',
      'This form takes one answer from each person, and knows you by a cookie: allow cookies, and open it again',
    );
  return before?.person ?? formKeys.person(flowId, onePerPerson, told);
}

/**
 * Takes an answer to a published form: a record of the form's base, and a mail to its owner, in one transaction or not at
 * all; of a form that takes none it throws `FormClosed`. The way through the form is gone once more here: only what was
 * asked on it is kept. The error is what is wrong with it, by field.
 */
export async function submitAnswer(
  deps: Deps,
  published: Published,
  submission: Submission,
): Promise<Result<Taken, readonly Fault[]>> {
  const { id, sent: all, fileOf, manner, browser, before, places, paid, isOver = false } = submission;
  const { verified: given, unverified = null, ownsFiles = false } = submission;
  const { base, files, metrics, newId, now, transaction, wake } = deps;
  const { flowId, content, snapshotId } = published;
  const settings = formSettingsOf(published.settings);
  const form = readForm(content);
  const picked = await pickedRecords(deps, { ...published, content: form }, all);
  const drawn = withPicked(drawnPages(form, pagesOf(form), id), picked);
  const current = new Date(now()).toISOString();
  const at = before?.updatedAt ?? current;
  const {
    walk: { steps, answers, end },
    pages,
    sent,
  } = isOver
    ? walkOut(drawn, all, at, fileOf)
    : { walk: walk(drawn, all, at, fileOf), pages: drawn, sent: all };
  if (end.kind === 'faults' || (end.kind === 'again' && !isOver)) {
    const faults = [...(steps.at(-1)?.faults ?? [])].map(([path, reason]) => ({ path, reason }));
    return err(
      faults.length > 0
        ? faults
        : [{ path: 'page', reason: 'The form has not been gone through to its end' }],
    );
  }
  const asked = steps.flatMap(({ shown }) => shown);
  const known = before === undefined ? null : factsIn(flowId, all);
  const verified = given ?? known?.verified ?? null;
  const language = answerLanguage(form, submission.language ?? known?.language);
  const facts = { verified, language };
  const reader = readerOf(form, language);
  // What is paid was taken by the settings of then.
  const refused = paid === undefined ? answerFaults(settings, asked, answers, verified) : [];
  if (refused.length > 0) return err(refused);
  const quiz = quizOf(form);
  const score = quiz && scoreOf(form, quiz, asked, answers);
  const led = end.kind === 'ending' ? end.page : null;
  const ending = score === null ? led : endingByScore(form, pages, led, score);
  const reached = ending && askEnding(pages, ending, answers, at);
  const startedAt = before?.startedAt ?? new Date(now() - (manner?.took ?? 0)).toISOString();
  const email = personEmail(asked, answers);
  const person =
    paid === undefined
      ? personNow(deps, published, { browser, email: verified?.toLowerCase() ?? email }, before)
      : (before?.person ?? null);
  const session: FormSession = {
    ...{ id, snapshotId, person, startedAt, updatedAt: at },
    ...{ points: score?.points ?? null, most: score?.most ?? null, passed: score?.passed ?? null },
    ...{ state: 'finished', recordId: newId('rec'), sent: null, reasons: [] },
  };
  const required = asked.filter((question) => question.required).length;
  const fileIds = [...answers.values()]
    .filter(isAttachments)
    .flatMap((items) => items.map(({ filename }) => filename));
  const charged = paid === undefined ? chargeOf(asked, sent, at) : ok(null);
  if (!charged.ok) return charged;
  const ordered = charged.value;
  const charge = ordered !== null && ordered.quote.total > 0 ? ordered : null;
  if (charge !== null && submission.canPay === undefined)
    throw new AppError('conflict', 'This answer has to be paid: send it from the page of the form');
  const mayCost = questionsOf(form).some(({ type }) => questionType(type).takesPayment === true);
  // Whoever pays is no program, and files belong to answers that are kept for good.
  const mayBeSpam = manner !== null && settings.spamDefence && fileIds.length === 0 && charge === null;
  const judged = mayBeSpam ? whySpam({ ...manner, required }, writtenTexts(asked, answers)) : null;
  // Nor is what is paid held back where a captcha could not be asked: it could not be paid any more.
  const spam = unverified === null || charge !== null ? judged : [unverified, ...(judged ?? [])];
  if (spam !== null) {
    const kept = withFacts(flowId, sent, facts);
    const apart: FormSession = { ...session, state: 'spam', recordId: null, sent: kept, reasons: spam };
    await transaction(async (tx) => {
      await requireStillOpen(tx, published, current);
      if (!(await files.claimForAnswer(tx, flowId, fileIds))) throw fileIsGone();
      writeFormSession(tx, flowId, apart);
      await evictSpam(tx, flowId, spamCertainty);
    });
    // Of a quiz an answer that counts alone is told more: this one can be sent again, and better each time.
    return ok({ ...notTaken, ...(score === null && { ending, reached }), repeated: false });
  }
  const kept = new Map(reached?.answers ?? answers);
  if (charge !== null) {
    const whole = { ...session, sent: withFacts(flowId, sent, facts) };
    const domain = submission.canPay?.domain ?? null;
    const wanted = { session: whole, asked, answers, fileIds, email: verified ?? email, domain, at: current };
    try {
      const { repeated, token } = await takeOrder(deps, published, charge, wanted);
      return ok({ ...notTaken, repeated, pays: { token } });
    } catch (error) {
      if (error instanceof AnswerRefused) return err(error.faults);
      throw error;
    }
  }
  const store = base(flowId);
  const scoreOfForm = score === null ? [] : [scoreField(idsOf(flowId).scoreId)];
  const records = recordCells(asked, picked);
  const ofRecords = records.map(({ field }) => field);
  const ofPerson = verified === null ? [] : [verifiedField(idsOf(flowId).verifiedId)];
  const ofLanguage = language === null ? [] : [languageField(idsOf(flowId).languageId)];
  const ofQuestions = fieldsOf(pages.flatMap(({ questions }) => questions));
  const fields = [...ofPerson, ...ofLanguage, ...ofQuestions, ...ofRecords, ...scoreOfForm];
  const table = await new AnswerTable(store, newId).prepare(fields);
  for (const { id: scoreId } of scoreOfForm) kept.set(scoreId, score?.points ?? 0);
  for (const { field, recordId } of records) kept.set(field.id, recordId);
  for (const field of ofPerson) kept.set(field.id, verified);
  for (const field of ofLanguage) kept.set(field.id, language);
  const submitted = { fieldId: idsOf(flowId).submittedId, at };
  const cells = AnswerTable.cells(table, fields, kept, submitted);
  const env = conditionEnv(fields, at);
  // Of all questions, also those that were not drawn for this answer.
  const askedEnv = conditionEnv([...fields, ...fieldsOf(questionsOf(form))], at);
  const address = verified ?? email;
  const placeNews =
    places === undefined || address === null
      ? null
      : await deps.mailer.prepare(placeMail(address, deps.baseUrl(), reader.wording.title, reader.words), {
          ...{ key: `${flowId} ${id} place`, limit: placeMailLimit },
        });
  const isAskedFor = (when: Filter | null) => when === null || holds(when, env, kept);
  const isJudged = (when: Filter | null) => when === null || canBeJudged(when, askedEnv);
  const receipt = paid === undefined ? null : await receiptOf(deps, published, paid, reader);
  const recordId = session.recordId ?? newId('rec');
  // Where nobody knows whether conditions hold, the owner is told, and whoever answered is not.
  const mail =
    !isJudged(settings.notifyWhen) || isAskedFor(settings.notifyWhen)
      ? await ownerMail(deps, published, `${flowId} ${id}`, recordId, { fields, answers: kept })
      : null;
  const reply =
    isJudged(settings.replyWhen) && isAskedFor(settings.replyWhen)
      ? await replyMail(
          deps.mailer,
          published,
          { key: `${flowId} ${id} reply`, recordId, verified, reader },
          pages,
          asked,
          answers,
        )
      : null;
  const about = { flowId, formName: titleOf(form), submissionId: id, recordId };
  const answered = { ...about, version: snapshotId, submittedAt: at };
  const toService = { ...answered, submitted: submittedField(flowId) };
  const [webhooks, integrations] = await Promise.all([
    deps.formWebhooks.of(flowId),
    deps.integrations.of(flowId),
  ]);
  const deliveries = [
    ...webhookDeliveries(webhooks, answered, fields, kept, wordsOfForm(form), newId),
    ...databaseDeliveries(
      integrations,
      { ...answered, links: pickedLinks(questionsOf(form), picked) },
      fields,
      kept,
      newId,
    ),
    ...foldingOnce(() => integrationDeliveries(deps, integrations, toService, fields, kept, env, askedEnv)),
  ];
  const record = { id: recordId, cells };
  try {
    const { repeated } = await store.submit(
      formUser,
      { id, type: 'CREATE_RECORD', input: { tableId: table.id, records: [record] } },
      async (tx) => {
        if (paid !== undefined) settleOrder(tx, paid.id, current);
        else if (places === undefined) {
          // What is judged later than its time counts as of the end of its time.
          const opened = await requireOpen(tx, published, isOver ? at : current);
          if (mayCost) await requireNoOrder(tx, flowId, id);
          if (person !== null && (await hasAnswered(tx, flowId, { id, person })))
            throw new FormClosed(alreadyAnswered);
          if (!ownsFiles && !(await files.claimForAnswer(tx, flowId, fileIds))) throw fileIsGone();
          await takeChoices(tx, flowId, { asked, answers }, opened);
        } else {
          if (!(await lockWaiting(tx, flowId, id))) throw noLongerWaiting();
          await takeGivenPlaces(tx, flowId, { asked, answers }, { places, most: settings.maxSubmissions });
        }
        // What comes to nothing is taken at once, and counted as what is paid.
        if (ordered !== null) await holdOrdered(tx, flowId, ordered);
        writeFormSession(tx, flowId, session);
        mail?.write(tx);
        reply?.write(tx);
        placeNews?.write(tx);
        receipt?.write(tx);
        for (const delivery of deliveries)
          sendDelivery(tx, delivery, newId('job'), deps.queueKeyOf(delivery, published.organizationId));
      },
    );
    if (!repeated) metrics.edited('CREATE_RECORD');
    mail?.committed();
    reply?.committed();
    placeNews?.committed();
    receipt?.committed();
    if (fileIds.length > 0 || deliveries.length > 0) wake();
    const mailed = deps.mailer.sends && placeNews?.isWritten() === true;
    // What was taken before was judged by what it held then.
    const told =
      repeated && score !== null ? notTaken : { ending, reached, score, waitsFor: null, pays: null };
    return ok({ ...told, repeated, mailed });
  } catch (error) {
    if (error instanceof AnswerRefused) return err(error.faults);
    if (error instanceof MustWait) {
      const { waitsFor } = error;
      const waiting = {
        ...session,
        ...{ state: 'waiting' as const, recordId: null, reasons: waitsFor },
        sent: withFacts(flowId, sent, facts),
      };
      const { repeated } = await keepWaiting(deps, published, waiting, ownsFiles ? [] : fileIds);
      if (fileIds.length > 0) wake();
      return ok({ ...notTaken, repeated, waitsFor: waitingNames(waitsFor, asked) });
    }
    throw error;
  }
}
