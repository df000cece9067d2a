import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { fieldsOfPdf, fillPdf } from './fill-pdf.ts';
import { mostFields } from './pdf-form.ts';

const turn = { organizationId: 'org1' };

/** A PDF with a field of each kind. */
async function paper(change: (document: PDFDocument) => void = () => {}): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 600]);
  const form = document.getForm();
  const at = (y: number) => ({ x: 20, y, width: 200, height: 18 });
  form.createTextField('person.name').addToPage(page, at(560));
  const code = form.createTextField('code');
  code.setMaxLength(5);
  code.addToPage(page, at(530));
  const notes = form.createTextField('notes');
  notes.enableMultiline();
  notes.addToPage(page, { ...at(440), height: 80 });
  notes.acroField.dict.set(PDFName.of('TU'), PDFString.of('Notes of the guest'));
  form.createCheckBox('coming').addToPage(page, at(410));
  const meal = form.createRadioGroup('meal');
  meal.addOptionToPage('Fish', page, at(380));
  meal.addOptionToPage('Vegan', page, at(350));
  const drink = form.createDropdown('drink');
  drink.addToPage(page, at(320));
  drink.acroField.setOptions([
    { value: PDFHexString.fromText('w'), display: PDFHexString.fromText('Water') },
    { value: PDFHexString.fromText('t'), display: PDFHexString.fromText('Tea') },
  ]);
  const days = form.createOptionList('days');
  days.addOptions(['Friday', 'Saturday', 'Sunday']);
  days.enableMultiselect();
  days.addToPage(page, { ...at(240), height: 60 });
  form.createButton('send').addToPage('Send', page, at(200));
  change(document);
  return document.save({ updateFieldAppearances: false });
}

it('lists the fields of a PDF, with what a reader sees for them and their choices', async () => {
  expect(
    (await fieldsOfPdf(await paper(), turn)).map(({ name, label, kind, choices }) => [
      name,
      label,
      kind,
      choices,
    ]),
  ).toEqual([
    ['person.name', 'person.name', 'text', null],
    ['code', 'code', 'text', null],
    ['notes', 'Notes of the guest', 'text', null],
    ['coming', 'coming', 'boolean', null],
    ['meal', 'meal', 'choice', ['Fish', 'Vegan']],
    ['drink', 'drink', 'choice', ['Water', 'Tea']],
    ['days', 'days', 'choices', ['Friday', 'Saturday', 'Sunday']],
  ]);
});

it('fills each kind of field, with letters of any script, and says what did not fit', async () => {
  const { bytes, notes } = await fillPdf(
    await paper(),
    new Map<string, string | boolean | string[]>([
      ['person.name', 'שירה (Noa) Ełżbieta 漢字 🙂'],
      ['code', 'too long'],
      ['notes', 'one\r\ntwo'],
      ['coming', true],
      ['meal', 'Vegan'],
      ['drink', 'Tea'],
      ['days', ['Friday', 'Sunday', 'Monday']],
      ['gone', 'x'],
    ]),
    turn,
  );
  expect(notes).toEqual([
    '“too long” is longer than the 5 characters that code takes, and was left out.',
    '“Monday” is no choice of days and was left out.',
    'One field is not in the PDF any more.',
  ]);
  const form = (await PDFDocument.load(bytes)).getForm();
  expect(form.getTextField('person.name').getText()).toBe('שירה (Noa) Ełżbieta 漢字 🙂');
  expect(form.getTextField('code').getText()).toBeUndefined();
  expect(form.getTextField('notes').getText()).toBe('one\ntwo');
  expect(form.getTextField('notes').isReadOnly()).toBe(true);
  expect(form.getCheckBox('coming').isChecked()).toBe(true);
  expect(form.getRadioGroup('meal').getSelected()).toBe('Vegan');
  // By its value, as readers of PDFs know it.
  expect(
    form
      .getDropdown('drink')
      .acroField.getValues()
      .map((one) => one.decodeText()),
  ).toEqual(['t']);
  expect(form.getOptionList('days').getSelected()).toEqual(['Friday', 'Sunday']);
  expect(form.getButton('send').isReadOnly()).toBe(false);
});

describe('a PDF is refused', () => {
  const why = async (bytes: Uint8Array) =>
    fieldsOfPdf(bytes, turn).then(
      () => 'taken',
      (error: Error) => error.message,
    );
  const empty = async (change: (document: PDFDocument) => void = () => {}) => {
    const document = await PDFDocument.create();
    document.addPage();
    change(document);
    return document.save();
  };

  it('that is none, or is cut off', async () => {
    expect(await why(Buffer.from('no PDF at all'))).toMatch(/not a PDF/);
    expect(await why((await paper()).slice(0, 300))).toMatch(/not a PDF|no fields|cannot be read/);
  });

  it('that has no fields, too many, or fields that only some programs know', async () => {
    expect(await why(await empty())).toMatch(/no fields/);
    const many = await empty((document) => {
      for (let i = 0; i <= mostFields; i++) document.getForm().createTextField(`f${i}`);
    });
    expect(await why(many)).toMatch(/more than 500 fields/);
    const xfa = await paper((document) => {
      document.getForm().acroForm.dict.set(PDFName.of('XFA'), PDFString.of('<xdp/>'));
    });
    expect(await why(xfa)).toMatch(/XFA/);
  });

  it('that is protected', async () => {
    const document = await PDFDocument.load(await paper());
    document.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
    expect(await why(await document.save())).toMatch(/protected/);
  });

  it('that is packed so that it would fill the memory', async () => {
    const packed = deflateSync(Buffer.alloc(80 * 1024 * 1024, 32), { level: 9 });
    const head = `%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
    const bomb = Buffer.concat([
      Buffer.from(head),
      packed,
      Buffer.from('\nendstream\nendobj\ntrailer<</Root 2 0 R>>\n%%EOF'),
    ]);
    expect(await why(bomb)).toMatch(/packed too tightly|cannot be read|not a PDF/);
  });
});

it('gives up what takes too long, and others go on', async () => {
  const bytes = await paper();
  await expect(fillPdf(bytes, new Map([['notes', 'word '.repeat(100_000)]]), turn, 1)).rejects.toThrow(
    /within/,
  );
  expect((await fillPdf(bytes, new Map([['code', 'ok']]), turn)).notes).toEqual([]);
});

it('takes organizations in turn, and ends what is aborted, waiting or not', async () => {
  const bytes = await paper();
  const done: string[] = [];
  const stop = new AbortController();
  const fill = (organizationId: string, signal?: AbortSignal) =>
    fillPdf(bytes, new Map([['code', 'ok']]), { organizationId, signal }).then(
      () => void done.push(organizationId),
    );
  const stopped = [fill('a', stop.signal), fill('a', stop.signal), fill('a', stop.signal)];
  const rest = ['b', 'b', 'b', 'b', 'c'].map((id) => fill(id));
  stop.abort(new Error('The server stops'));
  for (const { reason } of (await Promise.allSettled(stopped)) as PromiseRejectedResult[])
    expect(reason).toMatchObject({ message: 'The server stops' });
  await Promise.all(rest);
  expect(done.slice(0, -1)).toContain('c');
  await expect(fill('a', stop.signal)).rejects.toThrow('The server stops');
});
