import { describe, expect, it } from 'vitest';
import { imageFilesOf, withImageFiles } from './document-images.ts';
import { firstPageId, newForm, questionProps } from './form-document.ts';
import { formFaults } from './form-faults.ts';

const fil = (letter: string): string => `fil${letter.repeat(21)}`;
const formWith = (image: string) => {
  const form = newForm('Pets');
  const props = { ...questionProps('image'), image };
  return {
    ...form,
    blocks: { ...form.blocks, [`fld${'a'.repeat(21)}`]: { parent: firstPageId, order: 'W', props } },
  };
};

describe('the images of a form', () => {
  it('are the files its blocks name, and a copy names copies of them (D10)', () => {
    const form = formWith(`${fil('a')} 1200x800`);
    expect(imageFilesOf(form)).toEqual([fil('a')]);
    const copy = withImageFiles(form, new Map([[fil('a'), fil('b')]]));
    expect(imageFilesOf(copy)).toEqual([fil('b')]);
    expect(copy).toEqual(formWith(`${fil('b')} 1200x800`));
    expect(formFaults(copy)).toEqual([]);
  });

  it.each([
    'https://example.org/cat.png',
    fil('a'),
    `${fil('a')} 0x800`,
    `${fil('a')} 1200x8000`,
    `img${'a'.repeat(21)} 1x1`,
    `${fil('a')} 1x1" onerror="x`,
  ])('are uploaded files of a known size: %j is refused (D10)', (image) => {
    expect(formFaults(formWith(image))).toHaveLength(1);
    expect(imageFilesOf(formWith(image))).toEqual([]);
  });
});
