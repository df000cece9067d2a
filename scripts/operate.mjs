// `npm run backup`, `restore`, `move-to-postgres`, `rotate-secrets`, `rebalance`, `seed`: what an operator does beside the server. The first argument
// is the command; the file of a backup or restore is meant as seen from where npm was called.
import { isAbsolute, resolve } from 'node:path';
import { command, runProgram } from './command.mjs';

const [name, ...given] = process.argv.slice(2);
const from = process.env.INIT_CWD ?? process.cwd();
const takesFile = ['backup', 'restore'].includes(name);
const isPath = (argument) => takesFile && !argument.startsWith('--') && !isAbsolute(argument);
const args = given.map((argument) => (isPath(argument) ? resolve(from, argument) : argument));

await command((node) => runProgram(node, ['packages/server/src/operate.ts', name, ...args]));
