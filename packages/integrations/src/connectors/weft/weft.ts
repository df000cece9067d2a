import type { Connector } from '../connector.ts';

/** Answers go on to another form of this server, as one answer each. */
export const weft: Connector = {
  ...{ type: 'weft', label: 'Weft', categories: ['database'], use: 'write' },
  purpose: 'Send on to another form',
  auth: [{ kind: 'config', label: 'This server', fields: [] }],
  check: async (http) => {
    await http.own.forms.list();
    return { id: 'weft', label: 'This server' };
  },
  targets: [{ key: 'formId', label: 'Form', list: (http) => http.own.forms.list() }],
  ownForm: ({ formId }) => formId,
  fieldsOf: (http, { formId = '' }) => http.own.forms.fieldsOf(formId),
  write: {
    // The form takes an answer of one key once.
    repeats: 'idempotent',
    run: (http, { formId = '' }, item) => http.own.forms.submit(formId, item),
  },
};
