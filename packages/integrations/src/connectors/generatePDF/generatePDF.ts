import type { Connector } from '../connector.ts';
import type { TargetField } from '../target.ts';
import { textOf } from '../values.ts';

const name: TargetField = { id: 'name', name: 'File name', kind: 'text', required: true, template: true };
const text: TargetField = {
  ...{ id: 'text', name: 'Text (# begins a heading)', kind: 'text', required: true, template: true },
};
const mailTo: TargetField = { id: 'mailTo', name: 'Mail it to', kind: 'text', address: true, template: true };

/** Makes a PDF that is kept with the answer: from a text with answers in it, or by filling in the fields of a PDF. */
export const generatePDF: Connector = {
  ...{ type: 'generatePDF', label: 'Generate PDF', categories: ['file_sharing'], use: 'write' },
  purpose: 'Fill a document and send it',
  auth: [{ kind: 'config', label: 'This server', fields: [] }],
  check: async () => ({ id: 'generatePDF', label: 'This server' }),
  targets: [
    {
      key: 'pdfId',
      label: 'PDF with fields',
      optional: true,
      uploads: 'application/pdf',
      list: async () => [],
    },
  ],
  ownFile: ({ pdfId }) => pdfId,
  fieldsOf: async (http, { pdfId }) =>
    pdfId === undefined ? [name, text, mailTo] : [name, mailTo, ...(await http.own.pdfs.fieldsOf(pdfId))],
  write: {
    // A second one takes the place of the first, and is not mailed again.
    repeats: 'idempotent',
    run: (http, { pdfId }, { key, values }) => {
      const to = textOf(values.get(mailTo.id) ?? '').trim();
      const made = {
        name: textOf(values.get(name.id) ?? ''),
        mailTo: to === '' ? null : to,
      };
      return pdfId === undefined
        ? http.own.pdfs.write(key, { ...made, text: textOf(values.get(text.id) ?? '') })
        : http.own.pdfs.fill(key, {
            ...{ ...made, fileId: pdfId },
            values: new Map([...values].filter(([id]) => id !== name.id && id !== mailTo.id)),
          });
    },
  },
};
