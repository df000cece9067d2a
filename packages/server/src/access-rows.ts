import type { FlowVerb } from '@weft/core';
import { type CallName, calls } from '@weft/protocol';
import type { Scope, World } from './access-world.ts';

/**
 * Who is refused what. `reader` is a member of the organization whose membership of the base says 'read';
 * `stranger` belongs to another organization. 200 means: may.
 */
export interface Row {
  readonly input: (world: World) => unknown;
  /** What it does with a flow, in the words of the table of `can`; absent: it is about none. */
  readonly verb?: FlowVerb;
  readonly stranger: number;
  readonly reader: number;
}

const read = (input: Row['input']): Row => ({ input, verb: 'open', stranger: 404, reader: 200 });
const write = (input: Row['input']): Row => ({ input, verb: 'edit', stranger: 404, reader: 403 });
const webhookOf = write(({ form }) => ({ ...form, webhookId: 'whk000000000000000000000', enabled: true }));
const integrationOf = write(({ form }) => ({
  ...form,
  integrationId: 'int000000000000000000000',
  enabled: true,
}));
const serviceId = 'svc000000000000000000000';
const sampleQuery = { config: { settings: {}, nameMappings: { name: { template: 'x' } } } };
/** A connection that nobody has: another's is answered alike. */
const ofNoService = (more: object = {}): Row => ({
  input: () => ({ serviceId, ...more }),
  stranger: 404,
  reader: 404,
});
const sampleDeclaration = {
  ...{ name: 'Acme', category: 'crm', origin: 'https://api.acme.example', auth: { kind: 'none' } },
  ...{ fields: [{ key: 'email', name: 'Email' }], request: { path: '/leads' } },
};
/** A connector that nobody has: another's is answered alike. */
const ofConnector = (more: object = {}): Row => ({
  input: () => ({ type: 'con000000000000000000000', ...more }),
  stranger: 404,
  reader: 403,
});
/** The first person's alone; nobody else learns that it is there. */
const ofOperator = (input: object): Row => ({ input: () => input, stranger: 404, reader: 404 });
const ofNoTurn = { turnId: 'trn000000000000000000000' };
const mine: Row = { input: () => ({}), stranger: 200, reader: 200 };
const bookingOf = write(({ form, owner }) => ({
  ...{ ...form, bookingId: 'bok000000000000000000000', reason: '' },
  ...{ at: 0, hostId: owner.id, noShow: true },
}));
const spamOf = write(({ form }) => ({ ...form, submissionId: 'sub000000000000000000000' }));
const field = ({ table, fieldId }: World) => ({ ...table, fieldId });
const record = ({ table, recordId }: World) => ({ ...table, recordId });
const importing = ({ base, csvFileUrl }: World) => ({
  ...base,
  importId: 'imp-of-nobody',
  csvFileUrl,
  config: { tableName: 'T' },
  fieldMappings: [{ sourceFieldIndex: 0 }],
});

const fromAirtable = ({ base }: World) => ({
  ...{ ...base, importId: 'imp-of-nobody', serviceId, airtableBaseId: 'app1' },
});

const fromGoogleSheets = ({ base }: World) => ({
  ...{ ...base, importId: 'imp-of-nobody', serviceId, spreadsheetId: 'sheet1' },
});

const toLongText = { type: 'long_text', conversionContext: { timezone: 'UTC' } };

