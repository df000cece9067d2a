import { createServer } from 'node:net';
import { localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { expect, it, onTestFinished } from 'vitest';
import { rpc, startTestServer, type TestPerson } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from '../forms/testing.ts';

const until = async (isDone: () => Promise<boolean>) => {
  while (!(await isDone())) await new Promise((done) => setTimeout(done, 20));
};

it('a service that hangs for one organization keeps no answers of another waiting', async () => {
  const { server: local, vendors, thirdParties } = await localVendors(['airtable', 'monday']);
  onTestFinished(() => local[Symbol.asyncDispose]());
  // Takes connections, and says nothing.
  const silent = createServer((socket) => void socket.on('error', () => {}));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const connectors = thirdParties.connectors.map((connector) => {
    const { write } = connector;
    if (connector.type !== 'airtable' || write === undefined) return connector;
    const post: typeof write.run = async (http) => {
      await http.sendRaw('POST', `http://127.0.0.1:${port}/`, { json: {} });
      return { said: '' };
    };
    return { ...connector, rateLimit: { requests: 1_000, per: 1 }, write: { ...write, run: post } };
  });
  const server = await startTestServer(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    { thirdParties: { ...thirdParties, connectors } },
  );
  onTestFinished(() => server.close());
  const formTo = async (person: TestPerson, serviceType: string, fieldId: string) => {
    const question = asked('short_text', 'Name', true);
    const flowId = await publishedForm(person, [question]);
    const { ways, target } = must(vendors.get(serviceType));
    const { config } = must(ways.find(({ credential }) => credential !== undefined));
    const created = await person.call('POST', `/admin/services/create/${serviceType}`, {
      ...{ serviceName: serviceType, config },
    });
    const { service } = (await created.json()) as { service: { id: string } };
    await rpc(person, 'integrations.connect', {
      ...{ flowId, serviceId: service.id, serviceType },
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
  const hanging = await formTo(await server.signUp('Eve'), 'airtable', 'fldName');
  const victim = await formTo(await server.signUp('Ann'), 'monday', 'name');
  // One more than are written at a time.
  for (let count = 0; count < 9; count++) await hanging.answer();
  await victim.answer();
  await until(async () => (await victim.states())[0] === 'sent');
  // Most of them still wait for the service, or for a place.
  expect(await hanging.states()).toContain('waiting');
});
