import { scanHtml } from './html-scan.ts';

/** One cell of a table as it was written. */
export interface HtmlCell {
  readonly text: string;
  /** By lower-case name. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly rowSpan: number;
  readonly colSpan: number;
}

export interface HtmlRow {
  readonly cells: readonly HtmlCell[];
  /** Excel copies rows a person has hidden, and says so. */
  readonly hidden: boolean;
}

export interface HtmlTable {
  readonly attributes: ReadonlyMap<string, string>;
  readonly rows: readonly HtmlRow[];
  /** Whether nothing else that can be read stands around it. */
  readonly alone: boolean;
}

const breaking = new Set(['p', 'div', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr', 'table']);

const span = (text: string | undefined): number => {
  const count = Number.parseInt(text ?? '', 10);
  return count >= 1 ? Math.min(count, 10_000) : 1;
};

/** The text of one cell, as it would be shown: runs of white space are one space, and paragraphs stand on their own lines. */
class CellText {
  #text = '';
  #space = false;
  readonly #verbatim: boolean;

  constructor(verbatim: boolean) {
    this.#verbatim = verbatim;
  }

  add(text: string): void {
    if (this.#verbatim) {
      this.#text += text;
      return;
    }
    for (const part of text.split(/([ \t\r\n\f]+)/)) {
      if (part === '') continue;
      if (/^[ \t\r\n\f]/.test(part)) this.#space = true;
      else {
        if (this.#space && this.#text !== '' && !this.#text.endsWith('\n')) this.#text += ' ';
        this.#text += part;
        this.#space = false;
      }
    }
  }

  line(): void {
    this.#text += '\n';
    this.#space = false;
  }

  /** A paragraph begins or ends: a new line, unless it is one already. */
  paragraph(): void {
    if (this.#verbatim) return;
    if (this.#text !== '' && !this.#text.endsWith('\n')) this.line();
  }

  get text(): string {
    return this.#verbatim ? this.#text : this.#text.replaceAll('\u00a0', ' ').trim();
  }
}

/** Gathers the first table; another inside a cell is text of that cell. */
class TableReader {
  table: { readonly attributes: ReadonlyMap<string, string>; readonly rows: HtmlRow[] } | null = null;
  alone = true;
  #cells: HtmlCell[] | null = null;
  #cell: { readonly attributes: ReadonlyMap<string, string>; readonly text: CellText } | null = null;
  #depth = 0;
  #over = false;

  text(text: string): void {
    if (this.#cell !== null) this.#cell.text.add(text);
    else if ((this.#depth === 0 || this.#over) && text.trim() !== '') this.alone = false;
  }

  opened(name: string, attributes: () => ReadonlyMap<string, string>): void {
    if (name === 'table') {
      this.#depth++;
      if (this.table === null) this.table = { attributes: attributes(), rows: [] };
      else this.#cell?.text.paragraph();
    } else if (this.#depth === 1 && !this.#over && name === 'tr') {
      this.#row(/display:\s*none/i.test(attributes().get('style') ?? ''));
    } else if (this.#depth === 1 && !this.#over && (name === 'td' || name === 'th')) {
      this.#endCell();
      if (this.#cells === null) this.#row(false);
      this.#cell = {
        attributes: attributes(),
        text: new CellText(this.table?.attributes.has('data-weft') === true),
      };
    } else if (name === 'br') this.#cell?.text.line();
    else if (breaking.has(name)) this.#cell?.text.paragraph();
  }

  closed(name: string): void {
    if (name === 'table') {
      this.#depth = Math.max(0, this.#depth - 1);
      if (this.#depth === 0) {
        this.#endCell();
        this.#over = true;
      }
    } else if (this.#depth === 1 && (name === 'td' || name === 'th' || name === 'tr')) {
      this.#endCell();
      if (name === 'tr') this.#cells = null;
    } else if (breaking.has(name)) this.#cell?.text.paragraph();
  }

  end(): void {
    this.#endCell();
  }

  #row(hidden: boolean): void {
    this.#endCell();
    this.#cells = [];
    this.table?.rows.push({ cells: this.#cells, hidden });
  }

  #endCell(): void {
    if (this.#cell === null) return;
    const { attributes, text } = this.#cell;
    this.#cells?.push({
      text: text.text,
      attributes,
      rowSpan: span(attributes.get('rowspan')),
      colSpan: span(attributes.get('colspan')),
    });
    this.#cell = null;
  }
}

/** The first table of a pasted document; null when there is none. */
export function readHtmlTable(html: string): HtmlTable | null {
  const reader = new TableReader();
  scanHtml(html, reader);
  reader.end();
  return reader.table && { ...reader.table, alone: reader.alone };
}
