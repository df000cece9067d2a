import {
  aFlag,
  aList,
  anId,
  anObject,
  aPattern,
  aText,
  type Block,
  blockOf,
  type Content,
  faultsOf,
  type JsonSchema,
  maxBlocks,
  objectSchema,
  oneOf,
  type PropRule,
  type PropRules,
  propRule,
  schemaOf,
  blockFaults as shapeFaults,
  themeProps,
} from '@weft/documents';
import { type Fault, type IdKind, isId } from '@weft/std';
import { actionRule } from './actions/action-types.ts';
import { appKind, longestLabel } from './app-document.ts';
import { ruleActions } from './app-rule.ts';
import { bindingSchema } from './bindings.ts';
import { type BlockName, blockNames, blockType, isBlockName } from './blocks/block-types.ts';
import { conditionsRule, conditionsSchema } from './conditions.ts';
import { imageRule, settingRule, valuesRule } from './settings.ts';

const maxPages = 100;
const maxRules = 200;
/** Roles that one page or rule names. */
const maxRoles = 20;
const longestRole = 100;
const longestDescription = 320;

const label = aText(longestLabel);
const tableId = anId('tbl');
const fieldId = anId('fld');

const either = (...rules: readonly PropRule[]): PropRule =>
  propRule({ anyOf: rules.map(({ schema }) => schema) }, (value) => rules.some((rule) => rule(value)));

const audience = either(
  oneOf(['everyone', 'signedIn']),
  anObject({ roles: aList(aText(longestRole), maxRoles, 1) }),
);

const rows = either(
  anObject({ kind: oneOf(['all']) }),
  anObject({ kind: oneOf(['own']), field: fieldId }),
  anObject({ kind: oneOf(['linked']), field: fieldId, via: fieldId }),
  anObject({ kind: oneOf(['when']), filter: conditionsRule }),
);

/** In the address of a page; '-' begins the addresses that are no pages. */
const slug = aPattern(/^[a-z0-9]+(-[a-z0-9]+)*$/, (text) => text.length <= 60);

/** What a block of some kind may hold: where it stands, what it must have, and what it may have. */
interface BlockRule {
  readonly idKind: IdKind;
  readonly standsIn: (parent: Block | null) => boolean;
  readonly must: PropRules;
  readonly may: PropRules;
}

const pageRule: BlockRule = {
  idKind: 'pag',
  standsIn: (parent) => parent === null,
  must: { type: oneOf(['page']), label, slug },
  may: { icon: aText(40), inNavigation: aFlag, visibleTo: audience, table: tableId },
};

const ruleRule: BlockRule = {
  idKind: 'rul',
  standsIn: (parent) => parent === null,
  must: {
    type: oneOf(['rule']),
    table: tableId,
    who: audience,
    can: aList(oneOf(ruleActions), ruleActions.length, 1),
    rows,
  },
  may: { fields: aList(fieldId, 500), writable: aList(fieldId, 500), presets: valuesRule },
};

const holdsOf = (parent: Block | null) => {
  const type = parent?.props.type;
  return isBlockName(type) ? blockType(type).holds : undefined;
};

const blockRule = (name: BlockName): BlockRule => ({
  idKind: 'blk',
  standsIn: (parent) => {
    if (parent?.props.type === 'page') return true;
    const holds = holdsOf(parent);
    return holds === 'any' || (holds === 'sections' && name === 'section');
  },
  must: { type: oneOf([name]) },
  may: {
    visibleTo: audience,
    ...Object.fromEntries(
      Object.entries(blockType(name).settings).map(([key, setting]) => [
        key,
        settingRule(setting, actionRule),
      ]),
    ),
  },
});

const blockRules = new Map(blockNames.map((name) => [name, blockRule(name)]));

function ruleOf(type: unknown): BlockRule | null {
  if (type === 'page') return pageRule;
  if (type === 'rule') return ruleRule;
  return isBlockName(type) ? (blockRules.get(type) ?? null) : null;
}

/** What an app itself may hold. */
const appProps: PropRules = {
  title: label,
  source: anObject({ type: oneOf(['base']), baseId: anId('bas') }),
  users: anObject({ tableId, emailFieldId: fieldId }, { nameFieldId: fieldId, roleFieldId: fieldId }),
  access: oneOf(['public', 'signedIn']),
  signUp: oneOf(['invite', 'open']),
  navigation: oneOf(['top', 'side']),
  ...themeProps,
  seoTitle: label,
  seoDescription: aText(longestDescription),
  favicon: imageRule,
  logo: imageRule,
};

