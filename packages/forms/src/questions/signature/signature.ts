import type { Attachment } from '@weft/core';
import { type FileRules, readFile } from '../files.ts';
import type { QuestionType } from '../question-type.ts';
import { answer, fault, partField, readOne, readText, shape, together } from '../reading.ts';

/** A drawing as the script makes it. */
const rules: FileRules = {
  group: {
    label: 'Drawing',
    noun: 'a signature that was drawn here',
    isTaken: (type) => type === 'image/png',
    accept: 'image/png',
  },
  megabytes: 1,
  most: 1,
};

const drawing: Attachment = {
  filename: 'fil000000000000000000003',
  originalName: 'signature.png',
  size: 2_000,
  mimeType: 'image/png',
  url: '/files/fil000000000000000000003/signature.png',
  uploadedAt: '2026-03-05T12:00:00.000Z',
};

/** A drawing, or a typed name in a field of its own: by keyboard and without a script there is no drawing. */
export const signature: QuestionType = {
  label: 'Signature',
  settings: {},
  parts: {
    heading: 'Instead of drawing',
    isOpen: false,
    initial: [{ name: 'typed', label: 'Type your name' }],
  },
  files: () => rules,
  fields: (question) => [
    { id: question.id, name: question.label, ...shape('attachments') },
    ...question.parts.map((part) => partField(question, part, shape('single_line_text'))),
  ],
  read: ({ id, required, parts }, textsOf, { fileOf }) => {
    const typed = together(parts.map((part) => readOne(part.id, textsOf, null, readText(200, 'one'))));
    const drawings = textsOf(id);
    const [first] = drawings;
    if (first === undefined) {
      const isMissing = required && typed.values.size === 0 && typed.faults.size === 0;
      return isMissing ? fault(id, 'Draw your signature, or type your name') : typed;
    }
    if (drawings.length > 1) return fault(id, 'This was answered twice');
    const file = readFile(first, fileOf, rules);
    return together([file.ok ? answer(id, [file.value]) : fault(id, file.error), typed]);
  },
  samples: [
    { sent: { 0: ['Ada Lovelace'] }, gives: { 0: 'Ada Lovelace' } },
    { files: [drawing], sent: { '': [drawing.filename] }, gives: { '': [drawing] } },
    { sent: { '': [drawing.filename] }, gives: 'A file is no longer there: choose it again' },
    {
      files: [{ ...drawing, mimeType: 'image/jpeg' }],
      sent: { '': [drawing.filename] },
      gives: '‘signature.png’: This takes a signature that was drawn here, whatever a file is called',
    },
    { sent: { 0: ['x'.repeat(201)] }, gives: 'Use at most 200 characters: there are 201' },
  ],
};
