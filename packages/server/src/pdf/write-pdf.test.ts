import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { mostPages, type PdfText, writePdf } from './write-pdf.ts';

const write = (texts: readonly PdfText[]) =>
  writePdf({
    title: 'Answer',
    createdAt: '2026-11-23T12:00:00.000Z',
    texts,
    whenCut: 'It ends here',
  });
const pagesOf = async (bytes: Uint8Array) => (await PDFDocument.load(bytes)).getPageCount();

it('writes any text of any script on pages of its own, and what no font has as a box', async () => {
  const texts = [
    'Ada, Ełżbieta, Привет, Ελληνικά',
    'שלום (עולם) 12 abc',
    'مرحبا بالعالم',
    '漢字 नमस्ते 👩‍👩‍👧 😀',
    '\ud800 lone \u0000 control \u202e turned',
    '',
    '   ',
    'x'.repeat(10_000),
    '🙂'.repeat(5_000),
    `${'word '.repeat(2_000)}\r\n\tindented`,
  ];
  const bytes = await write(texts.map((text) => ({ text, size: 10 })));
  expect(await pagesOf(bytes)).toBeGreaterThan(3);
  expect(bytes.length).toBeLessThan(200_000);
});

it('ends at its last page, however much there is', async () => {
  const texts = Array.from({ length: 300 }, () => ({ text: 'long line '.repeat(1_000), size: 30 }));
  expect(await pagesOf(await write(texts))).toBe(mostPages);
});
