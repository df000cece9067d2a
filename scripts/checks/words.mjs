// Words that must not appear: names that say nothing, unfinished work, the world inside pure packages.
import { codeFiles, projectFiles, read } from './files.mjs';

/** A package, folder or file is named by what it knows. */
const emptyNames = [
  'lib',
  'libs',
  'common',
  'util',
  'utils',
  'helper',
  'helpers',
  'services',
  'shared',
  'misc',
];
const namesNothing = new RegExp(`(^|/)(${emptyNames.join('|')})(/|\\.[a-z.]+$)`);

const pure = /^packages\/(std|core|documents|payments|history|imports|forms|scheduling|apps|protocol)\/src\//;
const testCode = /(\.test\.ts|\.bench\.ts|\/testing\.ts|-laws\.ts)$/;

const everywhere = [
  [/(\/\/|\*).*\b(TODO|FIXME|XXX)\b/, 'finish it, or write it into the issue'],
  [/@ts-(ignore|nocheck|expect-error)/, 'give it its type'],
  [/^\s*export \*/, 'a door names its exports one by one'],
  [/\.(only|todo)\(['"`]/, 'all tests run, always'],
];

const inPure = [
  [/\bMath\.random\b/, 'randomness comes in as an argument'],
  [/\bTemporal\.Now\b/, 'the clock comes in as an argument'],
  [/\bnew Date\b|\bDate\.(now|parse|UTC)\b/, 'use Temporal or epoch milliseconds'],
  [/\.toLocale\w+\(/, 'use Intl with an explicit locale and zone'],
  [/\bIntl\.\w+\(\s*\)/, 'the locale comes in as an argument'],
  [/\bglobalThis\b/, 'what is needed comes in as an argument'],
];

/** Where a kind of field may be asked for by its name: its own modules, and the import, which chooses among the kinds. */
const ownModules =
  /^packages\/(core\/src|ui\/src\/fields|db\/src\/fields|imports\/src\/profile|product-tests|bench)\/|\/features\/import\/column-reading\.ts$/;
const [, fieldKinds = ''] =
  /fieldKinds = \[([^\]]*)\]/.exec(read('packages/core/src/fields/field-kinds.ts')) ?? [];
const kindNames = [...fieldKinds.matchAll(/\w+/g)].join('|');
const byName = [
  [
    new RegExp(`\\b(type|fieldType|kind) [!=]== '(${kindNames})'`),
    'ask for a trait of the kind, in one of its lists',
  ],
];

/** The world outside is called through OutgoingHttp; the operator’s commands and seeds call their own server. */
const shippedServer =
  /^packages\/(server|db)\/src\/(?!.*(testing|access-world)\.ts$|operations\/operator-api\.ts$|seed\/)/;
const advice = 'call the world outside through OutgoingHttp';
const otherClients = [
  [/(?<![.\w'])fetch\(/, advice],
  [/import \{[^}]*\b(request|get|Agent)\b[^}]*\} from 'node:https?'/, advice],
  [/\bhttps?\.(request|get)\(/, advice],
  [/from '(node:https|node:http2|undici)'/, advice],
];

/** Sentences about the words found; none is good. */
export function wordFaults() {
  return [...nameFaults(), ...codeFiles().flatMap(lineFaults)];
}

function nameFaults() {
  return projectFiles()
    .filter((name) => name.startsWith('packages/') && namesNothing.test(name))
    .map((name) => `${name}: the name says nothing about what is inside`);
}

function lineFaults(name) {
  // This list names the words it looks for.
  if (name === 'scripts/checks/words.mjs') return [];
  const shipped = !testCode.test(name);
  const rules = [
    ...everywhere,
    ...(shipped && pure.test(name) ? inPure : []),
    ...(shipped && shippedServer.test(name) ? otherClients : []),
    ...(shipped && name.startsWith('packages/') && !ownModules.test(name) ? byName : []),
  ];
  const faults = [];
  for (const [index, line] of read(name).split('\n').entries()) {
    const isComment = /^\s*(\/\/|\/?\*)/.test(line);
    for (const [word, advice] of rules) {
      if (isComment && inPure.some(([other]) => other === word)) continue;
      const found = word.exec(line);
      if (found) faults.push(`${name}:${index + 1} has "${found[0].trim()}": ${advice}`);
    }
  }
  return faults;
}
