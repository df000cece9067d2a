// `npm run new field-type|action|connector|decision <name>`: the files a thing of its kind has, and its line in the list.
// What it still needs elsewhere is asked for by the compiler: run `npm run check` next.

import { say } from './install.mjs';
import { action } from './new/action.mjs';
import { connector } from './new/connector.mjs';
import { decision } from './new/decision.mjs';
import { fieldType } from './new/field-type.mjs';

const kinds = { 'field-type': fieldType, action, connector, decision };

const [kind, ...words] = process.argv.slice(2);
const name = words
  .join(' ')
  .trim()
  .replaceAll(/[\s_]+/g, '-')
  .toLowerCase();
try {
  const make = Object.hasOwn(kinds, kind ?? '') ? kinds[kind] : undefined;
  if (!make || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(
      `Usage: npm run new -- ${Object.keys(kinds).join('|')} <name>, such as 'npm run new field-type colour'.`,
    );
  const { files, next } = make(name);
  for (const file of files) console.log(file);
  console.log(next);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
