import { randomBytes } from 'node:crypto';
import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, sharedServer, type TestPerson } from '../../testing.ts';

interface Job {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly share: number;
  readonly fault: string | null;
  readonly flow: { readonly publicIdentifier: string } | null;
  readonly downloadUrl: string | null;
}

const soon = { timeout: 60_000, interval: 50 };

/** A text of 150,000 characters that the database cannot make smaller. */
const noise = () => randomBytes(112_500).toString('base64');

describe('a large database', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let source: string;
  let tableId: string;
  let archive: Blob;

  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann Large');
    source = await newBase(ann, 'Plans');
    const base = { basePublicId: source };
    await rpc(ann, 'metadata.create', { ...base, createDefaultRecords: false });
    const table = must((await rpc(ann, 'metadata.get', base)).metadata.tables[0]);
    tableId = table.id;
    const { field } = await rpc(ann, 'fields.create', {
      ...base,
      tableId,
      field: { type: 'long_text', name: 'Story' },
    });
    for (let i = 0; i < 6; i++)
      await rpc(ann, 'records.create', {
        ...base,
        tableId,
        records: Array.from({ length: 20 }, () => ({ data: { [field.id]: noise() } })),
      });
  });

  const jobs = async (person: TestPerson) =>
    ((await (await person.call('GET', '/v1/flow-jobs')).json()) as { jobs: Job[] }).jobs;
  const job = async (id: string) => must((await jobs(ann)).find((one) => one.id === id));
  const ended = async (id: string) => {
    await expect.poll(async () => (await job(id)).state, soon).not.toMatch(/waiting|running/);
    return job(id);
  };
  const jobOf = async (response: Response) => {
    expect(response.status, await response.clone().text()).toBe(200);
    return ((await response.json()) as { job: Job }).job;
  };
  const duplicate = async (newFlowName: string) =>
    jobOf(await ann.call('POST', `/admin/flows/duplicate/${source}`, { newFlowName }));
  const importAs = async (person: TestPerson, file: Blob) => {
    const form = new FormData();
    form.set('file', file, 'Plans.weft.zip');
    const headers = { authorization: `Bearer ${person.token}` };
    return fetch(new URL('/admin/flows/import', server.url), { method: 'POST', headers, body: form });
  };
  const names = async (person: TestPerson) =>
    ((await (await person.call('GET', '/admin/flows')).json()) as { flows: { name: string }[] }).flows.map(
      ({ name }) => name,
    );
  const recordsOf = async (basePublicId: string) =>
    (await rpc(ann, 'records.list', { basePublicId, tableId })).records;

  it('is duplicated, exported and imported by jobs that lead to what they made', async () => {
    const copied = await ended((await duplicate('Copy')).id);
    expect(copied).toMatchObject({ kind: 'duplicate', state: 'done', share: 1, fault: null });
    const copy = must(copied.flow).publicIdentifier;
    expect(await recordsOf(copy)).toEqual(await recordsOf(source));

    const exported = await ended((await jobOf(await ann.call('POST', `/admin/flows/export/${source}`))).id);
    const file = await ann.call('GET', must(exported.downloadUrl));
    expect(file.headers.get('content-disposition')).toContain('Plans.weft.zip');
    archive = await file.blob();
    const imported = await ended((await jobOf(await importAs(ann, archive))).id);
    expect(await recordsOf(must(imported.flow).publicIdentifier)).toEqual(await recordsOf(source));
    expect((await names(ann)).toSorted()).toEqual(['Copy', 'Plans', 'Plans']);

    // An export is nobody else's, and neither are jobs.
    const { code } = (await (await ann.call('POST', '/v1/invitations', {})).json()) as { code: string };
    const rob = await server.signUp('Rob Other', { invitationCode: code });
    expect((await rob.call('GET', must(exported.downloadUrl))).status).toBe(404);
    expect(await jobs(rob)).toEqual([]);
    expect((await rob.call('DELETE', `/v1/flow-jobs/${copied.id}`)).status).toBe(404);
  });

  it('is cancelled with nothing left, and what has ended stays', async () => {
    const [first, second] = [await duplicate('Never'), await duplicate('Nor this')];
    for (const { id } of [second, first])
      expect(await jobOf(await ann.call('DELETE', `/v1/flow-jobs/${id}`))).toMatchObject({
        state: 'cancelled',
      });
    const third = await ended((await duplicate('Kept')).id);
    expect(await jobOf(await ann.call('DELETE', `/v1/flow-jobs/${third.id}`))).toMatchObject({
      state: 'done',
    });
    const made = await names(ann);
    expect(made).toContain('Kept');
    expect(made).not.toContain('Never');
    expect(made).not.toContain('Nor this');
  });

  it('whose file was damaged on its way is told of among the notifications', async () => {
    const bytes = new Uint8Array(await archive.arrayBuffer());
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0, middle, middle + 1_000);
    const failed = await ended((await jobOf(await importAs(ann, new Blob([bytes])))).id);
    expect(failed).toMatchObject({ state: 'failed', flow: null });
    expect(failed.fault).toMatch(/cannot be imported: .*Nothing was imported/);
    const { notifications } = (await (await ann.call('GET', '/v1/notifications')).json()) as {
      notifications: { about: unknown }[];
    };
    const about = { kind: 'flow-job', work: 'import', name: 'Plans', fault: failed.fault };
    expect(notifications[0]?.about).toEqual(about);
  });
});
