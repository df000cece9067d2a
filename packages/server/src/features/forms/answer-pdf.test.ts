import { PDFDocument } from '@cantoo/pdf-lib';
import { defaultTemplate, type Field } from '@weft/core';
import { expect, it } from 'vitest';
import { writePdf } from '../../pdf/write-pdf.ts';
import { answerTexts } from './answer-pdf.ts';

const reader = { timeZone: 'Europe/Berlin', locale: 'en-US' };
const field = (id: string, type: 'single_line_text' | 'checkbox' | 'datetime') =>
  ({ id, name: `Name of ${id}`, type, template: defaultTemplate(type) }) as unknown as Field;

it('the PDF of an answer has the questions in the order of the form, and leaves out what was not answered', () => {
  const texts = answerTexts(
    'Guests',
    {
      fields: [
        field('at', 'datetime'),
        field('gone', 'single_line_text'),
        field('b', 'single_line_text'),
        field('a', 'checkbox'),
      ],
    },
    { data: { at: '2026-11-23T12:00:00.000Z', gone: 'old', a: true, b: null } },
    { submittedId: 'at', asked: ['a', 'b'] },
    reader,
  );
  expect(texts.map(({ text }) => text)).toEqual([
    'Guests',
    'Sent November 23, 2026 at 1:00:00 PM GMT+1',
    'Name of a',
    'Yes',
    'Name of gone',
    'old',
  ]);
});

it('300 questions, answered in any script and at length, make bounded pages', async () => {
  const fields = Array.from({ length: 300 }, (_, i) => field(`f${i}`, 'single_line_text'));
  const answers = ['x'.repeat(10_000), 'שלום '.repeat(50), '🙂 漢字 '.repeat(50), 'word '.repeat(50)];
  const data = Object.fromEntries(fields.map(({ id }, i) => [id, answers[i < 3 ? i : 3] ?? '']));
  const texts = answerTexts('Guests', { fields }, { data }, { submittedId: 'at', asked: [] }, reader);
  const createdAt = '2026-11-23T12:00:00.000Z';
  const bytes = await writePdf({ title: 'Guests', createdAt, texts, whenCut: 'It ends here' });
  const pages = (await PDFDocument.load(bytes)).getPageCount();
  expect(pages).toBeGreaterThan(20);
  expect(pages).toBeLessThanOrEqual(100);
});
