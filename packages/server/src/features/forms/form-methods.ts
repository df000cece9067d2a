import { hasForm } from '@weft/core';
import {
  type FormCaptcha,
  lockSettings,
  secretOwnerOfCaptcha,
  type Transaction,
  writeCaptcha,
  writeEnding,
  writePasswordHash,
  writeSettings,
} from '@weft/db';
import { pageTheme } from '@weft/documents';
import {
  endingOf,
  type FormSettings,
  formOfForeign,
  formSettingsOf,
  formTemplates,
  isCaptchaName,
  newEvent,
  newForm,
  newPaymentForm,
  quizOf,
  settingsFault,
  templateContent,
} from '@weft/forms';
import type { CallNameOf } from '@weft/protocol';
import { AppError, invalid, withoutUndefined } from '@weft/std';
import { shownDomain } from '../flows/domains/flow-domain.ts';
import { requirePlace } from '../flows/load-flow.ts';
import { prepareVerified, withColumns } from './answer-columns.ts';
import { beginAnswerImport } from './answer-import/answer-import-job.ts';
import type { AnswerImportCall } from './answer-import/answer-import-methods.ts';
import type { AnswerCall } from './answer-methods.ts';
import { AnswerTable } from './answer-table.ts';
import { draftOfTable, mappingOfTable } from './databases/form-of-table.ts';
import { addDatabase, type IntegrationCall } from './databases/integration-methods.ts';
import type { DeliveryCall } from './delivery-methods.ts';
import type { FormsHandlers } from './deps.ts';
import type { DomainCall } from './domains/domain-methods.ts';
import { editDraft, publishDraft, readForm, requirePublishable, unpublishForm } from './drafts.ts';
import { writeAudit } from './form-audit.ts';
import { requireImages } from './form-images.ts';
import { hashPassword } from './form-keys.ts';
import { formNotFound, loadForm, present } from './load-form.ts';
import { type PaymentCall, requirePaymentAccount } from './payments/payment-methods.ts';
import { requireSources } from './records/open-source.ts';
import type { ResultCall } from './results.ts';
import type { WaitingCall } from './waiting-methods.ts';
import type { WebhookCall } from './webhook-methods.ts';

type FormCall = Exclude<
  Extract<CallNameOf<'query'> | CallNameOf<'mutation'>, `forms.${string}`>,
  | 'forms.present'
  | (DomainCall | ResultCall | AnswerCall | DeliveryCall)
  | (
      | AnswerImportCall
      | WaitingCall
      | WebhookCall
      | IntegrationCall
      | PaymentCall
      | 'forms.cancelSubscription'
    )
>;

/** The captcha of a form as its editor shows it: its secret is told to nobody. */
const shownCaptcha = (captcha: FormCaptcha | null) =>
  captcha !== null && isCaptchaName(captcha.service)
    ? { service: captcha.service, siteKey: captcha.siteKey }
    : null;

/** Versions in a list; older ones are there, and no list is endless. */
const maxVersions = 100;

