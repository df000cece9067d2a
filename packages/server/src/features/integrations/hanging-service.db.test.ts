import { createServer } from 'node:net';
import type { Connector, ServiceHttp } from '@weft/integrations';
import { localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { expect, it, onTestFinished } from 'vitest';
import { concurrencyLimits } from '../../http/concurrency-limit.ts';
import { rpc, startTestServer, type TestPerson } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from '../forms/testing.ts';

const until = async (isDone: () => Promise<boolean>) => {
  while (!(await isDone())) await new Promise((done) => setTimeout(done, 20));
};

/** A server with a service that takes connections and says nothing, and one that answers. */
async function begin(hangs: 'writes' | 'lists') {
  const { server: local, vendors, thirdParties } = await localVendors(['airtable', 'monday']);
  onTestFinished(() => local[Symbol.asyncDispose]());
  const silent = createServer((socket) => void socket.on('error', () => {}));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const hang = (http: ServiceHttp) => http.sendRaw('POST', `http://127.0.0.1:${port}/`, { json: {} });
  const connectors = thirdParties.connectors.map((connector): Connector => {
    const { write, targets = [] } = connector;
    if (connector.type !== 'airtable' || write === undefined) return connector;
    const own = {
      writes: { write: { ...write, run: async (http: ServiceHttp) => ({ said: String(await hang(http)) }) } },
      lists: {
        targets: targets.map((step) => ({
          ...step,
          list: async (http: ServiceHttp) => [{ id: '', name: String(await hang(http)) }],
        })),
      },
    };
    return { ...connector, rateLimit: { requests: 1_000, per: 1 }, ...own[hangs] };
  });
  const server = await startTestServer(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    { thirdParties: { ...thirdParties, connectors } },
  );
  onTestFinished(() => server.close());
  const connect = async (person: TestPerson, serviceType: string) => {
    const { ways } = must(vendors.get(serviceType));
    const { config } = must(ways.find(({ credential }) => credential !== undefined));
    const created = await person.call('POST', `/admin/services/create/${serviceType}`, {
      ...{ serviceName: serviceType, config },
    });
    return ((await created.json()) as { service: { id: string } }).service.id;
  };
  const formTo = async (person: TestPerson, serviceType: string, fieldId: string) => {
    const question = asked('short_text', 'Name', true);
    const flowId = await publishedForm(person, [question]);
    const serviceId = await connect(person, serviceType);
    const { target } = must(vendors.get(serviceType));
    await rpc(person, 'integrations.connect', {
      ...{ flowId, serviceId, serviceType },
      writeQuery: {
        config: { settings: target, nameMappings: { [fieldId]: { questionId: question.id } } },
      },
    });
    const answer = async () => {
      const { parts } = await openForm(server.url, flowId);
      expect((await sendForm(server.url, flowId, { ...parts(), [question.id]: 'Ada' })).status).toBe(200);
    };
    const states = async () =>
      (await rpc(person, 'integrations.log', { flowId })).runs.map(({ state }) => state);
    return { answer, states };
  };
  return { server, connect, formTo };
}

it('a service that hangs for one organization keeps no answers of another waiting', async () => {
  const { server, formTo } = await begin('writes');
  const hanging = await formTo(await server.signUp('Eve'), 'airtable', 'fldName');
  const victim = await formTo(await server.signUp('Ann'), 'monday', 'name');
  // One more than are written at a time.
  for (let count = 0; count < 9; count++) await hanging.answer();
  await victim.answer();
  await until(async () => (await victim.states())[0] === 'sent');
  // Most of them still wait for the service, or for a place.
  expect(await hanging.states()).toContain('waiting');
});

it('a service that hangs is asked so much at once for a person, and for others meanwhile', async () => {
  const { server, connect } = await begin('lists');
  const [eve, ann] = [await server.signUp('Eve'), await server.signUp('Ann')];
  const ask = async (person: TestPerson, type: string, step: string) => {
    const serviceId = await connect(person, type);
    return () => rpc(person, 'integrations.targets', { serviceId, step, settings: {}, forceRefresh: true });
  };
  const hanging = await ask(eve, 'airtable', 'baseId');
  const refused: string[] = [];
  for (let count = 0; count <= concurrencyLimits.ask.person; count++)
    hanging().catch((error: { readonly kind: string }) => refused.push(error.kind));
  await until(async () => refused.length > 0);
  expect(refused).toEqual(['limit']);
  const answered = await ask(ann, 'monday', 'boardId');
  expect((await answered()).choices.length).toBeGreaterThan(0);
});
