import type { Sort } from '@weft/core';
import {
  type Block,
  blockOf,
  type Content,
  emptyContent,
  idsByParent,
  idsIn,
  type Json,
  type Kind,
  schemaOf,
} from '@weft/documents';
import { type AppAction, actionIn } from './actions/action-types.ts';
import { type AppRule, rulesIn } from './app-rule.ts';
import type { Audience } from './app-user.ts';
import type { BlockType } from './blocks/block-type.ts';
import { type BlockName, blockType, isBlockName } from './blocks/block-types.ts';
import { type Conditions, conditionsIn } from './conditions.ts';

export const appKind: Kind = { kind: 'app', migrations: [] };

/** The page that an app begins with; ids are of one document alone. */
const firstPageId = `pag${'0'.repeat(21)}`;

/** Characters of a label or a title. */
export const longestLabel = 255;

/** Where the records of an app lie. */
type AppSource = { readonly type: 'base'; readonly baseId: string };

/** The table whose records are the people that sign in. */
export interface AppUsers {
  readonly tableId: string;
  readonly emailFieldId: string;
  readonly nameFieldId?: string;
  /** Its options are the roles. */
  readonly roleFieldId?: string;
}

/** A block as it stands on a page. */
export interface AppBlock {
  readonly id: string;
  readonly name: BlockName;
  readonly type: BlockType;
  /** By name, as far as they were set. */
  readonly settings: Block['props'];
  readonly page: string;
  /** Whom it is shown to, of those who see the page. */
  readonly visibleTo: Audience;
  /** What stands in it, in order. */
  readonly inner: readonly AppBlock[];
}

export interface AppPage {
  readonly id: string;
  readonly label: string;
  /** In its address. */
  readonly slug: string;
  readonly icon: string | null;
  readonly inNavigation: boolean;
  readonly visibleTo: Audience;
  /** It is about one record of this table, whose id ends its address; null: about none. */
  readonly table: string | null;
  readonly blocks: readonly AppBlock[];
}

export interface App {
  readonly title: string;
  /** The id of the image at the head of every page; null: the first letter of its name stands there. */
  readonly logo: string | null;
  readonly source: AppSource | null;
  readonly users: AppUsers | null;
  /** Who may open it at all. */
  readonly access: 'public' | 'signedIn';
  readonly signUp: 'invite' | 'open';
  readonly navigation: 'top' | 'side';
  /** In order; the first is where it begins. */
  readonly pages: readonly AppPage[];
  readonly rules: readonly AppRule[];
  /** Every block of every page, by its id. */
  readonly blocks: ReadonlyMap<string, AppBlock>;
}

export const newApp = (title: string): Content => ({
  ...emptyContent(appKind.kind, schemaOf(appKind)),
  props: { title, access: 'public', signUp: 'invite', navigation: 'top' },
  blocks: { [firstPageId]: { parent: null, order: 'V', props: pageProps('Home', 'home') } },
});

/** The props of a new page. */
export const pageProps = (label: string, slug: string): Block['props'] => ({
  type: 'page',
  label,
  slug,
  inNavigation: true,
  visibleTo: 'everyone',
});

/** The props of a new block. */
export const blockProps = (name: BlockName): Block['props'] => ({
  type: name,
  ...blockType(name).initial,
});

const titleOf = ({ props }: Content): string => String(props.title ?? '');

/** Documents do not change: what was read of one is not read again. */
const known = new WeakMap<Content, App>();

/** The app that a document without faults is. */
export function appOf(content: Content): App {
  const app = known.get(content) ?? readApp(content);
  known.set(content, app);
  return app;
}

/** A page, for whoever does not ask what stands on it. */
export type PlacedPage = Omit<AppPage, 'blocks'>;

