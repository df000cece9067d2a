// `npm start`: installs and builds what is missing, then runs the server under the pinned Node.
// Everything said here goes to stderr; stdout is the server's, for its one ready line.
import { join } from 'node:path';
import { ensureInstalled, root, say } from './install.mjs';
import { endWithParent, exitOf, isEnding, start } from './processes.mjs';
import { ensureWebBuilt } from './web-build.mjs';

// Compiled code is kept inside the repository: the second start is faster, and nothing is left in /tmp.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');
endWithParent();
try {
  const node = await ensureInstalled();
  await ensureWebBuilt(node);
  // The pipe on stdin is how the server learns that we are gone, however we went.
  const server = start(node, ['packages/server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, WEFT_STARTER: '1' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  server.stdin.on('error', () => {});
  const code = await exitOf(server);
  if (!isEnding()) process.exit(code);
} catch (error) {
  if (!isEnding()) {
    say(error.message);
    process.exit(1);
  }
}