export const formMethods: FormsHandlers<FormCall> = {
  'forms.create': async (context, input) => {
    const { deps, caller } = context;
    const name = input.name.trim();
    const { organizationId, userId: ownerUserId } = caller;
    if (input.flowId !== undefined) {
      const known = await deps.flows.find(input.flowId, ownerUserId);
      // The call sent again after its answer was lost.
      if (known && hasForm(known.flow.type) && known.flow.ownerUserId === ownerUserId)
        return { flowId: known.flow.id };
      if (known !== null) throw new AppError('conflict', 'Something has this id already');
    }
    const template = formTemplates.find((one) => one.name === input.template);
    if (template === undefined && input.template !== undefined)
      throw invalid('template', 'There is no such template');
    const { theme } = input;
    if (theme !== undefined && pageTheme(theme) === undefined)
      throw invalid('theme', 'There is no such theme');
    if (input.from !== undefined && (input.kind ?? 'form') !== 'form')
      throw invalid('from', 'A form of another service becomes a form');
    const place = input.workspaceId ? await requirePlace(deps, caller, input.workspaceId) : null;
    const source = input.table && (await draftOfTable(context, input.table, name));
    const foreign = input.from && (await deps.readForeignForm(caller, input.from, context.left()));
    const release = deps.concurrency.take('base', caller);
    const owned = { organizationId, ownerUserId, workspaceId: place?.id ?? null };
    const form = { id: input.flowId, ...owned, actionId: null };
    const blank = input.kind === 'payment' ? newPaymentForm(name, deps.newId) : newForm(name);
    const begun = template === undefined ? blank : templateContent(template, name, deps.newId);
    const imported = foreign && formOfForeign(foreign, name, deps.newId);
    const made = source?.content ?? imported?.content ?? begun;
    const chosen = { ...(input.kind === 'quiz' && { quiz: true }), ...(theme !== undefined && { theme }) };
    const isQuiz = input.kind === 'quiz' || quizOf(made) !== null;
    const type = isQuiz ? 'quiz' : (input.kind ?? 'form');
    const event = type === 'scheduling' ? newEvent(ownerUserId) : {};
    const draft = { ...made, props: { ...made.props, ...chosen, ...event } };
    const mapping = input.table && source && mappingOfTable(input.table, source);
    // With its connection or not at all: the call sent again answers that the form is there.
    const connect = {
      alongside: async (tx: Pick<Transaction, 'query' | 'send'>, id: string) => {
        if (mapping) await addDatabase(tx, context, { id, organizationId }, mapping);
        if (input.from?.answers === true && foreign && imported) {
          const { serviceId, formId } = input.from;
          const at = { flowId: id, serviceId, formId, service: foreign.service };
          await beginAnswerImport(tx, deps, caller, at, imported.made);
        }
      },
    };
    const flowId = await deps.createForm({ ...form, type, name, draft, ...connect }).finally(release);
    await new AnswerTable(deps.base(flowId), deps.newId).prepare([]);
    if (input.from?.answers === true) deps.wake();
    const shown = { organizationId, id: flowId, type, name };
    await writeAudit(context, shown, 'flow.made');
    if (source) await writeAudit(context, shown, 'flow.databaseConnected', { base: source.baseName });
    return { flowId };
  },

  'forms.get': async (context, { flowId }) => {
    const { deps } = context;
    const { flow, role } = await loadForm(context, flowId, 'open');
    context.deps.flowAccess.opened(flow.id, context.caller);
    const draft = present(await deps.documents.draft(flowId));
    const taking = await deps.documents.settings(flowId);
    const shown =
      draft.publishedSnapshotId === null
        ? null
        : await deps.documents.snapshot(flowId, draft.publishedSnapshotId);
    return {
      flowId,
      publicIdentifier: flow.publicIdentifier,
      name: flow.name,
      // While it is locked everybody reads.
      role: flow.locked ? 'read' : role,
      trashed: flow.trashedAt !== null,
      version: draft.version,
      content: readForm(draft.content),
      published: shown && { id: shown.id, number: shown.number, content: readForm(shown.content) },
      settings: formSettingsOf(taking?.settings ?? {}),
      hasPassword: (taking?.passwordHash ?? null) !== null,
      captcha: shownCaptcha(taking?.captcha ?? null),
      customEnding: taking?.customEnding ?? null,
      domain: shownDomain(deps, await deps.flowDomains.of(flowId)),
      submissions: taking?.submissions ?? 0,
    };
  },

  'forms.updateSettings': async (context, input) => {
    const { deps } = context;
    const { flow } = await loadForm(context, input.flowId, 'edit');
    const { openDate, expirationDate, ...others } = input.settings;
    const changed = withoutUndefined({
      ...others,
      openDate: openDate && new Date(openDate).toISOString(),
      expirationDate: expirationDate && new Date(expirationDate).toISOString(),
    });
    if (changed.mailCode === true && !deps.mailer.sends)
      throw new AppError(
        'conflict',
        'This server sends no mail, so nobody would get a code: whoever runs it sets SMTP_URL first',
      );
    if (changed.mailCode === true) await prepareVerified(context, flow);
    const settings = await deps.transaction(async (tx): Promise<FormSettings> => {
      const before = await lockSettings(tx, flow.id);
      const after = formSettingsOf({ ...before, ...changed });
      const fault = settingsFault(after);
      if (fault !== null) throw new AppError('invalid', fault);
      await writeSettings(tx, flow.id, changed);
      return after;
    });
    await writeAudit(context, flow, 'flow.settingsChanged', { settings: Object.keys(changed).join(', ') });
    return { settings };
  },

  'forms.setPassword': async (context, { flowId, password }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    const hash = password === null ? null : await hashPassword(password);
    await deps.transaction((tx) => writePasswordHash(tx, flow.id, hash));
    await writeAudit(context, flow, 'flow.settingsChanged', { settings: 'password' });
    return { hasPassword: hash !== null };
  },

  'forms.setCaptcha': async (context, { flowId, captcha }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    const secret = captcha && (await deps.secrets.seal(captcha.secret, secretOwnerOfCaptcha(flow.id)));
    await deps.transaction((tx) => writeCaptcha(tx, flow.id, captcha && secret && { ...captcha, secret }));
    await writeAudit(context, flow, 'flow.settingsChanged', { settings: 'captcha' });
    return { captcha: captcha && { service: captcha.service, siteKey: captcha.siteKey } };
  },

  'forms.setEnding': async (context, { flowId, customEnding }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    if (customEnding !== null && endingOf(customEnding) !== customEnding)
      throw new AppError('invalid', 'This ending looks like an id of ours: choose words');
    if (!(await deps.transaction((tx) => writeEnding(tx, flow.id, customEnding))))
      throw new AppError('conflict', 'Another form has this ending: choose another');
    await deps.ownDomains.reload();
    await writeAudit(context, flow, 'flow.settingsChanged', { settings: 'customEnding' });
    return { customEnding };
  },

  'forms.edit': async (context, { flowId, editId, version, edits }) => {
    await loadForm(context, flowId, 'edit');
    return editDraft(context.deps, flowId, context.caller.userId, { editId, version, edits });
  },

  'forms.publish': async (context, { flowId, version, snapshotId = context.deps.newId('snp') }) => {
    const { deps, caller } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    const done = { publishedSnapshotId: snapshotId };
    // In this order: a draft that was published meanwhile comes with its snapshot.
    const draft = present(await deps.documents.draft(flowId));
    if ((await deps.documents.snapshot(flowId, snapshotId)) !== null) return done;
    requirePublishable(draft, version);
    await requireImages(deps, flowId, draft.content);
    await requirePaymentAccount(deps, flowId, draft.content);
    await requireSources(context, flow, readForm(draft.content));
    await deps.bookingPages.requireHosts(flow.organizationId, readForm(draft.content));
    const number = await withColumns(context, flow, readForm(draft.content), () =>
      publishDraft(deps, flowId, caller.userId, { version, snapshotId }),
    );
    // It may have other hosts now, who read it.
    deps.flowAccess.forget();
    if (number !== null) await writeAudit(context, flow, 'flow.published', { version: String(number) });
    return done;
  },

  'forms.unpublish': async (context, { flowId }) => {
    const { flow } = await loadForm(context, flowId, 'edit');
    await unpublishForm(context.deps, flowId, context.caller.userId);
    await writeAudit(context, flow, 'flow.unpublished');
    return { publishedSnapshotId: null };
  },

  'forms.versions': async (context, { flowId }) => {
    await loadForm(context, flowId, 'open');
    const snapshots = await context.deps.documents.snapshots(flowId, maxVersions);
    return {
      versions: snapshots.map(({ id, number, publishedAt, publisherName }) => ({
        id,
        number,
        publishedAt,
        publishedBy: publisherName,
      })),
    };
  },

  'forms.version': async (context, { flowId, snapshotId }) => {
    await loadForm(context, flowId, 'open');
    const snapshot = await context.deps.documents.snapshot(flowId, snapshotId);
    if (snapshot === null) throw formNotFound();
    return { content: readForm(snapshot.content) };
  },
};
