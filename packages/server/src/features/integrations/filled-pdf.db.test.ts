import { PDFDocument } from '@cantoo/pdf-lib';
import type { Attachment } from '@weft/core';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from '../forms/testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

async function paper(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  const form = document.getForm();
  form.createTextField('Guest').addToPage(page, { x: 20, y: 700, width: 200, height: 20 });
  form.createCheckBox('Coming').addToPage(page, { x: 20, y: 650, width: 20, height: 20 });
  const meal = form.createDropdown('Meal');
  meal.addOptions(['Fish', 'Vegan']);
  meal.addToPage(page, { x: 20, y: 600, width: 200, height: 20 });
  return document.save();
}

async function upload(flowId: string, content: Uint8Array | string, person = ann) {
  const body = new FormData();
  body.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'Registration.pdf');
  const response = await fetch(new URL(`/v1/forms/${flowId}/pdfs`, server.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body,
  });
  return { status: response.status, text: await response.text() };
}
const uploaded = async (flowId: string) => {
  const { pdf } = JSON.parse((await upload(flowId, await paper())).text) as { pdf: { id: string } };
  return pdf.id;
};
const connected = async () => {
  const body = { serviceName: 'PDF', config: {} };
  const made = await (await ann.call('POST', '/admin/services/create/generatePDF', body)).json();
  return (made as { service: { id: string } }).service.id;
};

it('fills the fields of an uploaded PDF with each answer, and keeps it with the answer', async () => {
  const [name, coming] = [asked('short_text', 'Name', true), asked('checkbox', 'Coming')];
  const flowId = await publishedForm(ann, [name, coming], 'Guests');
  const serviceId = await connected();
  const pdfId = await uploaded(flowId);
  const settings = { pdfId, pdfName: 'Registration.pdf' };
  const { fields } = await rpc(ann, 'integrations.fields', { serviceId, settings });
  expect(fields.map(({ id, name: label, kind, choices }) => [id, label, kind, choices])).toEqual([
    ['name', 'File name', 'text', null],
    ['mailTo', 'Mail it to', 'text', null],
    ['pdf Guest', 'Guest', 'text', null],
    ['pdf Coming', 'Coming', 'boolean', null],
    ['pdf Meal', 'Meal', 'choice', ['Fish', 'Vegan']],
  ]);
  const nameMappings = {
    name: { template: 'Registration of {{Name}}' },
    'pdf Guest': { questionId: name.id },
    'pdf Coming': { questionId: coming.id },
    'pdf Meal': { template: 'Pizza' },
  };
  const config = { settings, nameMappings };
  const of = { serviceId, serviceType: 'generatePDF', writeQuery: { config } };
  await rpc(ann, 'integrations.connect', { ...of, flowId });
  const test = await ann.call('POST', `/v1/admin/integrations/${flowId}/test?mode=edit`, {
    ...{ serviceType: 'generatePDF', serviceId, config },
  });
  expect(await test.json()).toMatchObject({ data: { said: expect.stringContaining('A test keeps none') } });
  const { parts } = await openForm(server.url, flowId);
  await sendForm(server.url, flowId, { ...parts(), [name.id]: 'Łucja שירה', [coming.id]: 'on' });
  const run = async () => (await rpc(ann, 'integrations.log', { flowId })).runs[0];
  while ((await run())?.state !== 'sent') await new Promise((done) => setTimeout(done, 20));
  expect((await run())?.answer).toBe(
    'Made Registration of Łucja שירה.pdf and kept it with the answer. “Pizza” is no choice of Meal and was left out.',
  );
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const table = must(metadata.tables[0]);
  const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id });
  const column = must(table.fields.find((field) => field.name === 'PDF')).id;
  const [file] = must(records[0]).data[column] as readonly Attachment[];
  const bytes = await (await ann.call('GET', must(file).url)).arrayBuffer();
  const form = (await PDFDocument.load(bytes)).getForm();
  expect(form.getTextField('Guest').getText()).toBe('Łucja שירה');
  expect(form.getCheckBox('Coming').isChecked()).toBe(true);
  // It is kept as long as the integration names it, and is no file of an answer.
  expect(await server.parts.bases.deps.documents.heldFiles(flowId)).toContain(pdfId);

  // A PDF of one form is no other form's, and nobody reads its fields who may not edit the form.
  const other = await publishedForm(ann, [name], 'Others');
  await expect(rpc(ann, 'integrations.connect', { ...of, flowId: other })).rejects.toMatchObject({
    message: expect.stringContaining('uploaded to another form'),
  });
  const { code } = (await (await ann.call('POST', '/v1/invitations', {})).json()) as {
    readonly code: string;
  };
  const bea = await server.signUp('Bea Colleague', { invitationCode: code });
  await expect(rpc(bea, 'integrations.fields', { serviceId, settings })).rejects.toMatchObject({
    message: expect.stringMatching(/not found/i),
  });
});

it('says at its upload why a PDF cannot be filled in', async () => {
  const flowId = await publishedForm(ann, [asked('short_text', 'Name', true)]);
  expect(await upload(flowId, 'hello')).toMatchObject({
    status: 400,
    text: expect.stringContaining('not a PDF'),
  });
  const plain = await PDFDocument.create();
  plain.addPage();
  expect(await upload(flowId, await plain.save())).toMatchObject({
    status: 400,
    text: expect.stringContaining('no fields to fill in'),
  });
  const large = await upload(flowId, `%PDF-1.7${' '.repeat(11 * 1024 * 1024)}`);
  expect(large.status).toBe(413);
});
