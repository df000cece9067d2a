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
  const timer = setInterval(look, 500);
  port.once('message', () => {
    clearInterval(timer);
    look();
    port.postMessage(most);
    port.close();
  });
}
