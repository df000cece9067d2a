import { applyAll, invertAll } from '@weft/documents';
import { languagesOf, newForm } from '@weft/forms';
import { expect, it } from 'vitest';
import { addLanguage, removeLanguage } from './language-edits.ts';

it('a language is added once, and taken away with its translations alone, as one step', () => {
  const form = newForm('Guests');
  const added = applyAll(form, addLanguage(applyAll(form, addLanguage(form, 'de')), 'fr'));
  const [page = ''] = Object.keys(added.blocks);
  const block = added.blocks[page];
  const translated = {
    ...added,
    props: { ...added.props, 'title@de': 'Gäste', 'title@fr': 'Invités' },
    blocks: { [page]: { ...block, props: { ...block?.props, 'label@de': 'Seite' } } },
  } as typeof added;
  const edits = removeLanguage(translated, 'de');
  const without = applyAll(translated, edits);
  expect(languagesOf(without).others).toEqual(['fr']);
  expect(without.props).toEqual({ title: 'Guests', languages: ['fr'], 'title@fr': 'Invités' });
  expect(without.blocks[page]?.props).toEqual(block?.props);
  expect(applyAll(without, invertAll(edits))).toEqual(translated);
  expect(applyAll(without, removeLanguage(without, 'fr')).props).toEqual({ title: 'Guests' });
});
