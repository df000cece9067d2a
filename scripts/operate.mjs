// `npm run backup`, `restore`, `move-to-postgres`, `seed`: what an operator does beside the server. The first argument
// is the command; the file of a backup or restore is meant as seen from where npm was called.
import { isAbsolute, resolve } from 'node:path';
import { ensureInstalled, root, say } from './install.mjs';
import { endWithParent, isEnding, run } from './processes.mjs';

const [command, ...given] = process.argv.slice(2);
const from = process.env.INIT_CWD ?? process.cwd();
const takesFile = ['backup', 'restore'].includes(command);
const isPath = (argument) => takesFile && !argument.startsWith('--') && !isAbsolute(argument);
const args = given.map((argument) => (isPath(argument) ? resolve(from, argument) : argument));

endWithParent();
try {
  const node = await ensureInstalled();
  const program = ['packages/server/src/operate.ts', command, ...args];
  const code = await run(node, program, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (!isEnding()) process.exit(code);
} catch (error) {
  if (!isEnding()) {
    say(error.message);
    process.exit(1);
  }
}
