import { usualThirdParties } from '@weft/integrations';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, publishedForm } from '../forms/testing.ts';

/** Whom the mails went to: a mail server has a test of its own. */
const sentTo: unknown[] = [];
const connectors = usualThirdParties.connectors.map((connector) =>
  connector.type === 'smtp'
    ? {
        ...connector,
        check: async () => ({ id: 'mail', label: 'team@example.org' }),
        write: {
          ...must(connector.write),
          run: async (
            _http: unknown,
            _target: unknown,
            { values }: { values: ReadonlyMap<string, unknown> },
          ) => {
            sentTo.push(values.get('to'));
            return { said: 'Sent a mail' };
          },
        },
      }
    : connector,
);
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer({}, { thirdParties: { ...usualThirdParties, connectors } });
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

it('sends the test of a mail to whoever tests it', async () => {
  const login = { username: 'ann', password: 'secret', email: 'team@example.org' };
  const config = { ...login, host: 'mail.example.org', port: 587, encryption: 'TLS' };
  const made = await ann.call('POST', '/admin/services/create/smtp', { serviceName: 'Mail', config });
  const { service } = (await made.json()) as { readonly service: { readonly id: string } };
  const email = asked('email', 'Email', true);
  const flowId = await publishedForm(ann, [email], 'Guests');
  const nameMappings = {
    to: { questionId: email.id },
    subject: { template: 'Welcome' },
    text: { template: 'Hello {{Email}}' },
  };
  const test = await ann.call('POST', `/v1/admin/integrations/${flowId}/test?mode=edit`, {
    ...{ serviceType: 'smtp', serviceId: service.id, config: { settings: {}, nameMappings } },
  });
  expect(await test.json()).toMatchObject({ data: { said: 'Sent a mail' }, error: null });
  expect(sentTo).toEqual([ann.email]);
});
