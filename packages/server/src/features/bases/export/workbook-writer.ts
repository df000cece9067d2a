import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type SheetCell = string | number | boolean | null;

/** A sheet as it is written: rows are read while the workbook is. */
export interface SheetSource {
  /** Unique among the sheets, whatever the case; see `sheetNames`. */
  readonly name: string;
  readonly columns: readonly { readonly numFmt: string; readonly width: number }[];
  /** Pages of rows, the header first. */
  readonly rows: () => AsyncIterable<readonly (readonly SheetCell[])[]>;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const typed = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Formats of one's own are numbered from here: the ones below are Excel's. */
const firstFormat = 164;
/** Characters of rows that are handed on at once. */
const pieceLength = 64 * 1024;

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** XML has no word for most control characters and reads a carriage return as a line feed: the format's escape does. */
const escaped = (text: string): string =>
  text.replace(/[&<>"]|(?![\t\n])\p{Cc}/gu, (found) => entities[found] ?? controlEscape(found));
const controlEscape = (found: string): string =>
  `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** `A`, `B`, … `AA`. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** Texts stand in their cells: a table of all texts would have to be kept until the end. */
function cellXml(at: string, style: number, value: SheetCell): string {
  if (value === null) return '';
  const cell = `<c r="${at}" s="${style}"`;
  if (typeof value === 'number') return `${cell}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `${cell} t="b"><v>${value ? 1 : 0}</v></c>`;
  const space = /^\s|\s$|\n|\t/.test(value) ? ' xml:space="preserve"' : '';
  return `${cell} t="inlineStr"><is><t${space}>${escaped(value)}</t></is></c>`;
}

/** Number formats of all sheets, each once; the first style has none. */
class Styles {
  readonly #formats: string[] = [];

  styleOf(format: string): number {
    const known = this.#formats.indexOf(format);
    return known >= 0 ? known + 1 : this.#formats.push(format);
  }

  xml(): string {
    const formats = this.#formats.map(
      (code, i) => `<numFmt numFmtId="${firstFormat + i}" formatCode="${escaped(code)}"/>`,
    );
    const uses = this.#formats.map(
      (_code, i) =>
        `<xf numFmtId="${firstFormat + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    );
    return `${head}<styleSheet xmlns="${spreadsheet}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${uses.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${uses.join('')}</cellXfs></styleSheet>`;
  }
}

/** A sheet whose first row stays in view. */
async function* sheetXml({ columns, rows }: SheetSource, styles: readonly number[]): AsyncGenerator<Buffer> {
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  const names = columns.map((_column, i) => columnName(i));
  let text = `${head}<worksheet xmlns="${spreadsheet}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`;
  let row = 0;
  for await (const page of rows()) {
    for (const cells of page) {
      row++;
      text += `<row r="${row}">`;
      for (const [i, cell] of cells.entries()) text += cellXml(`${names[i]}${row}`, styles[i] ?? 0, cell);
      text += '</row>';
      if (text.length < pieceLength) continue;
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`);
}

const part = (name: string, type: string): string =>
  `<Override PartName="/xl/${name}" ContentType="${typed}.${type}+xml"/>`;
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const relations = (inner: string): string =>
  `${head}<Relationships xmlns="${packaged}/relationships">${inner}</Relationships>`;

/** Everything but the sheets: which there are, where they are, and the formats of their cells. */
function framework(sheets: readonly SheetSource[], styles: Styles): readonly (readonly [string, string])[] {
  const places = sheets.map(({ name }, i) => ({ name, file: `worksheets/sheet${i + 1}.xml`, id: i + 1 }));
  const types = places.map(({ file }) => part(file, 'worksheet')).join('');
  const named = places.map(
    ({ name, id }) => `<sheet name="${escaped(name)}" sheetId="${id}" r:id="rId${id}"/>`,
  );
  const targets = places.map(({ file, id }) => relation(`rId${id}`, 'worksheet', file)).join('');
  return [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}${types}</Types>`,
    ],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets>${named.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(targets + relation(`rId${sheets.length + 1}`, 'styles', 'styles.xml')),
    ],
    ['xl/styles.xml', styles.xml()],
  ];
}

/** An Excel workbook as a stream: its rows are read while it is, one sheet after the other, and none is kept. */
export function writeWorkbook(sheets: readonly SheetSource[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const styles = new Styles();
  const options = { compressionLevel: 3, mtime: new Date(0) };
  let entry: Readable | null = null;
  zip.on('error', (error: Error) => output.destroy(error));
  // Its reader may go in the middle of a sheet.
  output.once('close', () => entry?.destroy());
  const stylesOf = sheets.map(({ columns }) => columns.map(({ numFmt }) => styles.styleOf(numFmt)));
  for (const [name, text] of framework(sheets, styles)) zip.addBuffer(Buffer.from(text), name, options);
  for (const [i, sheet] of sheets.entries()) {
    zip.addReadStreamLazy(`xl/worksheets/sheet${i + 1}.xml`, options, (give) => {
      entry = Readable.from(sheetXml(sheet, stylesOf[i] ?? []), { objectMode: false });
      if (output.destroyed) entry.destroy();
      give(null, entry);
    });
  }
  zip.end();
  return output;
}

/** Longest name of a sheet, in UTF-16 units. */
const longestName = 31;

/** A sheet's name may not have these, be longer than 31 units, or be Excel's own 'History'. */
function sheetName(name: string): string {
  const plain = name
    .replace(/[[\]:*?/\\\p{Cc}\ufffe\uffff]/gu, ' ')
    .slice(0, longestName)
    .toWellFormed()
    .replace(/^['\s]+|['\s]+$/g, '');
  return plain === '' || plain.toLowerCase() === 'history' ? 'Table' : plain;
}

/** Names of sheets for tables: Excel tells no two apart that differ only in case. */
export function sheetNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = sheetName(name);
    let unique = plain;
    for (let n = 2; taken.has(unique.toLowerCase()); n++) {
      const end = ` ${n}`;
      unique =
        plain
          .slice(0, longestName - end.length)
          .trimEnd()
          .toWellFormed() + end;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
}
