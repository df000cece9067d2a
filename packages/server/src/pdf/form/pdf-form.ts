import type { PDFDocument, PDFFont, PDFForm, PDFField as PdfLibField } from '@cantoo/pdf-lib';
import { loadEngine } from '../pdf-engine.ts';
import { directionOf, visualRuns } from '../visual-runs.ts';
import { paragraphsOf } from '../wrap-lines.ts';

/** What the fields of somebody's PDF hold. This runs in a thread of its own: see fill-pdf.ts. */

/** A field that can be filled in. */
export interface PdfFormField {
  readonly name: string;
  /** What a reader sees for it; its name where the PDF says nothing else. */
  readonly label: string;
  readonly kind: 'text' | 'boolean' | 'choice' | 'choices';
  readonly choices: readonly string[] | null;
}

export type PdfFormValue = string | boolean | readonly string[];

export interface FilledPdf {
  readonly bytes: Uint8Array;
  /** What was left out and why, a sentence each. */
  readonly notes: readonly string[];
}

/** Why a PDF is not taken, a sentence for whoever uploaded it. */
export class PdfFormFault extends Error {}

export const mostFields = 500;
const longestName = 400;
const mostChoices = 1_000;
/** Bytes that one packed part of a PDF may come to: packed, they are a thousandth of that. */
const mostUnpacked = 64 * 1024 * 1024;
const told = 60;

type Engine = Awaited<ReturnType<typeof loadEngine>>;
let isBounded = false;

/** Ends the unpacking of what grows without end: its bytes are counted by no limit of the thread. */
function boundUnpacking({ pdf }: Engine): void {
  if (isBounded) return;
  const stream = pdf.decodePDFRawStream(pdf.PDFContext.create().flateStream('x'));
  const decoding = Object.getPrototypeOf(Object.getPrototypeOf(stream)) as {
    ensureBuffer?: (requested: number) => unknown;
  };
  const { ensureBuffer } = decoding;
  if (ensureBuffer === undefined) throw new Error('The PDF library unpacks in another way now');
  decoding.ensureBuffer = function (requested: number) {
    if (requested > mostUnpacked) throw new PdfFormFault('The PDF is packed too tightly to be read');
    return ensureBuffer.call(this, requested);
  };
  isBounded = true;
}

async function open(bytes: Uint8Array): Promise<{ engine: Engine; document: PDFDocument; form: PDFForm }> {
  const engine = await loadEngine();
  boundUnpacking(engine);
  const { PDFDocument, EncryptedPDFError } = engine.pdf;
  // Not updated: its dates and its makers stay what they are.
  const document = await PDFDocument.load(bytes, { updateMetadata: false, preserveXFA: true }).catch(
    (cause: unknown): never => {
      if (cause instanceof PdfFormFault) throw cause;
      if (cause instanceof EncryptedPDFError)
        throw new PdfFormFault(
          'The PDF is protected: save it without a password and limits, and upload that',
        );
      throw new PdfFormFault('This file is not a PDF that can be read', { cause });
    },
  );
  const form = document.getForm();
  if (form.hasXFA())
    throw new PdfFormFault(
      'The fields of this PDF are of a kind that only Adobe’s own programs know (XFA): save it as a PDF with usual form fields (AcroForm)',
    );
  return { engine, document, form };
}

/** What can be filled in of a field of the library; null: it is a button, or a place to sign. */
function presented({ pdf }: Engine, field: PdfLibField): PdfFormField | null {
  const name = field.getName();
  const said = field.acroField.dict.lookupMaybe(pdf.PDFName.of('TU'), pdf.PDFString, pdf.PDFHexString);
  const of = (kind: PdfFormField['kind'], choices: readonly string[] | null = null) => ({
    ...{ name, label: said?.decodeText().trim() || name, kind },
    choices: choices?.slice(0, mostChoices) ?? null,
  });
  if (field instanceof pdf.PDFTextField) return field.isFileSelector() ? null : of('text');
  if (field instanceof pdf.PDFCheckBox) return of('boolean');
  if (field instanceof pdf.PDFRadioGroup) return of('choice', field.getOptions());
  if (field instanceof pdf.PDFDropdown)
    return field.isEditable() ? of('text') : of('choice', field.getOptions());
  if (field instanceof pdf.PDFOptionList)
    return of(field.isMultiselect() ? 'choices' : 'choice', field.getOptions());
  return null;
}

/** The fields of a PDF; throws PdfFormFault where it has none that can be filled in. */
export async function pdfFormFields(bytes: Uint8Array): Promise<readonly PdfFormField[]> {
  const { engine, form } = await open(bytes);
  const all = form.getFields();
  if (all.some((field) => isSigned(engine, field)))
    throw new PdfFormFault('The PDF is signed: filled in, its signature would not hold. Upload it without');
  const found = new Map<string, PdfFormField>();
  for (const field of all) {
    const one = presented(engine, field);
    if (one !== null && !found.has(one.name)) found.set(one.name, one);
    if (found.size > mostFields)
      throw new PdfFormFault(`The PDF has more than ${mostFields} fields: upload one with fewer`);
  }
  if (found.size === 0)
    throw new PdfFormFault('The PDF has no fields to fill in: add form fields to it, and upload it again');
  if ([...found.keys()].some((name) => name.length > longestName))
    throw new PdfFormFault(`A field of the PDF has a name of more than ${longestName} characters: rename it`);
  return [...found.values()];
}

