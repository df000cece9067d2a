import type { Attachment } from '@weft/core';
import { expect, it } from 'vitest';
import { UploadQueue } from './upload-queue.ts';

const file = (name: string, bytes = 3): File => new File([new Uint8Array(bytes)], name);
const itemOf = ({ name }: File): Attachment => ({
  filename: name,
  originalName: name,
  size: 3,
  mimeType: 'text/plain',
  url: '',
  uploadedAt: '2026-03-14T09:26:53.000Z',
});

/** A queue whose sending a test lets go on, fail or hang. */
function queueOf(send: (file: File, signal: AbortSignal) => Promise<void>) {
  const saved: [name: string, batch: string][] = [];
  const said: string[] = [];
  let batches = 0;
  const idle: (() => void)[] = [];
  const queue: UploadQueue = new UploadQueue({
    send: async (each, onProgress, signal) => {
      await send(each, signal);
      onProgress(1);
      return itemOf(each);
    },
    save: async ({ filename }, batch) => void saved.push([filename, batch]),
    newBatch: () => `grp${++batches}`,
    onChange: () => {
      if (!queue.busy) for (const tell of idle.splice(0)) tell();
    },
    onDone: (name) => void said.push(`done ${name}`),
    onFault: (name, fault) => void said.push(`${name}: ${fault}`),
  });
  const whenIdle = () => new Promise<void>((resolve) => void idle.push(resolve));
  return { queue, saved, said, whenIdle };
}

it('writes each file as it comes, in the order they were chosen in, as one step of undo', async () => {
  const { queue, saved, said, whenIdle } = queueOf(async () => {});
  const done = whenIdle();
  queue.add([file('a'), file('b')]);
  queue.add([file('c')]);
  await done;
  await Promise.resolve();
  expect(saved).toEqual([
    ['a', 'grp1'],
    ['b', 'grp1'],
    ['c', 'grp2'],
  ]);
  expect(said).toEqual(['done a', 'done b', 'done c']);
  expect(queue.uploads).toEqual([]);
});

it('takes ten at a time, and says of the others that they wait to be tried again', async () => {
  const { queue, saved, whenIdle } = queueOf(async () => {});
  let done = whenIdle();
  queue.add(Array.from({ length: 11 }, (_, i) => file(`f${i}`)));
  await done;
  expect(saved).toHaveLength(10);
  expect(queue.uploads).toMatchObject([
    { name: 'f10', fault: 'At most 10 files are uploaded at a time', canRetry: true },
  ]);
  done = whenIdle();
  for (const upload of queue.uploads) queue.retry(upload);
  await done;
  expect(saved.at(-1)).toEqual(['f10', 'grp1']);
});

it('refuses a file past 20 MB before it is sent, and does not offer to try it again', () => {
  const { queue } = queueOf(() => Promise.reject(new Error('it was sent')));
  queue.add([file('film', 20 * 1024 ** 2 + 1)]);
  expect(queue.uploads).toMatchObject([{ name: 'film', fault: 'File is too large', canRetry: false }]);
  expect(queue.busy).toBe(false);
});

it('says why one did not come, and sends it again when it is asked to', async () => {
  let away = true;
  const { queue, saved, said, whenIdle } = queueOf(async (each) => {
    if (away && each.name === 'a') throw new Error('Failed to upload file');
  });
  let done = whenIdle();
  queue.add([file('a'), file('b')]);
  await done;
  expect(queue.uploads).toMatchObject([{ name: 'a', fault: 'Failed to upload file', canRetry: true }]);
  away = false;
  done = whenIdle();
  for (const upload of queue.uploads) queue.retry(upload);
  await done;
  await Promise.resolve();
  expect(saved.map(([name]) => name)).toEqual(['b', 'a']);
  expect(said).toEqual(['a: Failed to upload file', 'done b', 'done a']);
});

it('gives up one that is cancelled while the others go on, and all when the base is closed', async () => {
  const { queue, saved, said, whenIdle } = queueOf((each, signal) =>
    each.name === 'slow'
      ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      : Promise.resolve(),
  );
  queue.add([file('slow'), file('b')]);
  const done = whenIdle();
  for (const upload of queue.uploads.slice(0, 1)) queue.cancel(upload);
  await done;
  expect(saved.map(([name]) => name)).toEqual(['b']);
  queue.add([file('slow'), file('c')]);
  expect(queue.end()).toBe(2);
  await Promise.resolve();
  expect(queue.uploads).toEqual([]);
  expect(said).toEqual(['done b']);
});
