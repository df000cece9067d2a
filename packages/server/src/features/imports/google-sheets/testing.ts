import { leadOutgoing, localSpreadsheets, localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { rpc, startTestServer } from '../../../testing.ts';

interface Connected {
  readonly service: { readonly id: string };
  readonly signInUrl: string;
}

/** A server that knows a local Google, and somebody who signed in there. */
export async function serverWithSheets() {
  const local = await localVendors(['googlesheets']);
  const outgoing = leadOutgoing(local.localUrl);
  const { thirdParties } = local;
  const server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { thirdParties });
  const ann = await server.signUp('Ann Owner');
  const google = must(local.providers.get('google'));
  await rpc(ann, 'integrations.setApp', { provider: 'google', ...google.app });
  const made = await ann.call('POST', '/admin/services/create/googlesheets', {
    ...{ serviceName: 'My sheets', config: { files: 'all' } },
  });
  const { service, signInUrl } = (await made.json()) as Connected;
  const headers = { authorization: `Bearer ${ann.token}` };
  const step = async (address: string, more: RequestInit = {}) => {
    const response = await fetch(new URL(address, server.url), { redirect: 'manual', ...more });
    return response.headers.get('location') ?? '';
  };
  await step(await step(await step(signInUrl, { headers })), { headers });
  const { spreadsheetId = '' } = must(local.vendors.get('googlesheets')).target;
  const close = async () => {
    await server.close();
    outgoing[Symbol.dispose]();
    await local.server[Symbol.asyncDispose]();
    localSpreadsheets.reset([]);
  };
  return { server, ann, google, vendor: local.server, serviceId: service.id, spreadsheetId, close };
}
