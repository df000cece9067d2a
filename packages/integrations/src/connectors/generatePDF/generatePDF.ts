import type { Connector } from '../connector.ts';
import type { TargetField } from '../target.ts';
import { textOf } from '../values.ts';

const name: TargetField = { id: 'name', name: 'File name', kind: 'text', required: true, template: true };
const text: TargetField = {
  ...{ id: 'text', name: 'Text (# begins a heading)', kind: 'text', required: true, template: true },
};

/** Makes a PDF that is kept with the answer: from a text with answers in it, or by filling in the fields of a PDF. */
export const generatePDF: Connector = {
  ...{ type: 'generatePDF', label: 'Generate PDF', categories: ['file_sharing'], use: 'write' },
  purpose: 'Make a PDF',
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
    pdfId === undefined ? [name, text] : [name, ...(await http.own.pdfs.fieldsOf(pdfId))],
  write: {
    // A second one takes the place of the first.
    repeats: 'idempotent',
    run: (http, { pdfId }, { key, values }) => {
      const title = textOf(values.get(name.id) ?? '');
      return pdfId === undefined
        ? http.own.pdfs.write(key, { name: title, text: textOf(values.get(text.id) ?? '') })
        : http.own.pdfs.fill(key, {
            ...{ name: title, fileId: pdfId },
            values: new Map([...values].filter(([id]) => id !== name.id)),
          });
    },
  },
};
