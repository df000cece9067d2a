import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leadOutgoing, StrictServer } from '@weft/integrations/testing';
import { emptyDatabase, postgresServer } from '@weft/testkit';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from '../../forms/testing.ts';

const origin = 'https://api.acme.example';
const secret = 'key-of-acme-that-nobody-sees';
const acme = {
  ...{ name: 'Acme', letters: 'Ac', color: 'teal', category: 'crm', origin, auth: { kind: 'bearer' } },
  fields: [
    { key: 'email', name: 'Email', required: true },
    { key: 'team', name: 'Team' },
  ],
  request: { path: '/v1/leads', body: { kind: 'json', json: { mail: '{{email}}', team: '{{team}}' } } },
  test: { path: '/v1/me', account: 'name' },
};
const vendor = new StrictServer([
  {
    ...{ method: 'POST', url: `${origin}/v1/leads`, body: z.object({ mail: z.string() }).loose() },
    answer: () => ({ json: { ok: true } }),
  },
  {
    ...{ method: 'POST', url: `${origin}/v2/leads`, body: z.object({ team: z.string() }).loose() },
    answer: () => ({ json: { ok: true } }),
  },
  {
    ...{ method: 'GET', url: `${origin}/v1/me` },
    answer: async () => {
      await meanwhile?.();
      return { json: { name: 'Ann' } };
    },
  },
]);
/** What happens while a credential is tried. */
let meanwhile: (() => Promise<unknown>) | null = null;
const told: string[] = [];
let led: Disposable;
let folder = '';
let server: TestServer;
let ann: TestPerson;
let eve: TestPerson;
async function begin(engine: 'embedded' | 'PostgreSQL') {
  await vendor.listen();
  led = leadOutgoing((url) => vendor.localUrl(url));
  folder = await mkdtemp(join(tmpdir(), 'weft-connectors-'));
  await writeFile(
    join(folder, 'intranet.json'),
    JSON.stringify({ ...acme, name: 'Intranet', auth: { kind: 'none' } }),
  );
  await writeFile(join(folder, 'broken.json'), JSON.stringify({ ...acme, origin: 'nowhere' }));
  const own = engine === 'embedded' ? {} : (await emptyDatabase()).settings;
  server = await startTestServer(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1', CONNECTORS_DIR: folder, ...own },
    { log: pino({ level: 'trace' }, { write: (line) => void told.push(line) }) },
  );
  ann = await server.signUp('Ann Owner');
  eve = await server.signUp('Eve Stranger');
}
async function end() {
  await server.close();
  led[Symbol.dispose]();
  await vendor[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
}

const until = async (isDone: () => Promise<boolean> | boolean) => {
  while (!(await isDone())) await new Promise((done) => setTimeout(done, 20));
};
const connect = async (type: string, config: object = { apiKey: secret }, person = ann) =>
  person.call('POST', `/admin/services/create/${type}`, { serviceName: 'Ours', config });
const connected = async (type: string, config?: object) =>
  ((await (await connect(type, config)).json()) as { service: { id: string; accountLabel: string } }).service;
const email = asked('email', 'Email', true);
const formWith = async (serviceType: string, serviceId: string, nameMappings: object, version = '1') => {
  const flowId = await publishedForm(ann, [email]);
  const writeQuery = { config: { settings: { version }, nameMappings: nameMappings as never } };
  const { id } = await rpc(ann, 'integrations.connect', { flowId, serviceId, serviceType, writeQuery });
  const answer = async () => {
    const { parts } = await openForm(server.url, flowId);
    await sendForm(server.url, flowId, { ...parts(), [email.id]: 'ada@example.org' });
  };
  const runs = async () => (await rpc(ann, 'integrations.log', { flowId })).runs;
  const settled = (count: number) =>
    until(async () => (await runs()).filter(({ state }) => state !== 'waiting').length === count);
  return { flowId, integrationId: id, answer, runs, settled };
};
const toEmail = { email: { questionId: email.id } };

describe.each(['embedded', 'PostgreSQL'] as const)('connectors without code (%s)', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && postgresServer() === undefined)('', () => {
    beforeAll(() => begin(engine));
    afterAll(end);
    beforeEach(() => {
      vendor.reset();
      vendor.credentials = [{ authorization: `Bearer ${secret}` }];
    });

    it('an organization declares a service, connects it and writes answers to it; a change breaks nothing', async () => {
      const { type } = await rpc(ann, 'integrations.declareConnector', { declaration: acme });
      const listed = async (person: TestPerson) =>
        (await rpc(person, 'integrations.catalogue', {})).services.find((one) => one.type === type);
      expect(await listed(ann)).toMatchObject({
        ...{ label: 'Acme', tags: ['Custom'], custom: { version: 1, letters: 'Ac', color: 'teal' } },
      });
      expect((await connect(type, { apiKey: 'wrong-key' })).status).toBe(409);
      const service = await connected(type);
      const { flowId, integrationId, answer, runs, settled } = await formWith(type, service.id, toEmail);
      await answer();
      await settled(1);
      expect(vendor.calls.at(-1)?.body).toEqual({ mail: 'ada@example.org' });

      // A later version is for what is matched anew.
      const later = {
        ...acme,
        fields: [{ key: 'team', name: 'Team' }],
        request: { path: '/v2/leads', body: { kind: 'json', json: { team: '{{team}}' } } },
      };
      const change = { type, version: 1, declaration: later };
      expect(await rpc(ann, 'integrations.changeConnector', change)).toEqual({ version: 2 });
      await expect(rpc(ann, 'integrations.changeConnector', change)).rejects.toMatchObject({
        kind: 'conflict',
      });
      await answer();
      await settled(2);
      expect((await runs()).map(({ state }) => state)).toEqual(['sent', 'sent']);
      expect(vendor.calls.at(-1)?.route.url).toBe(`${origin}/v1/leads`);
      const writeQuery = {
        config: { settings: { version: '2' }, nameMappings: { team: { questionId: email.id } } },
      };
      await rpc(ann, 'integrations.update', { flowId, integrationId, writeQuery });
      await answer();
      await settled(3);
      expect(vendor.calls.at(-1)?.route.url).toBe(`${origin}/v2/leads`);
      expect(vendor.violations).toEqual([]);

      // What is connected keeps the host and the way in that its key was given for.
      for (const elsewhere of [
        { origin: 'https://evil.example' },
        { auth: { kind: 'query', name: 'key' } },
      ]) {
        const declaration = { ...later, ...elsewhere };
        await expect(
          rpc(ann, 'integrations.changeConnector', { type, version: 2, declaration }),
        ).rejects.toMatchObject({ kind: 'conflict' });
      }

      expect(await rpc(ann, 'integrations.connectorDependents', { type })).toMatchObject({
        ...{ connections: ['Ours'], flows: [{ id: flowId }], others: 0 },
      });
      await rpc(ann, 'integrations.removeConnector', { type });
      expect(await listed(ann)).toBeUndefined();
      expect((await rpc(ann, 'integrations.services', {})).services).toEqual([]);
      expect((await rpc(ann, 'integrations.list', { flowId })).integrations).toEqual([]);
      expect(told.join('')).not.toContain(secret);
    });

    it('a connector that is moved or deleted while somebody connects keeps nothing that was typed in for it', async () => {
      const declaration = { ...acme, origin: 'https://api.elsewhere.example' };
      for (const change of [
        (type: string) => rpc(ann, 'integrations.changeConnector', { type, version: 1, declaration }),
        (type: string) => rpc(ann, 'integrations.removeConnector', { type }),
      ]) {
        const { type } = await rpc(ann, 'integrations.declareConnector', { declaration: acme });
        meanwhile = () => change(type);
        const refused = await connect(type);
        meanwhile = null;
        expect([refused.status, await refused.text()]).toEqual([
          ...[409, expect.stringContaining('Acme was changed meanwhile')],
        ]);
        const { services } = await rpc(ann, 'integrations.services', {});
        expect(services.map((one) => one.type)).not.toContain(type);
      }
      expect(vendor.violations).toEqual([]);
    });

    it('what an organization declares is nobody else’s, and its admins’ alone to change', async () => {
      const { type } = await rpc(ann, 'integrations.declareConnector', { declaration: acme });
      expect(
        (await rpc(eve, 'integrations.connectors', {})).connectors.some((one) => one.type === type),
      ).toBe(false);
      expect((await connect(type, undefined, eve)).status).toBe(404);
      for (const refused of [
        () => rpc(eve, 'integrations.changeConnector', { type, version: 1, declaration: acme }),
        () => rpc(eve, 'integrations.removeConnector', { type }),
        () => rpc(eve, 'integrations.connectorDependents', { type }),
      ])
        await expect(refused()).rejects.toMatchObject({ kind: 'not-found' });
      const service = await connected(type);
      const flowId = await publishedForm(eve, [asked('email', 'Email', true)]);
      const writeQuery = {
        config: { settings: { version: '1' }, nameMappings: { email: { template: 'x' } } },
      };
      await expect(
        rpc(eve, 'integrations.connect', { flowId, serviceId: service.id, serviceType: type, writeQuery }),
      ).rejects.toMatchObject({ kind: 'not-found' });
    });

    it('takes no declaration that is wrong, that would send keys in the open, or that leads into a private network', async () => {
      const declare = (more: object) =>
        rpc(ann, 'integrations.declareConnector', { declaration: { ...acme, ...more } });
      await expect(declare({ fields: [] })).rejects.toMatchObject({
        message: 'fields: It needs a field at least',
      });
      await expect(declare({ origin: 'http://api.acme.example' })).rejects.toMatchObject({ kind: 'invalid' });
      await expect(declare({ script: 'x' })).rejects.toMatchObject({
        message: 'The file: There is no such setting: script',
      });
      const { type } = await declare({ origin: 'https://10.0.0.1' });
      led[Symbol.dispose]();
      const refused = await connect(type);
      led = leadOutgoing((url) => vendor.localUrl(url));
      expect(await refused.text()).toContain('private network');
    });

    it('the operator gives everybody what lies in a folder, and is told what is wrong there', async () => {
      for (const person of [ann, eve]) {
        const { services } = await rpc(person, 'integrations.catalogue', {});
        expect(services.filter((one) => one.custom !== null && one.label === 'Intranet').length).toBe(1);
      }
      expect(told.join('')).toContain('origin: Write only the host');
      vendor.credentials = [{}];
      const service = await connected('operatorintranet', {});
      const { answer, settled, runs } = await formWith('operatorintranet', service.id, toEmail);
      await answer();
      await settled(1);
      expect((await runs())[0]?.state).toBe('sent');
      await expect(
        rpc(ann, 'integrations.changeConnector', { type: 'operatorintranet', version: 1, declaration: acme }),
      ).rejects.toMatchObject({ kind: 'not-found' });
      await expect(
        rpc(ann, 'integrations.removeConnector', { type: 'operatorintranet' }),
      ).rejects.toMatchObject({
        kind: 'not-found',
      });
    });
  });
});
