import type { Content, Edit } from '@weft/documents';
import { languagesOf, readTranslationKey } from '@weft/forms';
import { setProp } from '../../../editor/set-prop.ts';

const setOthers = (content: Content, others: readonly string[]): readonly Edit[] =>
  setProp(content, null, 'languages', others.length === 0 ? null : [...others]);

export const addLanguage = (content: Content, language: string): readonly Edit[] =>
  setOthers(content, [...languagesOf(content).others, language]);

/** Takes a language away with what was translated into it. */
export function removeLanguage(content: Content, language: string): readonly Edit[] {
  const translations = (id: string | null, props: Content['props']): readonly Edit[] =>
    Object.keys(props)
      .filter((key) => readTranslationKey(key)?.language === language)
      .flatMap((key) => setProp(content, id, key, null));
  return [
    ...setOthers(
      content,
      languagesOf(content).others.filter((each) => each !== language),
    ),
    ...translations(null, content.props),
    ...Object.entries(content.blocks).flatMap(([id, { props }]) => translations(id, props)),
  ];
}
