import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Color, PDFDocument, PDFFont, PDFPage } from '@cantoo/pdf-lib';
import { visualRuns } from './visual-runs.ts';

/** Points. */
export const a4 = { short: 595.28, long: 841.89 };
export const lineHeight = 1.4;
export const ink = 0.1;
export const muted = 0.4;

/** Where the font's package keeps it: Latin, Cyrillic, Greek, Hebrew, Arabic, Armenian, Georgian and symbols. */
const fontFile = () => fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

/** Fetched by the first document: most servers write none for hours, and the libraries take 30 MB. */
export async function loadEngine() {
  const [pdf, fontkit, bidi, bytes] = await Promise.all([
    import('@cantoo/pdf-lib'),
    import('@cantoo/fontkit'),
    import('bidi-js'),
    readFile(fontFile()),
  ]);
  // The types are those of its ES module; Node loads the other, whose default is the function itself.
  const makeBidi = bidi.default as unknown as typeof bidi.default.default;
  return { pdf, fontkit, bidi: makeBidi(), bytes };
}
type Engine = Awaited<ReturnType<typeof loadEngine>>;

/** Widths of texts of size 1, by the advance of each character: laying out every word would take seconds. */
function measureWith({ fontkit, bytes }: Engine): (text: string) => number {
  const font = fontkit.create(bytes);
  if (font === null || !('unitsPerEm' in font)) throw new Error('The font file holds not one font');
  const { unitsPerEm } = font;
  const known = new Map<number, number>();
  const advance = (codePoint: number): number => {
    const kept = known.get(codePoint);
    if (kept !== undefined) return kept;
    const width = (font.glyphForCodePoint(codePoint)?.advanceWidth ?? 0) / unitsPerEm;
    known.set(codePoint, width);
    return width;
  };
  return (text) => {
    let width = 0;
    for (const char of text) width += advance(char.codePointAt(0) ?? 0);
    return width;
  };
}

export interface DocumentFacts {
  readonly title: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A document without pages, and what its lines are drawn with. */
export interface PdfDraft {
  readonly engine: Engine;
  readonly document: PDFDocument;
  readonly font: PDFFont;
  readonly widthOf: (text: string) => number;
}

export async function beginPdf({ title, createdAt }: DocumentFacts): Promise<PdfDraft> {
  const engine = await loadEngine();
  const document = await engine.pdf.PDFDocument.create();
  document.registerFontkit(engine.fontkit);
  const font = await document.embedFont(engine.bytes, { subset: true });
  document.setTitle(title.toWellFormed());
  document.setProducer('Weft');
  document.setCreator('Weft');
  document.setCreationDate(new Date(createdAt));
  document.setModificationDate(new Date(createdAt));
  return { engine, document, font, widthOf: measureWith(engine) };
}

interface LineStyle {
  readonly size: number;
  readonly color: Color;
  readonly direction: 'ltr' | 'rtl';
  /** The left edge for a line of this width. */
  readonly leftOf: (width: number) => number;
  /** The top of the line. */
  readonly y: number;
}

/** Draws one line by its runs from left to right. */
export function drawLine(
  { engine, font }: Pick<PdfDraft, 'engine' | 'font'>,
  page: PDFPage,
  line: string,
  { size, color, direction, leftOf, y }: LineStyle,
): void {
  const runs = visualRuns(engine.bidi, line, direction).filter((run) => run !== '');
  const widths = runs.map((run) => font.widthOfTextAtSize(run, size));
  let x = leftOf(widths.reduce((sum, each) => sum + each, 0));
  for (const [i, run] of runs.entries()) {
    page.drawText(run, { x, y: y - size, size, color });
    x += widths[i] ?? 0;
  }
}
