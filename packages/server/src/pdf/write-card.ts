import type { Color } from '@cantoo/pdf-lib';
import { a4, beginPdf, type DocumentFacts, drawLine, ink, lineHeight, type PdfDraft } from './pdf-engine.ts';
import { directionOf } from './visual-runs.ts';
import { paragraphsOf, wrapLines } from './wrap-lines.ts';

interface CardText {
  readonly text: string;
  /** Points; smaller where the card would not hold all of it. */
  readonly size: number;
  readonly hasAccent?: boolean;
  /** Points above it. */
  readonly gap?: number;
}

export interface CardContent extends DocumentFacts {
  readonly texts: readonly CardText[];
  readonly isAcross: boolean;
  /** `#rrggbb`. */
  readonly accent: string;
  /** A PNG above the texts. */
  readonly logo: Uint8Array | null;
}

/** Points from the edge of the page to its frame, and to what stands in it. */
const frames = [
  { inset: 24, width: 2 },
  { inset: 31, width: 0.5 },
] as const;
const padding = 72;
const logoRoom = { width: 200, height: 84, gap: 24 };
/** The smallest part of its size that a text is drawn in; what does not fit then is cut. */
const smallest = 0.4;

interface Line extends Pick<CardText, 'size' | 'hasAccent'> {
  readonly text: string;
  readonly direction: 'ltr' | 'rtl';
  readonly gap: number;
}

function linesOf(
  { engine, widthOf }: PdfDraft,
  texts: readonly CardText[],
  width: number,
  scale: number,
): readonly Line[] {
  return texts.flatMap(({ text, size, hasAccent = false, gap = 0 }) =>
    paragraphsOf(text).flatMap((paragraph, at) => {
      const direction = directionOf(engine.bidi, paragraph);
      return [...wrapLines(paragraph, width / (size * scale), widthOf)].map((line, i) => ({
        ...{ text: line, size: size * scale, hasAccent, direction },
        gap: at === 0 && i === 0 ? gap * scale : 0,
      }));
    }),
  );
}

const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { size, gap }) => sum + gap + size * lineHeight, 0);

function colorOf({ engine: { pdf } }: PdfDraft, hex: string): Color {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[0-9a-f]{2}/gi) ?? []).map(
    (part) => Number.parseInt(part, 16) / 255,
  );
  return pdf.rgb(red, green, blue);
}

/** Writes one framed page with its texts in the middle. Characters that the font has not are drawn as boxes. */
export async function writeCard(content: CardContent): Promise<Uint8Array> {
  const draft = await beginPdf(content);
  const { document, font, engine } = draft;
  const page = document.addPage(content.isAcross ? [a4.long, a4.short] : [a4.short, a4.long]);
  page.setFont(font);
  const { width, height } = page.getSize();
  const accent = colorOf(draft, content.accent);
  for (const { inset, width: borderWidth } of frames)
    page.drawRectangle({
      ...{ x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset },
      ...{ borderWidth, borderColor: accent },
    });
  const image = content.logo && (await document.embedPng(content.logo));
  const logo = image?.scaleToFit(logoRoom.width, logoRoom.height) ?? { width: 0, height: 0 };
  const above = image === null ? 0 : logo.height + logoRoom.gap;
  const room = height - 2 * padding - above;
  let scale = 1;
  let lines = linesOf(draft, content.texts, width - 2 * padding, scale);
  while (heightOf(lines) > room && scale > smallest) {
    scale = Math.max(smallest, scale - 0.1);
    lines = linesOf(draft, content.texts, width - 2 * padding, scale);
  }
  while (heightOf(lines) > room) lines = lines.slice(0, -1);
  let y = (height + above + heightOf(lines)) / 2;
  if (image !== null) {
    page.drawImage(image, { ...logo, x: (width - logo.width) / 2, y: y - logo.height });
    y -= above;
  }
  for (const { text, size, hasAccent, direction, gap } of lines) {
    y -= gap;
    const color = hasAccent ? accent : engine.pdf.grayscale(ink);
    drawLine(draft, page, text, { size, color, direction, leftOf: (wide) => (width - wide) / 2, y });
    y -= size * lineHeight;
  }
  return document.save();
}
