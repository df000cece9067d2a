import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { profileAt } from './profiles.ts';
import { runWorker } from './run-worker.ts';
import type { WorkerJob } from './worker-messages.ts';

it('looks a small file through while large ones take all the room of theirs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weft-run-worker-'));
  const never = new AbortController().signal;
  const path = (rows: number) => {
    const file = join(folder, `${rows}.csv`);
    writeFileSync(file, `Name,Age\n${'Ann,41\n'.repeat(rows)}`);
    return file;
  };
  const large = [60_000, 60_001].map((rows) =>
    runWorker({ kind: 'profile', path: path(rows), parse: {} }, never),
  );
  try {
    // A job is over only when somebody has asked for the end of its answers.
    const answered = await Promise.all(large.map(({ answers }) => answers.next()));
    expect(answered.map(({ value }) => value.kind)).toEqual(['profiled', 'profiled']);
    expect(await profileAt(path(3), {}, never)).toMatchObject({ rows: 3 });
  } finally {
    for (const { answers } of large) await answers.return(undefined);
    rmSync(folder, { recursive: true, force: true });
  }
});

it('looks a small file through while small imports take all the room of theirs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weft-run-worker-'));
  const never = new AbortController().signal;
  const path = join(folder, 'small.csv');
  writeFileSync(path, 'Name,Age\nAnn,41\n');
  const { parsing, columns } = await profileAt(path, {}, never);
  const fieldMappings = columns.map(({ sourceIndex }) => ({ sourceFieldIndex: sourceIndex }));
  const job: WorkerJob = {
    ...{ kind: 'convert', path, parsing, columns, timeZone: 'UTC', choices: { fieldMappings } },
  };
  const imports = Array.from({ length: 6 }, () => runWorker(job, never));
  try {
    // Each waits for the table that its rows are to be written to.
    await Promise.all(imports.map(({ answers }) => answers.next()));
    expect(await profileAt(path, {}, never)).toMatchObject({ rows: 1 });
  } finally {
    for (const { answers } of imports) await answers.return(undefined);
    rmSync(folder, { recursive: true, force: true });
  }
});
