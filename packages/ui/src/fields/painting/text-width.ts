let ruler: CanvasRenderingContext2D | null = null;
/** The product's font; asking for it makes the browser bring the page's styles up to date, in the middle of a frame. */
let family: string | null = null;
/** The font that is set: to set one, even the same, costs more than to measure a label. */
let rulerFont = '';

/** How wide the browser draws a text in a weight and size of the product's font, in pixels. */
function measured(text: string, font: string): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler === null) return text.length * 8;
  family ??= getComputedStyle(document.body).fontFamily;
  if (rulerFont !== font) ruler.font = `${font} ${family}`;
  rulerFont = font;
  return ruler.measureText(text).width;
}

const labels = new Map<string, number>();

/** How wide a chip's label is drawn; labels repeat, so each is measured once. */
export function labelWidth(label: string): number {
  const known = labels.get(label);
  if (known !== undefined) return known;
  const width = Math.ceil(measured(label, '500 12px'));
  // A field of a hundred thousand options must not stay in memory forever.
  if (labels.size > 20_000) labels.clear();
  labels.set(label, width);
  return width;
}

const firstLetter = 0x20;
const lastLetter = 0x7e;
/** Letters beyond ASCII that are no wider than this; what lies beyond them may be of any width. */
const widestKnown = 20;
const known = /^[\u00a0-\u024f\u2010-\u2027\u20a0-\u20bf]$/;

/** What a column of figures draws as wide as its widest figure. */
const tabular = /[\d+-]/;

/** Widths of the letters of ASCII in the heaviest text of a cell, with a little to spare for kerning and zoom. */
let letters: Float64Array | null = null;
function letterWidths(): Float64Array {
  letters ??= Float64Array.from({ length: lastLetter - firstLetter + 1 }, (_, index) => {
    const letter = String.fromCharCode(firstLetter + index);
    const drawn = tabular.test(letter) ? [...'0123456789'] : [letter];
    return Math.max(...drawn.map((each) => measured(each, '500 13px'))) * 1.06;
  });
  return letters;
}

/**
 * Pixels within which a line of text is surely drawn; infinite where a letter's width is not known. What is wider than
 * `enough` is not added up to its end.
 */
export function sureWidth(text: string, enough = Number.POSITIVE_INFINITY): number {
  const widths = letterWidths();
  let used = 0;
  for (let at = 0; at < text.length && used <= enough; at++) {
    const code = text.charCodeAt(at);
    if (code >= firstLetter && code <= lastLetter) used += widths[code - firstLetter] ?? widestKnown;
    else used += known.test(text.charAt(at)) ? widestKnown : Number.POSITIVE_INFINITY;
  }
  return used;
}

/**
 * True when a line of text is surely drawn within so many pixels. To clip a cell costs the browser more than to draw
 * it, so only texts that may not fit are clipped.
 */
export const surelyFits = (text: string, room: number): boolean => sureWidth(text, room) <= room;

const withShortMonth = (date: string): string => date.replace(/^\p{L}+/u, (month) => month.slice(0, 3));

/** A date as it stands in so many pixels: whole, its written month cut to three letters, or `lesser` so. */
export function fittingDate(room: number, whole: string, lesser: () => string): string {
  if (surelyFits(whole, room)) return whole;
  const short = withShortMonth(whole);
  if (surelyFits(short, room)) return short;
  const rest = lesser();
  return surelyFits(rest, room) ? rest : withShortMonth(rest);
}