function blockFaults(content: Content, id: string, { parent, props }: Block): readonly Fault[] {
  const path = `blocks.${id}`;
  const rule = ruleOf(props.type);
  if (rule === null) return [{ path: `${path}.props.type`, reason: 'No type of block' }];
  const faults: Fault[] = [];
  if (!isId(rule.idKind, id)) faults.push({ path, reason: `Not an id of the shape ${rule.idKind}…` });
  if (!rule.standsIn(parent === null ? null : (blockOf(content, parent) ?? null)))
    faults.push({ path: `${path}.parent`, reason: 'This block does not stand there' });
  const rules = { ...rule.may, ...rule.must };
  for (const key of Object.keys(rule.must))
    if (!Object.hasOwn(props, key)) faults.push({ path: `${path}.props.${key}`, reason: 'Missing' });
  for (const [key, value] of Object.entries(props)) {
    const takes = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (takes === undefined || !takes(value))
      faults.push({
        path: `${path}.props.${key}`,
        reason: takes === undefined ? 'This block has no such setting' : 'Not a value of this setting',
      });
  }
  return faults;
}

function countFaults(content: Content): readonly Fault[] {
  const kinds = Object.values(content.blocks).map(({ props }) => props.type);
  const count = (type: string) => kinds.filter((kind) => kind === type).length;
  return [
    ...(count('page') > maxPages ? [{ path: 'blocks', reason: `An app has at most ${maxPages} pages` }] : []),
    ...(count('rule') > maxRules ? [{ path: 'blocks', reason: `An app has at most ${maxRules} rules` }] : []),
  ];
}

const propFaults = ({ props }: Content): readonly Fault[] =>
  Object.entries(props).flatMap(([key, value]): readonly Fault[] => {
    const rule = Object.hasOwn(appProps, key) ? appProps[key] : undefined;
    const path = `props.${key}`;
    if (rule === undefined) return [{ path, reason: 'An app has no such setting' }];
    return rule(value) ? [] : [{ path, reason: 'Not a value of this setting' }];
  });

const tooManyBlocks: Fault = { path: 'blocks', reason: `A document has at most ${maxBlocks} blocks` };

/** Everything that is wrong with a document as an app (SPEC A1). */
export function appFaults(content: Content): readonly Fault[] {
  const blocks = Object.entries(content.blocks);
  // What is wrong with each of far too many would take seconds to find.
  if (blocks.length > maxBlocks) return [tooManyBlocks];
  return [
    ...faultsOf(content),
    ...countFaults(content),
    ...propFaults(content),
    ...blocks.flatMap(([id, block]) => blockFaults(content, id, block)),
  ];
}

/** What changes of these blocks, and of the app's own settings, have made wrong in a document that had no faults. */
export function faultsOfChange(content: Content, ids: readonly string[]): readonly Fault[] {
  const blocks = [...new Set(ids)].flatMap((id) => {
    const block = blockOf(content, id);
    return block === undefined
      ? []
      : [...shapeFaults(content, id, block), ...blockFaults(content, id, block)];
  });
  const tooMany = Object.keys(content.blocks).length > maxBlocks ? [tooManyBlocks] : [];
  return [...tooMany, ...countFaults(content), ...propFaults(content), ...blocks];
}

const blocksOf = (...rules: readonly BlockRule[]): JsonSchema => ({
  type: 'object',
  required: ['parent', 'order', 'props'],
  properties: {
    parent: { type: ['string', 'null'] },
    order: { type: 'string', pattern: '^[0-9A-Za-z]{1,200}$' },
    props: { oneOf: rules.map(({ must, may }) => objectSchema(must, may)) },
  },
  additionalProperties: false,
});

/** What a document of an app looks like, from the rules that judge it (JSON Schema, draft 7). */
export const appDocumentSchema = (id: string): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: id,
  title: 'The document of an app',
  type: 'object',
  required: ['kind', 'schema', 'props', 'blocks'],
  properties: {
    kind: { const: appKind.kind },
    schema: { const: schemaOf(appKind) },
    props: objectSchema({}, appProps),
    blocks: {
      type: 'object',
      maxProperties: maxBlocks,
      patternProperties: {
        [anId('pag').schema.pattern as string]: blocksOf(pageRule),
        [anId('rul').schema.pattern as string]: blocksOf(ruleRule),
        [anId('blk').schema.pattern as string]: blocksOf(...blockRules.values()),
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
  definitions: { conditions: conditionsSchema, binding: bindingSchema },
});
