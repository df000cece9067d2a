import type { Block, Names } from '@weft/documents';
import { blockType, isBlockName } from './blocks/block-types.ts';

/** Prose, in which two people can write at once. */
export const isAppText = (key: string): boolean =>
  key === 'title' ||
  key === 'label' ||
  key === 'text' ||
  key === 'empty' ||
  key === 'done' ||
  key === 'seoTitle' ||
  key === 'seoDescription' ||
  key === 'alt';

const propNames: { readonly [key: string]: string } = {
  label: 'name',
  slug: 'address',
  icon: 'icon',
  inNavigation: 'place in the navigation',
  visibleTo: 'people it is shown to',
  table: 'table',
  who: 'people',
  can: 'rights',
  rows: 'rows',
  fields: 'fields',
  writable: 'fields that may be written',
  presets: 'values filled in by the app',
  title: 'title',
  source: 'database',
  users: 'table of people',
  access: 'access',
  signUp: 'sign-up',
  navigation: 'navigation',
  theme: 'theme',
  canvasColor: 'background colour',
  textColor: 'colour of texts',
  accentColor: 'colour of buttons',
  radius: 'roundness of corners',
  font: 'font',
  seoTitle: 'title for search engines',
  seoDescription: 'description for search engines',
  favicon: 'icon of the tab',
  logo: 'logo',
};

const nameOf = ({ props }: Block): string | null => {
  const name =
    props.type === 'heading' || props.type === 'button' ? props.text : (props.label ?? props.title);
  return typeof name === 'string' && name !== '' ? name : null;
};

/** How changes of an app are told in words. */
export const appNames: Names = {
  block: nameOf,
  sort: ({ props: { type } }) =>
    isBlockName(type) ? blockType(type).label.toLowerCase() : type === 'rule' ? 'rule' : 'page',
  prop: (key, block) => {
    const type = block?.props.type;
    const setting = isBlockName(type) ? blockType(type).settings[key] : undefined;
    return setting === undefined ? (propNames[key] ?? null) : `setting ‘${setting.label}’`;
  },
  value: (key, value) => {
    if (key === 'access') return value === 'public' ? 'open to everybody' : 'for people who sign in';
    if (key === 'signUp') return value === 'open' ? 'open to everybody' : 'by invitation';
    // Ids say nothing to people.
    if (typeof value === 'string' && /^[a-z]{3}[0-9a-z]{21}$/.test(value)) return 'another one';
    return value === '' ? 'nothing' : null;
  },
};
