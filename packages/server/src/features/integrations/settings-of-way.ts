import type { ConfigField, Connector, ServiceAuth, ServiceConfig } from '@weft/integrations';
import { faultOf, hostOf, isAsked } from '@weft/protocol';
import { invalid } from '@weft/std';

type ConfigWay = Extract<ServiceAuth, { readonly kind: 'config' }>;

const isSet = (config: ServiceConfig, key: string): boolean =>
  config[key] !== undefined && config[key] !== '';

/** The way of connecting that settings were filled in for; null: none of them, so it is signed in at a provider. */
export function wayOf({ auth }: Connector, config: ServiceConfig): ConfigWay | null {
  const ways = auth.filter((way): way is ConfigWay => way.kind === 'config');
  return (
    ways.find(({ fields }) =>
      fields.every((field) => field.optional === true || isSet(config, field.key) || !isAsked(field, config)),
    ) ??
    ways.find(({ fields }) => fields.some(({ key }) => isSet(config, key))) ??
    // Without a provider to sign in at there is this way alone.
    (auth.some(({ kind }) => kind === 'oauth') ? null : (ways[0] ?? null))
  );
}

type Offered = NonNullable<ConfigField['choices']>;

/** What is filled in for each kind of setting, and what is said where it is not. */
const kinds: {
  readonly [K in ConfigField['kind']]: {
    readonly isValue: (value: unknown, choices: Offered) => boolean;
    readonly otherwise: string;
  };
} = {
  text: { isValue: (value) => typeof value === 'string', otherwise: 'is no text' },
  number: { isValue: Number.isFinite, otherwise: 'is no number' },
  choice: {
    isValue: (value, choices) => choices.some((choice) => choice.value === value),
    otherwise: 'is none of the choices',
  },
  switch: { isValue: (value) => typeof value === 'boolean', otherwise: 'is on or off' },
};

/** Why a value is none of its kind; null where nothing is filled in. */
function kindFault({ kind, choices, label }: ConfigField, value: unknown): string | null {
  if (value === undefined || value === '') return null;
  const { isValue, otherwise } = kinds[kind];
  return isValue(value, choices ?? []) ? null : `${label} ${otherwise}`;
}

/** Settings as the fields have them, trimmed: what is open, and what is to be sealed. Throws where one is wrong. */
export function readSettings(
  fields: readonly ConfigField[],
  config: ServiceConfig,
): { readonly open: ServiceConfig; readonly secret: ServiceConfig } {
  const open: { [key: string]: ServiceConfig[string] } = {};
  const secret: { [key: string]: ServiceConfig[string] } = {};
  for (const field of fields) {
    if (!isAsked(field, config)) continue;
    const given = config[field.key] ?? field.initial;
    const text = typeof given === 'string' ? given.trim() : given;
    const value = field.isHost === true && typeof text === 'string' ? hostOf(text) : text;
    const fault = kindFault(field, value) ?? faultOf(field, value);
    if (fault !== null) throw invalid(`config.${field.key}`, fault);
    if (value !== undefined && value !== '') (field.secret === true ? secret : open)[field.key] = value;
  }
  return { open, secret };
}
