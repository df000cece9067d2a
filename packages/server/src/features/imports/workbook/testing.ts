import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const relations = (items: readonly (readonly [kind: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items
    .map(
      ([kind, target], i) =>
        `<Relationship Id="r${i + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** The parts of a workbook whose sheets hold this XML, with a few formats (1: percent, 2: date, 3: euros) and texts. */
export function workbookParts(
  sheets: { readonly [name: string]: string },
  texts: readonly string[] = [],
): { readonly [part: string]: string } {
  const names = Object.keys(sheets);
  const parts: { [part: string]: string } = {
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="x"><sheets>${names
      .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="r${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['styles', 'styles.xml'],
      ['sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$€-407]#,##0.00"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  };
  for (const [i, name] of names.entries())
    parts[`xl/worksheets/sheet${i + 1}.xml`] = `<worksheet>${sheets[name]}</worksheet>`;
  return parts;
}

/** The parts as the ZIP archive a workbook is. */
export async function workbookBytes(parts: { readonly [part: string]: string | Buffer }): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}
