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
