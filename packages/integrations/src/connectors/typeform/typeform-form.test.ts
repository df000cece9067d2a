import { expect, it } from 'vitest';
import { formOfTypeform, typeformForm } from './typeform-form.ts';

it('takes questions of groups in groups, and leaves out what lies in thousands of them', () => {
  const asked = { id: 'q', title: 'Name', type: 'short_text' };
  let group: object = { id: 'g', title: 'Inmost', type: 'group', properties: { fields: [asked] } };
  for (let depth = 0; depth < 20_000; depth++)
    group = { id: `g${depth}`, title: 'Group', type: 'group', properties: { fields: [asked, group] } };
  const { pages, leftOut } = formOfTypeform(typeformForm.parse({ title: 'Deep', fields: [group] }));
  expect(pages.flat().map(({ label }) => label)).toEqual(
    Array.from({ length: 4 }, () => ['Group', 'Name']).flat(),
  );
  expect(leftOut).toEqual(['“Group” was left out: it lies in too many groups']);
});

it('keeps the words of a group and the order of a list, and tells of what has no place', () => {
  const choices = ['Utah', 'Ohio', 'Iowa'].map((label) => ({ id: label, label }));
  const fields = [
    {
      ...{ id: 'g', title: 'You', type: 'group' },
      properties: {
        description: 'Answers are appreciated',
        fields: [
          {
            ...{ id: 's', title: 'State', type: 'dropdown' },
            properties: { choices, alphabetical_order: true },
          },
        ],
      },
    },
    {
      ...{ id: 'o', title: 'So?', type: 'opinion_scale' },
      properties: { steps: 5, labels: { left: 'Left', center: 'Center', right: 'Right' } },
    },
  ];
  const { pages, leftOut } = formOfTypeform(typeformForm.parse({ title: 'Demo', fields }));
  expect(pages.flat()).toMatchObject([
    { type: 'heading', label: 'You', help: 'Answers are appreciated' },
    { type: 'dropdown', choices: ['Iowa', 'Ohio', 'Utah'] },
    { type: 'scale', settings: { from: 0, to: 4, fromLabel: 'Left', toLabel: 'Right' } },
  ]);
  expect(leftOut).toEqual(['“So?”: the words in its middle were left out']);
});
