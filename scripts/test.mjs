// `npm test`: installs what is missing, then runs every check and test under the pinned Node.
import { ensureInstalled, root, say } from './install.mjs';
import { endWithParent, isEnding, run } from './processes.mjs';

endWithParent();
try {
  const node = await ensureInstalled();
  const args = ['scripts/test-suites.mjs', ...process.argv.slice(2)];
  const code = await run(node, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (!isEnding()) process.exit(code);
} catch (error) {
  if (!isEnding()) {
    say(error.message);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}
