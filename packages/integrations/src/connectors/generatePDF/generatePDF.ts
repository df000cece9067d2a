import type { Connector } from '../connector.ts';
import { textOf } from '../values.ts';

/** Makes a PDF from a text with answers in it, which is kept with the answer. */
export const generatePDF: Connector = {
  ...{ type: 'generatePDF', label: 'Generate PDF', categories: ['file_sharing'], use: 'write' },
  purpose: 'Make a PDF',
  auth: [{ kind: 'config', label: 'This server', fields: [] }],
  check: async () => ({ id: 'generatePDF', label: 'This server' }),
  fieldsOf: async () => [
    { id: 'name', name: 'File name', kind: 'text', required: true, template: true },
    {
      id: 'text',
      name: 'Text (# begins a heading)',
      kind: 'text',
      required: true,
      template: true,
    },
  ],
  write: {
    // A second one takes the place of the first.
    repeats: 'idempotent',
    run: (http, _target, { key, values }) =>
      http.own.pdfs.write(key, {
        name: textOf(values.get('name') ?? ''),
        text: textOf(values.get('text') ?? ''),
      }),
  },
};