const isSigned = ({ pdf }: Engine, field: PdfLibField): boolean =>
  field instanceof pdf.PDFSignature && field.acroField.dict.has(pdf.PDFName.of('V'));

/** Draws lines by their runs from left to right, as the PDFs that are written here. */
function ordersRuns({ bidi }: Engine, font: PDFFont, hex: Engine['pdf']['PDFHexString']): void {
  const encode = font.encodeText.bind(font);
  font.encodeText = (line) => {
    const runs = visualRuns(bidi, line, directionOf(bidi, line)).filter((run) => run !== '');
    return runs.length < 2 ? encode(line) : hex.of(runs.map((run) => encode(run).asString()).join(''));
  };
}

const short = (text: string): string => `“${text.slice(0, told)}”`;

/** Fills a value in; why it was left out, a sentence, else null. */
function fill(
  { pdf }: Engine,
  field: PdfLibField,
  { label }: PdfFormField,
  value: PdfFormValue,
): string | null {
  if (field instanceof pdf.PDFCheckBox) {
    if (value === true) field.check();
    else field.uncheck();
    return null;
  }
  const lines = paragraphsOf(Array.isArray(value) ? value.join(', ') : String(value));
  const text = lines.join(field instanceof pdf.PDFTextField && field.isMultiline() ? '\n' : ' ').trim();
  if (field instanceof pdf.PDFTextField) {
    const most = field.getMaxLength();
    if (most !== undefined && text.length > most)
      return `${short(text)} is longer than the ${most} characters that ${label} takes, and was left out.`;
    field.setText(text);
    return null;
  }
  if (field instanceof pdf.PDFDropdown && field.isEditable()) {
    field.select(text);
    return null;
  }
  if (
    !(
      field instanceof pdf.PDFRadioGroup ||
      field instanceof pdf.PDFDropdown ||
      field instanceof pdf.PDFOptionList
    )
  )
    return null;
  const offered = field.getOptions();
  const wanted = Array.isArray(value) ? (value as readonly string[]) : [text];
  const taken = wanted.filter((one) => offered.includes(one));
  const [first] = taken;
  if (first !== undefined) {
    if (field instanceof pdf.PDFOptionList && field.isMultiselect()) field.select(taken);
    else field.select(first);
  }
  const left = wanted.find((one) => !offered.includes(one));
  return left === undefined ? null : `${short(left)} is no choice of ${label} and was left out.`;
}

/** A choice is kept by its value, where that is not what is shown. */
function keepChosenValues({ pdf }: Engine, field: PdfLibField): void {
  if (!(field instanceof pdf.PDFDropdown || field instanceof pdf.PDFOptionList)) return;
  const shown = field.getSelected();
  const values = field.acroField
    .getOptions()
    .filter(({ value, display }) => shown.includes((display ?? value).decodeText()))
    .map(({ value }) => value);
  const [only] = values;
  if (only === undefined || values.length !== shown.length) return;
  const { dict } = field.acroField;
  dict.set(pdf.PDFName.of('V'), values.length === 1 ? only : dict.context.obj(values));
}

/** The PDF with values in its fields, by their names. Characters that the font has not are drawn as boxes. */
export async function fillPdfForm(
  bytes: Uint8Array,
  values: ReadonlyMap<string, PdfFormValue>,
): Promise<FilledPdf> {
  const { engine, document, form } = await open(bytes);
  const { pdf, fontkit } = engine;
  document.registerFontkit(fontkit);
  const font = await document.embedFont(engine.bytes, { subset: true });
  ordersRuns(engine, font, pdf.PDFHexString);
  const notes: string[] = [];
  const filled: PdfLibField[] = [];
  const fields = form.getFields();
  for (const field of fields) {
    const one = presented(engine, field);
    const value = one === null ? undefined : values.get(one.name);
    if (one === null || value === undefined) continue;
    const note = fill(engine, field, one, value);
    if (note !== null) notes.push(note);
    // Typed over, it would be drawn with letters that the font in the file may not have.
    field.enableReadOnly();
    filled.push(field);
  }
  const names = new Set(fields.map((field) => field.getName()));
  const gone = [...values.keys()].filter((name) => !names.has(name)).length;
  if (gone > 0) notes.push(`${gone === 1 ? 'One field is' : `${gone} fields are`} not in the PDF any more.`);
  form.updateFieldAppearances(font);
  for (const field of filled) keepChosenValues(engine, field);
  // What is drawn stands in the file: no reader draws it anew, with a font of its own.
  form.acroForm.dict.delete(pdf.PDFName.of('NeedAppearances'));
  return { bytes: await document.save({ updateFieldAppearances: false }), notes };
}
