import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { unreadOfFieldTypes } from './src/unread.ts';

const entry = (name: string) => fileURLToPath(new URL(`src/entries/${name}.ts`, import.meta.url));

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** What stands in place of a property that no published page reads. */
const unread: { readonly [name: string]: string } = { samples: 'samples: []' };
const unreadOfSettings: typeof unread = {
  ...unread,
  label: "label: ''",
  hint: "hint: ''",
  isSaid: '',
  options: 'options: []',
};
/** Of a type of question: what is wrong with its settings, which the editor and the server ask. */
const unreadOfQuestions: typeof unread = { ...unreadOfSettings, fault: 'fault: () => null' };
/** Of what stands in a new question, which the editor makes. */
const unreadOfChildren: typeof unread = { heading: "heading: ''", initial: 'initial: []' };
/** Of kinds of files: what the server writes beside the field. */
const unreadOfFiles: typeof unread = { label: "label: ''", accept: "accept: ''" };
/** Of conditions: what the editor calls them. */
const unreadOfOperators: typeof unread = { label: "label: ''" };
const unreadOfFields: typeof unread = {
  ...unreadOfSettings,
  ...Object.fromEntries(unreadOfFieldTypes.map((name) => [name, ''])),
};

interface Cut {
  readonly node: SyntaxNode;
  readonly instead: string;
}

const nameOf = (node: SyntaxNode): string | null => {
  const key = node.type === 'Property' && 'key' in node && isNode(node.key) ? node.key : null;
  return key !== null && 'name' in key ? String(key.name) : null;
};

const isText = (property: SyntaxNode): boolean =>
  'value' in property && isNode(property.value) && property.value.type === 'Literal';

/** The properties in a tree that no published page reads; `ofTypes`: those of the types in it. */
function cutsIn(node: SyntaxNode, ofTypes: typeof unread): readonly Cut[] {
  const inner = Object.values(node).flat().filter(isNode);
  const has = (name: string) =>
    node.type === 'ObjectExpression' && inner.some((each) => nameOf(each) === name);
  // Settings have a kind, and types have samples: what else has a label is shown by it.
  const ofOthers = has('isOpen') ? unreadOfChildren : has('noun') ? unreadOfFiles : unread;
  const ofConditions = has('needsValue') ? unreadOfOperators : ofOthers;
  // A type that has its samples from elsewhere says what is wrong with its settings.
  const left = has('samples') || has('fault') ? ofTypes : has('kind') ? unreadOfSettings : ofConditions;
  return inner.flatMap((each) => {
    const name = nameOf(each) ?? '';
    const instead = left[name];
    // A name that comes from elsewhere is the name of what somebody asks.
    const isOwn = name !== 'label' || isText(each);
    return instead === undefined || !isOwn ? cutsIn(each, ofTypes) : [{ node: each, instead }];
  });
}

/**
 * Leaves out what types of questions and fields say for others: their samples, which tests alone read, the names and
 * hints of settings, which stand in the editor, what is wrong with them, and how a table edits cells. They are a fifth of
 * what a form loads.
 */
const withoutUnread: Plugin = {
  name: 'without-unread',
  enforce: 'post',
  apply: 'build',
  transform: {
    filter: { id: /packages\/(forms\/src\/questions|core\/src\/fields)\// },
    handler(code, id) {
      const ofTypes = id.includes('/core/src/fields/') ? unreadOfFields : unreadOfQuestions;
      const cuts = cutsIn(this.parse(code), ofTypes).toSorted((a, b) => b.node.start - a.node.start);
      const cut = (text: string, { node, instead }: Cut) => {
        const rest = text.slice(node.end);
        return `${text.slice(0, node.start)}${instead}${instead === '' ? rest.replace(/^\s*,/, '') : rest}`;
      };
      return { code: cuts.reduce(cut, code), map: null };
    },
  },
};

/** What published pages never ask of a module, by the end of its name; it exports this to them instead. */
const instead: { readonly [name: string]: string } = {
  // The server reads coupons, and takes them off: they are in no page.
  'payments/src/coupons.ts': `export const readCoupons = () => ({ ok: true, value: [] });
export const couponOf = () => ({ ok: true, value: null });`,
  // No question has a field of these types.
  'core/src/fields/lookup/lookup.ts': `export const lookupOperators = () => ({});
export const lookupType = { kind: 'lookup', operators: {} };`,
  ...Object.fromEntries(
    [
      'autonumber',
      'created-by',
      'created-time',
      'duration',
      'last-modified-by',
      'last-modified-time',
      'linked-record',
    ].map((name) => {
      const type = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
      const kind = name.replaceAll('-', '_');
      return [
        `core/src/fields/${name}/${name}.ts`,
        `export const ${type}Type = { kind: '${kind}', operators: {} };`,
      ];
    }),
  ),
};

const withoutOthers: Plugin = {
  name: 'without-others',
  apply: 'build',
  load: {
    filter: { id: Object.keys(instead).map((name) => `**/packages/${name}`) },
    handler: (id) => Object.entries(instead).find(([name]) => id.endsWith(name))?.[1],
  },
};

export default defineConfig({
  publicDir: false,
  plugins: [withoutUnread, withoutOthers],
  build: {
    outDir: 'dist',
    // Beside the files of the application, under the same address.
    assetsDir: 'assets/public',
    // The server looks up the names of the built files.
    manifest: 'manifest.json',
    rolldownOptions: {
      input: {
        form: entry('form'),
        app: entry('app'),
        booking: entry('booking'),
        card: entry('card'),
        embed: entry('embed'),
        worker: entry('worker'),
      },
      output: {
        // Other sites name the loader: its address stays the same.
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/public/[name]-[hash].js'),
      },
    },
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The page's policy allows no inline data but pictures.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
});
