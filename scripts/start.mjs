// `npm start`: installs and builds what is missing, then runs the server under the pinned Node.
// Everything said here goes to stderr; stdout is the server's, for its one ready line.
import { command } from './command.mjs';
import { root } from './install.mjs';
import { exitOf, start } from './processes.mjs';
import { prepareEnvironment } from './server-environment.mjs';
import { ensureWebBuilt } from './web-build.mjs';

prepareEnvironment();
await command(async (node) => {
  await ensureWebBuilt(node);
  // The pipe on stdin is how the server learns that we are gone, however we went.
  const server = start(node, ['packages/server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, WEFT_STARTER: '1' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  server.stdin.on('error', () => {});
  return exitOf(server);
});
