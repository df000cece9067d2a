// A thread of the bench that looks at the memory of processes: one look takes 10 ms and more of each, in which whoever
// measures would stand still.
import { parentPort, workerData } from 'node:worker_threads';
import { pssOf } from './server-memory.ts';

const pids = workerData as readonly number[];
const port = parentPort;
if (port !== null) {
  let most = 0;
  const look = () => {
    for (const pid of pids) most = Math.max(most, pssOf(pid));
  };
  look();
  port.postMessage('ready');
  // Of six servers more rarely: a look at each takes of the processors that they share.
  const timer = setInterval(look, 200 * pids.length);
  port.once('message', () => {
    clearInterval(timer);
    look();
    port.postMessage(most);
    port.close();
  });
}