/** THE table of the calls under /rpc. */
export const access: { readonly [K in CallName]: Row } = {
  'metadata.create': write(({ base }) => base),
  'metadata.get': read(({ base }) => base),
  'records.list': read(({ table }) => table),
  'records.window': read(({ table }) => ({ ...table, start: 0, count: 1 })),
  'records.groups': read(({ table }) => table),
  'records.get': read(record),
  'records.createInitialRows': write(({ base }) => base),
  'records.create': write(({ table }) => ({ ...table, records: [{ data: {} }] })),
  'records.update': write((world) => ({ ...record(world), data: { [world.fieldId]: 'x' } })),
  'records.updateLinks': write((world) => ({
    ...record(world),
    fieldId: world.fieldId,
    newIds: [],
    oldIds: [],
  })),
  'records.bulkUpdate': write(({ table, recordId, fieldId }) => ({
    ...table,
    records: [{ id: recordId, data: { [fieldId]: 'x' } }],
  })),
  'records.bulkClear': write(({ table, recordId, fieldId }) => ({
    ...table,
    records: [{ id: recordId, fieldIds: [fieldId] }],
  })),
  'records.delete': write(record),
  'records.bulkDelete': write(({ table, recordId }) => ({ ...table, recordIds: [recordId] })),
  'records.restore': write(({ table, recordId }) => ({ ...table, recordIds: [recordId] })),
  'records.reorder': write(({ table, recordId }) => ({
    ...table,
    recordIds: [recordId],
    beforeRecordId: null,
  })),
  'fields.create': write(({ table }) => ({ ...table, field: { type: 'number' } })),
  'fields.update': write((world) => ({ ...field(world), name: 'x' })),
  'fields.convert': write((world) => ({ ...field(world), ...toLongText })),
  'fields.previewConversion': read((world) => ({ ...field(world), ...toLongText })),
  'fields.delete': write(field),
  'fields.restore': write(field),
  'fields.reorder': write(({ table, fieldId }) => ({ ...table, fieldIds: [fieldId] })),
  'views.create': write(({ table }) => ({ ...table, view: { name: 'Another' } })),
  'views.update': write(({ table, viewId }) => ({ ...table, viewId, name: 'Renamed' })),
  'views.delete': write(({ table, viewId }) => ({ ...table, viewId })),
  'views.reorder': write(({ table, viewId }) => ({ ...table, viewIds: [viewId] })),
  'views.updateSettings': write(({ table, viewId }) => ({ ...table, viewId, config: { rowHeight: 'tall' } })),
  'views.resizeField': write((world) => ({ ...field(world), viewId: world.viewId, width: 200 })),
  'tables.create': write(({ base }) => ({ ...base, name: 'Another' })),
  'tables.update': write(({ table }) => ({ ...table, name: 'Renamed' })),
  'tables.delete': write(({ table }) => table),
  'tables.restore': write(({ table }) => table),
  'tables.duplicate': write(({ table }) => ({ ...table, withRecords: true })),
  'tables.reorder': write(({ table }) => ({ ...table, tableIds: [table.tableId] })),
  'history.undo': write(({ base }) => base),
  'history.redo': write(({ base }) => base),
  'history.list': read(({ base }) => base),
  'base.changes': read(({ base }) => base),
  'base.present': read(({ base }) => ({ ...base, tabId: 'tab-1', cell: null })),
  'flows.changes': { input: ({ organization }) => organization, stranger: 404, reader: 200 },
  'attachments.uploadFromUrl': write((world) => ({
    ...field(world),
    url: 'http://127.0.0.1/a.png',
    filename: 'a.png',
  })),
  // A file of another organization is refused as one that was never uploaded: it is bad input.
  'import.csvPreview': { input: ({ csvFileUrl }) => ({ csvFileUrl }), stranger: 400, reader: 200 },
  'import.csvImportStream': write(importing),
  'import.csvCreateTableStream': write(importing),
  csvCreateTableStream: write(importing),
  'import.airtablePreview': ofNoService({ airtableBaseId: 'app1', airtableTableId: 'tbl1' }),
  // Who may use the connection is asked after who may edit the base: airtable.db.test.ts.
  airtableImportStream: write(fromAirtable),
  airtableImportToTableStream: write((world) => ({
    ...{ ...fromAirtable(world), tableId: 'tbl000000000000000000000', airtableTableId: 'tbl1' },
    fieldMappings: [{ sourceFieldIndex: 0, targetFieldId: 'fld1' }],
  })),
  'import.googleSheetsRefreshMetadata': ofNoService({ spreadsheetId: 'sheet1' }),
  'import.googleSheetsPreview': ofNoService({ spreadsheetId: 'sheet1', sheetName: 'Guests' }),
  // The same: google-sheets-import.db.test.ts.
  googleSheetsImportStream: write((world) => ({
    ...{ ...fromGoogleSheets(world), range: 'Guests', config: { tableName: 'Guests' } },
  })),
  googleSheetsImportToTableStream: write((world) => ({
    ...{ ...fromGoogleSheets(world), tableId: 'tbl000000000000000000000', sheetName: 'Guests' },
    fieldMappings: [{ sourceFieldIndex: 0, targetFieldId: 'fld1' }],
  })),
  // Who may see to an import that there is: import.db.test.ts.
  'import.interrupted': { input: () => ({}), stranger: 200, reader: 200 },
  'import.resume': { input: () => ({ importId: 'imp-of-nobody' }), stranger: 404, reader: 404 },
  'import.cancel': { input: () => ({ importId: 'imp-of-nobody' }), stranger: 404, reader: 404 },
  'import.discard': { input: () => ({ importId: 'imp-of-nobody' }), stranger: 404, reader: 404 },
  'forms.create': { input: () => ({ name: 'Mine' }), stranger: 200, reader: 200 },
  'forms.get': read(({ form }) => form),
  'forms.edit': write(({ form }) => ({
    ...form,
    editId: 'edt000000000000000000000',
    version: 1,
    edits: [{ kind: 'prop', id: null, key: 'title', before: 'Guests', after: 'Taken' }],
  })),
  'forms.publish': write(({ form }) => ({ ...form, version: 1 })),
  'forms.unpublish': write(({ form }) => form),
  'forms.changes': read(({ form }) => form),
  'forms.present': read(({ form }) => ({ ...form, tabId: 'tab-1', place: null })),
  'forms.updateSettings': write(({ form }) => ({ ...form, settings: { disabledForm: false } })),
  'forms.setPassword': write(({ form }) => ({ ...form, password: null })),
  'forms.setCaptcha': write(({ form }) => ({ ...form, captcha: null })),
  'forms.setDomain': write(({ form }) => ({ ...form, domain: null })),
  'forms.checkDomain': write(({ form }) => form),
  'forms.payments': read(({ form }) => form),
  'forms.setPaymentAccount': write(({ form }) => ({ ...form, serviceId: null })),
  'forms.checkPayment': write(({ form }) => ({ ...form, orderId: 'ord000000000000000000000' })),
  'forms.comparePayments': write(({ form }) => form),
  'forms.giveUpPayment': write(({ form }) => ({
    ...{ ...form, orderId: 'ord000000000000000000000', mayBePaid: false },
  })),
  'forms.refundPayment': write(({ form }) => ({
    ...{ ...form, orderId: 'ord000000000000000000000', refundId: 'rfd000000000000000000000' },
    ...{ units: 1, reason: '' },
  })),
  'forms.cancelSubscription': write(({ form }) => ({
    ...{ ...form, orderId: 'ord000000000000000000000', when: 'now' },
  })),
  'forms.setEnding': write(({ form }) => ({ ...form, customEnding: null })),
  'forms.answer': write(({ form }) => ({ ...form, recordId: 'rec000000000000000000000' })),
  'forms.resendMails': write(({ form }) => ({ ...form, recordId: 'rec000000000000000000000' })),
  'forms.prepareMarks': write(({ form }) => form),
  'forms.deliveries': write(({ form }) => ({ ...form, kind: 'database' })),
  'forms.replayFailed': write(({ form }) => ({ ...form, kind: 'database' })),
  'forms.summary': read(({ form }) => form),
  'forms.textAnswers': read(({ form, fieldId }) => ({ ...form, fieldId })),
  'forms.spam': read(({ form }) => form),
  'forms.eraseAnswersOf': write(({ form }) => ({ ...form, email: 'ada@example.org' })),
  'forms.waiting': read(({ form }) => form),
  'forms.unfinished': read(({ form }) => form),
  'forms.answerImport': read(({ form }) => form),
  'forms.changeAnswerImport': write(({ form }) => ({ ...form, to: 'cancel' })),
  'forms.askedFields': read(({ form }) => form),
  'forms.sessionCounts': read(({ form }) => form),
  'forms.markRead': write(({ form }) => ({ ...form, until: '2026-11-23T12:00:00Z' })),
  'forms.webhooks': write(({ form }) => form),
  'forms.addWebhook': write(({ form }) => ({ ...form, url: 'https://example.org/answers' })),
  'forms.enableWebhook': webhookOf,
  'forms.removeWebhook': webhookOf,
  'forms.replayDelivery': write(({ form }) => ({ ...form, deliveryId: 'dlv000000000000000000000' })),
  'forms.integrations': write(({ form }) => form),
  'forms.connectDatabase': write(({ form, base, table, fieldId }) => ({
    ...{ ...form, basePublicIdentifier: base.basePublicId, tableId: table.tableId },
    ...{ nameMappings: { fld000000000000000000000: fieldId }, keyFieldId: null },
    ...{ createOptions: false, createLinks: false },
  })),
  'forms.updateIntegration': integrationOf,
  'forms.removeIntegration': integrationOf,
  'forms.takeIn': spamOf,
  'forms.deleteWaiting': spamOf,
  'forms.acceptSpam': spamOf,
  'forms.deleteSpam': spamOf,
  'scheduling.bookings': read(({ form }) => ({ ...form, from: 0, to: 1 })),
  'scheduling.day': read(({ form }) => ({ ...form, date: '2026-12-03', timezone: 'UTC' })),
  'scheduling.openDays': read(({ form }) => ({ ...form, month: '2026-12', timezone: 'UTC' })),
  'scheduling.approve': bookingOf,
  'scheduling.cancel': bookingOf,
  'scheduling.move': bookingOf,
  'scheduling.reassign': bookingOf,
  'scheduling.noShow': bookingOf,
  'scheduling.waiting': read(({ form }) => form),
  'scheduling.removeWaiting': write(({ form }) => ({ ...form, waitId: 'bok000000000000000000000' })),
  'scheduling.retryCall': bookingOf,
  'scheduling.apps': mine,
  'scheduling.hostApps': read(({ form, owner }) => ({ ...form, userIds: [owner.id] })),
  'forms.versions': read(({ form }) => form),
  'forms.version': read(({ form, snapshotId }) => ({ ...form, snapshotId })),
  'apps.create': {
    input: () => ({ name: 'Mine', from: { kind: 'blank' } }),
    ...{ stranger: 200, reader: 200 },
  },
  'apps.templates': mine,
  'apps.turns': read(({ app }) => app),
  'apps.proposal': { ...read(({ app }) => ({ ...app, ...ofNoTurn })), reader: 404 },
  'apps.chat': write(({ app }) => ({ ...app, turnId: 'trn000000000000000000000', text: 'A chart' })),
  'apps.applyTurn': write(({ app }) => ({ ...app, ...ofNoTurn, editId: 'edt000000000000000000trn' })),
  'apps.discardTurn': write(({ app }) => ({ ...app, ...ofNoTurn })),
  'apps.get': read(({ app }) => app),
  'apps.tables': read(({ app }) => app),
  'apps.edit': write(({ app }) => ({
    ...{ ...app, editId: 'edt000000000000000000app', version: 0 },
    edits: [{ kind: 'prop', id: null, key: 'title', before: 'Portal', after: 'Other' }],
  })),
  'apps.publish': write(({ app }) => ({ ...app, version: 1 })),
  'apps.unpublish': write(({ app }) => app),
  'apps.show': write(({ app, appSnapshotId }) => ({ ...app, snapshotId: appSnapshotId })),
  'apps.changes': read(({ app }) => app),
  'apps.present': read(({ app }) => ({ ...app, tabId: 'tab-1', place: null })),
  'apps.versions': read(({ app }) => app),
  'apps.version': read(({ app, appSnapshotId }) => ({ ...app, snapshotId: appSnapshotId })),
  'apps.people': read(({ app }) => app),
  'apps.invite': write(({ app }) => ({ ...app, email: 'ada@example.org' })),
  'apps.block': write(({ app }) => ({ ...app, email: 'ada@example.org' })),
  'apps.unblock': write(({ app }) => ({ ...app, email: 'ada@example.org' })),
  'apps.signOutPerson': write(({ app }) => ({ ...app, email: 'ada@example.org' })),
  'apps.connectSource': write(({ app }) => ({
    ...{ ...app, baseId: 'bas000000000000000000src', name: 'Studio', service: 'airtable', serviceId },
    config: { baseId: 'app1' },
  })),
  'apps.source': read(({ app, base }) => ({ ...app, baseId: base.basePublicId })),
  'apps.refreshSource': write(({ app, base }) => ({ ...app, baseId: base.basePublicId })),
  'apps.setSubdomain': write(({ app }) => ({ ...app, subdomain: null })),
  'apps.setDomain': write(({ app }) => ({ ...app, domain: null })),
  'apps.checkDomain': write(({ app }) => app),
  'integrations.catalogue': mine,
  'integrations.services': mine,
  'integrations.dependents': ofNoService(),
  'integrations.targets': ofNoService({ step: 'baseId' }),
  'integrations.readForm': ofNoService({ formId: '1' }),
  'integrations.fields': ofNoService({ settings: {} }),
  'integrations.list': write(({ form }) => form),
  'integrations.connect': write(({ form }) => ({
    ...form,
    ...{ serviceId, serviceType: 'airtable', writeQuery: sampleQuery },
  })),
  'integrations.update': integrationOf,
  'integrations.remove': write(({ form }) => ({ ...form, integrationId: 'int000000000000000000000' })),
  'integrations.log': write(({ form }) => form),
  'integrations.replay': write(({ form }) => ({ ...form, runId: 'dlv000000000000000000000' })),
  'integrations.replayAll': ofNoService(),
  'integrations.paymentNotices': ofNoService(),
  'integrations.addNoticeSecret': ofNoService({ secret: 'whsec_0123456789abcdef' }),
  'integrations.setPublishableKey': ofNoService({ publishableKey: null }),
  'integrations.removeNoticeSecret': ofNoService({ ends: 'cdef' }),
  // Everybody is an admin of an organization of their own.
  'integrations.connectors': { input: () => ({}), stranger: 200, reader: 403 },
  'integrations.connectorDependents': ofConnector(),
  'integrations.declareConnector': {
    input: () => ({ declaration: { name: 'No declaration' } }),
    stranger: 400,
    reader: 403,
  },
  'integrations.changeConnector': ofConnector({ version: 1, declaration: sampleDeclaration }),
  'integrations.removeConnector': ofConnector(),
  'integrations.apps': ofOperator({}),
  'integrations.setApp': ofOperator({ provider: 'airtable', clientId: null }),
  'integrations.checkApp': ofOperator({ provider: 'airtable' }),
};

/** A query only looks, a mutation changes; a stream is what its role says. A new call is one of them, or fails here. */
export const scopeOf = (name: CallName): Scope => {
  const { kind } = calls[name];
  if (kind === 'subscription') return access[name].reader === 200 ? 'read' : 'write';
  return kind === 'query' ? 'read' : 'write';
};
