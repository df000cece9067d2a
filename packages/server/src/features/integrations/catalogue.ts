import { type DeclaredTile, databaseTypes, type OAuthApp, pageTagTypes } from '@weft/db';
import {
  type ConfigField,
  type Connector,
  type ServiceAuth,
  type ServiceConfig,
  type ShownConnector,
  shownOf,
  type ThirdParties,
} from '@weft/integrations';
import { type CallOutput, readTile } from '@weft/protocol';
import { must } from '@weft/std';

type Entry = CallOutput<'integrations.catalogue'>['services'][number];

/** In the order that the specification gives. */
const popular = [
  ...['googlesheets', 'airtable', 'notion', 'generatePDF', 'hubspot', 'googleDrive', 'slack', 'smartsuite'],
  ...['rest', 'mailchimp', 'monday', 'dropbox'],
];
const tags: { readonly [type: string]: readonly string[] } = {
  ...{ salesforce: ['Enterprise'], amazonS3: ['Enterprise'] },
  ...{ facebookPixel: ['Paid'], googleTagManager: ['Paid'] },
};

/** Services of which a flow is connected to one, and what is said to a second one. */
export const exclusive = {
  database: {
    types: databaseTypes,
    message: 'You cannot connect to two databases at once.',
  },
  tag: {
    types: pageTagTypes,
    message: 'You may only connect one pixel/GTM tag at a time',
  },
} as const;

export const exclusiveOf = (type: string): keyof typeof exclusive | null =>
  (['database', 'tag'] as const).find((one) => (exclusive[one].types as readonly string[]).includes(type)) ??
  null;

/** What a server needs for some choices. */
export type Offer = NonNullable<NonNullable<ConfigField['choices']>[number]['needs']>;

/** Connections that nobody but their owner may use: they lead to the owner's calendars, or to forms that only the owner may open. */
export const isPersonal = ({ use, ownForm }: Pick<Connector, 'use' | 'ownForm'>): boolean =>
  use === 'scheduling' || ownForm !== undefined;

const presentField = (field: ConfigField, offers: ReadonlySet<Offer>) => ({
  ...{ key: field.key, label: field.label, hint: field.hint ?? null, kind: field.kind },
  ...{ secret: field.secret === true, optional: field.optional === true, initial: field.initial ?? null },
  ...{ isHost: field.isHost === true, offeredAfter: [...(field.offeredAfter ?? [])] },
  choices: (field.choices ?? [])
    .filter(({ needs }) => needs === undefined || offers.has(needs))
    .map(({ value, label, warning = null }) => ({ value, label, warning })),
  when: field.when ?? null,
  pattern: field.pattern ?? null,
});

export const scopesOf = (
  { scopes }: Extract<ServiceAuth, { readonly kind: 'oauth' }>,
  config: ServiceConfig,
): readonly string[] => (typeof scopes === 'function' ? scopes(config) : scopes);

/** Every service that works here, with the ways in which it can be connected. */
export function catalogue(
  {
    connectors,
    providers,
  }: Pick<ThirdParties, 'providers'> & { readonly connectors: readonly ShownConnector[] },
  apps: readonly Pick<OAuthApp, 'provider' | 'pickerKey'>[],
  offers: ReadonlySet<Offer>,
): readonly Entry[] {
  const appOf = (name: string) => apps.find(({ provider }) => provider === name);
  const wayOf = (way: ServiceAuth): Entry['ways'][number] =>
    way.kind === 'config'
      ? {
          ...{ kind: 'config', label: way.label, provider: null, available: true, scopes: [] },
          ...{ marks: {}, picksFiles: false, onPageOnly: way.onPageOnly === true },
          fields: way.fields.map((field) => presentField(field, offers)),
        }
      : {
          kind: 'oauth',
          label:
            way.label ??
            `Sign in with ${providers.find(({ name }) => name === way.provider)?.label ?? way.provider}`,
          ...{ provider: way.provider, available: appOf(way.provider) !== undefined },
          ...{ scopes: [...scopesOf(way, {})], fields: [] },
          ...{ marks: { ...way.marks }, picksFiles: way.picksFiles === true, onPageOnly: false },
        };
  return connectors.map((connector) => {
    const ways = connector.auth
      // Without its key nobody could choose a file.
      .filter(
        (way) => way.kind === 'config' || way.picksFiles !== true || appOf(way.provider)?.pickerKey != null,
      )
      .map(wayOf);
    const place = popular.indexOf(connector.type);
    return {
      ...{ type: connector.type, label: connector.label, categories: [...connector.categories] },
      ...{ purpose: connector.purpose ?? null, accountWarning: connector.accountWarning ?? null },
      ...{ use: connector.use, tags: [...(tags[connector.type] ?? [])] },
      ...{ popular: place === -1 ? null : place, onlyOneOf: exclusiveOf(connector.type) },
      // What works now leads; what an administrator has to set up first comes after it.
      ways: [...ways.filter((way) => way.available), ...ways.filter((way) => !way.available)],
      fields: (connector.fields ?? []).map((field) => presentField(field, offers)),
      targets: (connector.targets ?? []).map(({ key, label, optional, uploads }) => ({
        ...{ key, label, optional: optional === true, uploads: uploads ?? null },
      })),
      creates: connector.create?.label ?? null,
      createsIn: connector.create?.inside ?? null,
      suggests: connector.create !== undefined && offers.has('ai'),
      personal: isPersonal(connector),
      readsChoices: connector.choices !== undefined,
      custom: null,
    };
  });
}

/** The same of connectors that are declared without code: their tiles say enough. */
export const customEntries = (
  declared: readonly DeclaredTile[],
  offers: ReadonlySet<Offer>,
): readonly Entry[] => {
  const tiles = declared.flatMap(({ id, version, tile: stored }) => {
    const tile = readTile(stored);
    return tile === null ? [] : [{ id, version, tile }];
  });
  const shown = tiles.map(({ id, tile }) => shownOf(id, tile));
  const entries = catalogue({ connectors: shown, providers: [] }, [], offers);
  return entries.map((entry, at) => {
    const { version, tile } = must(tiles[at], 'the tile of an entry');
    const { letters = null, color } = tile;
    return { ...entry, tags: ['Custom'], custom: { version, letters, color } };
  });
};
