import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PDFDocument, PDFFont, PDFPage } from '@cantoo/pdf-lib';
import { directionOf, visualRuns } from './visual-runs.ts';
import { paragraphsOf, wrapLines } from './wrap-lines.ts';

/** A text of a document, drawn below the one before it. */
export interface PdfText {
  readonly text: string;
  /** Points. */
  readonly size: number;
  readonly isMuted?: boolean;
  /** Points above it. */
  readonly gap?: number;
  /** It stays on the page of what follows: a heading. */
  readonly leads?: boolean;
}

export interface PdfContent {
  readonly title: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly texts: readonly PdfText[];
  /** One page across, with its lines in the middle; else as many upright ones as it takes. */
  readonly isCard?: boolean;
  /** Said at the end where the text is longer than the pages a document may have. */
  readonly whenCut: string;
}

/** Pages of a document: what is longer ends there, and says so. */
export const mostPages = 100;

const a4 = { short: 595.28, long: 841.89 };
const margin = 56;
const lineHeight = 1.4;
const footerSize = 8;
const ink = 0.1;
const muted = 0.4;

/** Where the font's package keeps it: Latin, Cyrillic, Greek, Hebrew, Arabic, Armenian, Georgian and symbols. */
const fontFile = () => fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

/** Fetched by the first document: most servers write none for hours, and the libraries take 30 MB. */
async function loadEngine() {
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

/** Draws lines downwards, on one page after the other. */
class PageWriter {
  readonly pages: PDFPage[] = [];
  readonly #document: PDFDocument;
  readonly #font: PDFFont;
  readonly #engine: Engine;
  readonly #isCard: boolean;
  #y = 0;

  constructor(document: PDFDocument, font: PDFFont, engine: Engine, isCard: boolean) {
    this.#document = document;
    this.#font = font;
    this.#engine = engine;
    this.#isCard = isCard;
  }

  get width(): number {
    return (this.#isCard ? a4.long : a4.short) - 2 * margin;
  }

  get isFull(): boolean {
    return this.pages.length >= (this.#isCard ? 1 : mostPages);
  }

  /** Whether this height is left on the page. */
  hasRoom(height: number): boolean {
    return this.pages.length > 0 && this.#y - height >= margin;
  }

  skip(height: number): void {
    this.#y -= height;
  }

  turn(): void {
    const { short, long } = a4;
    const page = this.#document.addPage(this.#isCard ? [long, short] : [short, long]);
    // Named once a page: a font that is given with each text is listed anew each time.
    page.setFont(this.#font);
    this.pages.push(page);
    this.#y = page.getHeight() - margin;
  }

  draw(line: string, { size, isMuted = false }: PdfText, direction: 'ltr' | 'rtl'): void {
    const page = this.pages.at(-1);
    if (page === undefined) return;
    const height = size * lineHeight;
    const runs = visualRuns(this.#engine.bidi, line, direction).filter((run) => run !== '');
    const widths = runs.map((run) => this.#font.widthOfTextAtSize(run, size));
    const free = this.width - widths.reduce((sum, each) => sum + each, 0);
    let x = margin + (this.#isCard ? free / 2 : direction === 'rtl' ? free : 0);
    for (const [i, run] of runs.entries()) {
      const color = this.#engine.pdf.grayscale(isMuted ? muted : ink);
      page.drawText(run, { x, y: this.#y - size, size, color });
      x += widths[i] ?? 0;
    }
    this.#y -= height;
  }

  /** At the foot of a page. */
  drawFoot(page: PDFPage, text: string, x: number): void {
    page.drawText(text, { x, y: margin / 2, size: footerSize, color: this.#engine.pdf.grayscale(muted) });
  }
}

/** Writes texts as a PDF. Characters that the font has not are drawn as boxes. */
export async function writePdf(content: PdfContent): Promise<Uint8Array> {
  const engine = await loadEngine();
  const { PDFDocument } = engine.pdf;
  const document = await PDFDocument.create();
  document.registerFontkit(engine.fontkit);
  const font = await document.embedFont(engine.bytes, { subset: true });
  const widthOf = measureWith(engine);
  document.setTitle(content.title.toWellFormed());
  document.setProducer('Weft');
  document.setCreator('Weft');
  document.setCreationDate(new Date(content.createdAt));
  document.setModificationDate(new Date(content.createdAt));
  const writer = new PageWriter(document, font, engine, content.isCard === true);
  writer.turn();
  const isWhole = await drawTexts(writer, engine, content.texts, widthOf);
  const { pages } = writer;
  const last = pages.at(-1);
  if (!isWhole && last !== undefined) writer.drawFoot(last, content.whenCut, margin);
  if (content.isCard !== true)
    for (const [i, page] of pages.entries())
      writer.drawFoot(page, `${i + 1} / ${pages.length}`, page.getWidth() - margin - 40);
  return document.save();
}

/** False: the pages are full, and something is left. */
async function drawTexts(
  writer: PageWriter,
  { bidi }: Engine,
  texts: readonly PdfText[],
  widthOf: (text: string) => number,
): Promise<boolean> {
  for (const one of texts) {
    const { size, gap = 0, leads = false } = one;
    const height = size * lineHeight;
    // A heading takes two lines along, so that it stands on no page alone.
    let needed = leads ? gap + 3 * height : gap + height;
    let above = gap;
    for (const paragraph of paragraphsOf(one.text)) {
      const direction = directionOf(bidi, paragraph);
      for (const line of wrapLines(paragraph, writer.width / size, widthOf)) {
        if (!writer.hasRoom(needed)) {
          if (writer.isFull) return false;
          // Other requests have their turn between two pages.
          await setImmediate();
          writer.turn();
        } else writer.skip(above);
        writer.draw(line, one, direction);
        needed = height;
        above = 0;
      }
    }
  }
  return true;
}
