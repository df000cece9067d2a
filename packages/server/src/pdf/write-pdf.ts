import { setImmediate } from 'node:timers/promises';
import type { PDFPage } from '@cantoo/pdf-lib';
import {
  a4,
  beginPdf,
  type DocumentFacts,
  drawLine,
  ink,
  lineHeight,
  muted,
  type PdfDraft,
} from './pdf-engine.ts';
import { directionOf } from './visual-runs.ts';
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

export interface PdfContent extends DocumentFacts {
  readonly texts: readonly PdfText[];
  /** Said at the end where the text is longer than the pages a document may have. */
  readonly whenCut: string;
}

/** Pages of a document: what is longer ends there, and says so. */
export const mostPages = 100;

const margin = 56;
const footerSize = 8;

/** Draws lines downwards, on one page after the other. */
class PageWriter {
  readonly pages: PDFPage[] = [];
  readonly width = a4.short - 2 * margin;
  readonly #draft: PdfDraft;
  #y = 0;

  constructor(draft: PdfDraft) {
    this.#draft = draft;
  }

  get isFull(): boolean {
    return this.pages.length >= mostPages;
  }

  /** Whether this height is left on the page. */
  hasRoom(height: number): boolean {
    return this.pages.length > 0 && this.#y - height >= margin;
  }

  skip(height: number): void {
    this.#y -= height;
  }

  turn(): void {
    const { document, font } = this.#draft;
    const page = document.addPage([a4.short, a4.long]);
    // Named once a page: a font that is given with each text is listed anew each time.
    page.setFont(font);
    this.pages.push(page);
    this.#y = page.getHeight() - margin;
  }

  draw(line: string, { size, isMuted = false }: PdfText, direction: 'ltr' | 'rtl'): void {
    const page = this.pages.at(-1);
    if (page === undefined) return;
    const leftOf = (width: number) => margin + (direction === 'rtl' ? this.width - width : 0);
    const color = this.#draft.engine.pdf.grayscale(isMuted ? muted : ink);
    drawLine(this.#draft, page, line, { size, color, direction, leftOf, y: this.#y });
    this.#y -= size * lineHeight;
  }

  /** At the foot of a page. */
  drawFoot(page: PDFPage, text: string, x: number): void {
    const color = this.#draft.engine.pdf.grayscale(muted);
    page.drawText(text, { x, y: margin / 2, size: footerSize, color });
  }
}

/** Writes texts as a PDF. Characters that the font has not are drawn as boxes. */
export async function writePdf(content: PdfContent): Promise<Uint8Array> {
  const draft = await beginPdf(content);
  const writer = new PageWriter(draft);
  writer.turn();
  const isWhole = await drawTexts(writer, draft, content.texts);
  const { pages } = writer;
  const last = pages.at(-1);
  if (!isWhole && last !== undefined) writer.drawFoot(last, content.whenCut, margin);
  for (const [i, page] of pages.entries())
    writer.drawFoot(page, `${i + 1} / ${pages.length}`, page.getWidth() - margin - 40);
  return draft.document.save();
}

/** False: the pages are full, and something is left. */
async function drawTexts(
  writer: PageWriter,
  { engine: { bidi }, widthOf }: PdfDraft,
  texts: readonly PdfText[],
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
