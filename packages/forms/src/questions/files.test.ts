import { expect, it } from 'vitest';
import { fileGroupOf, readFile } from './files.ts';

it('a file whose name turns its direction around is refused in a sentence that reads as it is written', () => {
  const file = { filename: 'fil1', originalName: 'invoice\u202Efdp.exe', size: 1, mimeType: 'application/x' };
  const rules = { group: fileGroupOf('pdf'), megabytes: 1, most: 1 };
  const read = readFile('fil1', () => ({ ...file, url: '', uploadedAt: '' }), rules);
  expect(read).toEqual({
    ok: false,
    error: '‘invoicefdp.exe’: This takes PDF files, whatever a file is called',
  });
});
