import { builtInFormat, type DateSystem, type SheetFormat, sheetFormat } from '@weft/imports';
import { refusedWorkbook, type WorkbookFile } from './workbook-file.ts';
import { readAllXml } from './xml.ts';

/** A sheet of a workbook, by its name, and the part that has its cells. */
export interface SheetPart {
  readonly name: string;
  readonly part: string;
}

/** What the cells of all sheets refer to. */
export interface CellContext {
  readonly system: DateSystem;
  /** By the number of a cell's style. */
  readonly formats: readonly SheetFormat[];
  /** Texts that cells name by number. */
  readonly texts: readonly string[];
}

/** Characters of all shared texts together: they are held while the sheet is read. */
const maxTexts = 200_000_000;

interface Relation {
  readonly kind: string;
  readonly part: string;
}

function partOf(folder: string, target: string): string {
  const path: string[] = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const step of target.split('/'))
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  return path.join('/');
}

/** What a part names by ids: its other parts. */
async function relationsOf(file: WorkbookFile, part: string): Promise<ReadonlyMap<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const found = new Map<string, Relation>();
  await readAllXml(file.text(`${folder}_rels/${part.slice(slash)}.rels`), {
    open: (name, { Id, Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || Id === undefined || TargetMode === 'External') return;
      found.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), part: partOf(folder, Target) });
    },
  });
  return found;
}

/** Sheets with their cells, and how dates are counted. */
export async function readWorkbook(
  file: WorkbookFile,
): Promise<{ readonly sheets: readonly SheetPart[]; readonly context: () => Promise<CellContext> }> {
  if (!file.has('_rels/.rels')) throw refusedWorkbook('it is an archive of something else');
  const roots = await relationsOf(file, '');
  const workbook = [...roots.values()].find(({ kind }) => kind === 'officeDocument')?.part;
  if (workbook === undefined || !/^xl\//i.test(workbook))
    throw refusedWorkbook('it is a document of another kind');
  const relations = await relationsOf(file, workbook);
  const shown: SheetPart[] = [];
  const hidden: SheetPart[] = [];
  let system: DateSystem = '1900';
  await readAllXml(file.text(workbook), {
    open: (name, { name: called = '', id = '', state = 'visible', date1904 }) => {
      if (name === 'workbookPr' && (date1904 === '1' || date1904 === 'true')) system = '1904';
      const found = name === 'sheet' ? relations.get(id) : undefined;
      if (found?.kind !== 'worksheet' || !file.has(found.part)) return;
      (state === 'visible' ? shown : hidden).push({ name: called, part: found.part });
    },
  });
  const partsOf = (kind: string) =>
    [...relations.values()].flatMap((one) => (one.kind === kind && file.has(one.part) ? [one.part] : []));
  const [styles] = partsOf('styles');
  const [texts] = partsOf('sharedStrings');
  return {
    // A sheet that nobody sees may still be what somebody wants: behind the others.
    sheets: [...shown, ...hidden],
    context: async () => ({
      system,
      formats: styles === undefined ? [] : await readFormats(file, styles),
      texts: texts === undefined ? [] : await readTexts(file, texts),
    }),
  };
}

async function readFormats(file: WorkbookFile, part: string): Promise<readonly SheetFormat[]> {
  const written = new Map<number, string>();
  const formats: SheetFormat[] = [];
  let inCells = false;
  await readAllXml(file.text(part), {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      const id = Number(numFmtId);
      if (name === 'numFmt') written.set(id, formatCode);
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) formats.push(sheetFormat(written.get(id) ?? builtInFormat(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** `_x000D_` stands for a character that XML cannot hold. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

async function readTexts(file: WorkbookFile, part: string): Promise<readonly string[]> {
  const texts: string[] = [];
  let text = '';
  let length = 0;
  let [within, phonetic] = [false, false];
  await readAllXml(file.text(part), {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      within = name === 't' && !phonetic;
    },
    text: (piece) => {
      if (within) text += piece;
    },
    close: (name) => {
      if (name === 'rPh') phonetic = false;
      within = false;
      if (name !== 'si') return;
      length += text.length;
      if (length > maxTexts) throw refusedWorkbook('it is too large when it is unpacked');
      texts.push(unescaped(text));
    },
  });
  return texts;
}