/** The pages of a document without faults, in order: of the blocks that stand in the document itself. */
export const pagesIn = (content: Content, ids = idsIn(content, null)): readonly PlacedPage[] =>
  ids.flatMap((id) => {
    const page = blockOf(content, id)?.props;
    if (page?.type !== 'page') return [];
    return [
      {
        ...{ id, label: String(page.label), slug: String(page.slug) },
        icon: typeof page.icon === 'string' ? page.icon : null,
        inNavigation: page.inNavigation === true,
        visibleTo: audienceIn(page.visibleTo),
        table: typeof page.table === 'string' ? page.table : null,
      },
    ];
  });

export const usersIn = ({ props }: Content): AppUsers | null =>
  (props.users ?? null) as unknown as AppUsers | null;

function readApp(content: Content): App {
  const { props } = content;
  const blocks = new Map<string, AppBlock>();
  const idsInside = idsByParent(content);
  const inside = (parent: string, page: string): readonly AppBlock[] =>
    idsInside(parent).flatMap((id) => {
      const block = blockOf(content, id);
      const { type, visibleTo = 'everyone', ...settings } = block?.props ?? {};
      if (!isBlockName(type)) return [];
      const made: AppBlock = {
        ...{ id, name: type, type: blockType(type), settings, page },
        visibleTo: audienceIn(visibleTo),
        inner: inside(id, page),
      };
      blocks.set(id, made);
      return [made];
    });
  const pages = pagesIn(content).map((page): AppPage => ({ ...page, blocks: inside(page.id, page.id) }));
  return {
    title: titleOf(content),
    logo: typeof content.props.logo === 'string' ? (content.props.logo.split(' ')[0] ?? null) : null,
    source: (props.source ?? null) as unknown as AppSource | null,
    users: usersIn(content),
    access: props.access === 'public' ? 'public' : 'signedIn',
    signUp: props.signUp === 'open' ? 'open' : 'invite',
    navigation: props.navigation === 'side' ? 'side' : 'top',
    ...{ pages, blocks, rules: rulesIn(content) },
  };
}

/** Whom a property names; nobody who is not signed in where it names none. */
const audienceIn = (value: Json | undefined): Audience =>
  value === undefined ? 'signedIn' : (value as unknown as Audience);

export const pageOf = ({ pages }: App, id: string): AppPage | undefined =>
  pages.find((page) => page.id === id);

/** A setting that holds an id or a text; null: it is not set. */
export const textSetting = ({ settings }: Pick<AppBlock, 'settings'>, name: string): string | null => {
  const value = settings[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The fields that a setting names, in order. */
export const fieldsSetting = (
  { settings }: Pick<AppBlock, 'settings'>,
  name = 'fields',
): readonly string[] => (Array.isArray(settings[name]) ? (settings[name] as readonly string[]) : []);

export const filterOf = ({ settings }: Pick<AppBlock, 'settings'>): Conditions | null =>
  conditionsIn(settings.filter);

export const sortOf = ({ settings }: Pick<AppBlock, 'settings'>): Sort =>
  (settings.sort ?? []) as unknown as Sort;

/** A whole number that is set, or what is usual. */
export const numberSetting = (
  { settings, type }: Pick<AppBlock, 'settings' | 'type'>,
  name: string,
): number => {
  const setting = type.settings[name];
  const value = settings[name];
  if (typeof value === 'number') return value;
  return setting?.kind === 'integer' ? setting.usual : 0;
};

/** What was picked, or what is usual. */
export const pickSetting = (
  { settings, type }: Pick<AppBlock, 'settings' | 'type'>,
  name: string,
): string => {
  const setting = type.settings[name];
  const value = settings[name];
  if (typeof value === 'string') return value;
  return setting?.kind === 'pick' ? (setting.options[0]?.value ?? '') : '';
};

/** What a block does when it is pressed, or was sent; null: nothing. */
export const actionOf = ({ settings, type }: Pick<AppBlock, 'settings' | 'type'>): AppAction | null => {
  const [name] = Object.entries(type.settings).find(([, { kind }]) => kind === 'action') ?? [];
  return name === undefined ? null : actionIn(settings[name]);
};
