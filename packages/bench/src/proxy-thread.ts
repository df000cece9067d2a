// A thread of the bench: the plain proxy before several servers. What passes through it must not slow those who measure.
import { parentPort } from 'node:worker_threads';
import { startProxy } from '@weft/testkit';

const port = parentPort;
if (port !== null) {
  const proxy = await startProxy();
  port.on('message', (servers: readonly string[]) => proxy.to(servers));
  port.postMessage(proxy.url);
}
