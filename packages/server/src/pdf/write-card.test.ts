import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { writeCard } from './write-card.ts';

const card = { title: 'Certificate', createdAt: '2026-11-23T12:00:00.000Z', accent: '#1f6b3b' };

it('draws one framed page, upright or across, with a logo and names of any script', async () => {
  const logo = await sharp({ create: { width: 400, height: 90, channels: 4, background: '#c43' } })
    .png()
    .toBuffer();
  const texts = [
    { text: 'Certificate', size: 34, hasAccent: true },
    { text: 'שירה כהן (Noa) – Ełżbieta – Привет – محمد', size: 24, gap: 20 },
  ];
  const across = await PDFDocument.load(await writeCard({ ...card, texts, isAcross: true, logo }));
  const upright = await PDFDocument.load(await writeCard({ ...card, texts, isAcross: false, logo: null }));
  const sizeOf = (pdf: PDFDocument) => {
    const { width, height } = pdf.getPage(0).getSize();
    return [pdf.getPageCount(), Math.round(width), Math.round(height)];
  };
  expect([sizeOf(across), sizeOf(upright)]).toEqual([
    [1, 842, 595],
    [1, 595, 842],
  ]);
});

it('stays one page however long its text is', async () => {
  const texts = [{ text: `${'word '.repeat(5_000)}\n`.repeat(5), size: 16 }];
  const pdf = await PDFDocument.load(await writeCard({ ...card, texts, isAcross: true, logo: null }));
  expect(pdf.getPageCount()).toBe(1);
});
