import { firstPageId } from '@weft/forms';
import { type CallName, calls } from '@weft/protocol';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { callAs, startTestServer, type TestPerson, type TestServer } from './testing.ts';

export type Scope = 'read' | 'write' | 'admin';
export const scopes: readonly Scope[] = ['read', 'write', 'admin'];

/** Three people, what two of them have, and every kind of token: what `access.db.test.ts` asks with. */
export interface World {
  readonly server: TestServer;
  readonly owner: TestPerson;
  readonly reader: TestPerson;
  readonly stranger: TestPerson;
  readonly expired: TestPerson['call'];
  /** The reader's, by scope; an expired and a revoked one could do everything before. */
  readonly tokens: { readonly [T in Scope | 'expired' | 'revoked']: TestPerson['call'] };
  readonly organization: { readonly organizationId: string };
  readonly base: { readonly basePublicId: string };
  readonly table: { readonly basePublicId: string; readonly tableId: string };
  readonly fieldId: string;
  readonly viewId: string;
  readonly recordId: string;
  readonly csvFileUrl: string;
  /** Published as this snapshot. */
  readonly form: { readonly flowId: string };
  readonly snapshotId: string;
  /** Published as this snapshot, on the base. */
  readonly app: { readonly flowId: string };
  readonly appSnapshotId: string;
  readonly invitationId: string;
  /** The reader reads in it. */
  readonly workspaceId: string;
  /** Of the owner. */
  readonly availabilityId: string;
}

/** Another one for each request: dead sessions and tokens are counted by the address that shows them. */
function addressMaker(): () => string {
  let requests = 0;
  return () => `10.0.${requests >> 8}.${requests++ & 255}`;
}

/** Tokens of every kind for one person. */
async function tokensOf(server: TestServer, person: TestPerson): Promise<World['tokens']> {
  const make = async (name: string, scope: Scope) => {
    const input = { name, scopes: [scope], expiresInDays: 1 };
    const { id, token } = await body(await person.call('POST', '/v1/tokens', input));
    return { id: String(id), call: callAs(server.url, String(token), addressMaker()) };
  };
  const [read, write, admin, expired, revoked] = await Promise.all([
    make('Read', 'read'),
    make('Write', 'write'),
    make('Admin', 'admin'),
    make('Expired', 'admin'),
    make('Revoked', 'admin'),
  ]);
  // Both were good for something, and are remembered.
  for (const { call } of [expired, revoked])
    if (!(await call('GET', '/v1/tokens')).ok) throw new Error('A new token is good for nothing');
  await sql`update weft.tokens set expires_at = now() - interval '1 minute' where id = ${expired.id}`.execute(
    server.control,
  );
  await person.call('DELETE', `/v1/tokens/${revoked.id}`);
  return {
    read: read.call,
    write: write.call,
    admin: admin.call,
    expired: expired.call,
    revoked: revoked.call,
  };
}

export async function makeWorld(): Promise<World> {
  const server = await startTestServer({ TRUST_PROXY: '127.0.0.1' });
  const owner = await server.signUp('Ann Owner');
  const stranger = await server.signUp('Eve Stranger');
  const { code, id } = await body(await owner.call('POST', '/v1/invitations', {}));
  const reader = await server.signUp('Rob Reader', { invitationCode: String(code) });
  const late = await server.signUp('Lee Late');
  await sql`update weft.auth_session set "expiresAt" = now() - interval '1 minute' where "token" = ${late.token}`.execute(
    server.control,
  );

  const { basePublicIdentifier } = await body(
    await owner.call('POST', '/admin/bases', { baseName: 'Plans' }),
  );
  const base = { basePublicId: String(basePublicIdentifier) };
  await sql`insert into weft.flow_members (flow_id, user_id, access_level) values (${base.basePublicId}, ${reader.id}, 'read')`.execute(
    server.control,
  );
  await owner.call('POST', '/rpc/metadata.create', { ...base, createDefaultRecords: true });
  const metadata = await ask(owner.call, 'metadata.get', base);
  const { tables } = (
    metadata.data as {
      metadata: { tables: { id: string; primaryFieldId: string; views: { id: string }[] }[] };
    }
  ).metadata;
  const made = must(tables[0], 'the first table');
  const table = { ...base, tableId: made.id };
  const records = (await ask(owner.call, 'records.list', table)).data as { records: { id: string }[] };

  const me = (await body(await owner.call('GET', '/v1/me'))) as unknown as { organization: { id: string } };
  const form = { flowId: 'bas0formoftheworld000000' };
  const snapshotId = 'snp0formoftheworld000000';
  await publishForm(owner, { ...form, name: 'Guests' }, snapshotId);
  await sql`insert into weft.flow_members (flow_id, user_id, access_level) values (${form.flowId}, ${reader.id}, 'read')`.execute(
    server.control,
  );

  const app = { flowId: 'bas0appoftheworld0000000' };
  const appSnapshotId = 'snp0appoftheworld0000000';
  await publishApp(owner, { ...app, name: 'Portal', baseId: base.basePublicId }, appSnapshotId);
  await sql`insert into weft.flow_members (flow_id, user_id, access_level) values (${app.flowId}, ${reader.id}, 'read')`.execute(
    server.control,
  );

  const { newWorkspace } = await body(await owner.call('POST', '/workspaces/', { name: 'Team' }));
  const { id: workspaceId } = newWorkspace as { readonly id: string };
  await owner.call('PUT', `/workspaces/${workspaceId}/members/${reader.id}`, { accessLevel: 'read' });

  const { userAvailability } = await body(
    await owner.call('POST', '/admin/userAvailabilities/', {
      name: 'Working hours',
      timezone: 'UTC',
      isDefault: true,
    }),
  );
  const { id: availabilityId } = userAvailability as { readonly id: string };

  const csvFileUrl = await server.upload(owner, 'plans.csv', 'a,b\n1,2\n');
  return {
    server,
    owner,
    reader,
    stranger,
    expired: callAs(server.url, late.token, addressMaker()),
    tokens: await tokensOf(server, reader),
    organization: { organizationId: me.organization.id },
    base,
    table,
    fieldId: made.primaryFieldId,
    viewId: must(made.views[0], 'the first view').id,
    recordId: must(records.records[0], 'the first record').id,
    csvFileUrl,
    form,
    snapshotId,
    app,
    appSnapshotId,
    invitationId: String(id),
    workspaceId,
    availabilityId,
  };
}

const body = async (response: Response) => (await response.json()) as { readonly [key: string]: unknown };

/** Makes a form with one question, and publishes it. */
export async function publishForm(
  { call }: TestPerson,
  form: { readonly flowId: string; readonly name: string; readonly workspaceId?: string },
  snapshotId: string,
): Promise<void> {
  const { flowId } = form;
  const question = { type: 'short_text', label: 'Name', required: false };
  const block = { parent: firstPageId, order: 'V', props: question };
  const edits = [{ kind: 'block', id: 'fld0question000000000000', before: null, after: block }];
  const answers = [
    await ask(call, 'forms.create', form),
    await ask(call, 'forms.edit', { flowId, editId: `edt${flowId.slice(3)}`, version: 0, edits }),
    await ask(call, 'forms.publish', { flowId, version: 1, snapshotId }),
  ];
  if (answers.some(({ status }) => status !== 200)) throw new Error(JSON.stringify(answers));
}

/** Makes an app of a database, and publishes it. */
export async function publishApp(
  { call }: TestPerson,
  {
    baseId,
    ...app
  }: {
    readonly flowId: string;
    readonly name: string;
    readonly baseId: string;
    readonly workspaceId?: string;
  },
  snapshotId: string,
): Promise<void> {
  const { flowId } = app;
  const answers = [
    await ask(call, 'apps.create', { ...app, from: { kind: 'base', baseId, who: 'everyone' } }),
    await ask(call, 'apps.publish', { flowId, version: 0, snapshotId }),
  ];
  if (answers.some(({ status }) => status !== 200)) throw new Error(JSON.stringify(answers));
}

/** One RPC call: its status, and what it answered unless it streams. */
export async function ask(
  call: TestPerson['call'],
  name: CallName,
  input: unknown,
): Promise<{ status: number; text: string; data: unknown }> {
  const { kind } = calls[name];
  const response =
    kind === 'mutation'
      ? await call('POST', `/rpc/${name}`, input)
      : await call('GET', `/rpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`);
  if (kind === 'subscription' && response.ok) {
    await response.body?.cancel();
    return { status: response.status, text: '', data: null };
  }
  const text = await response.text();
  const answer = JSON.parse(text) as { result?: { data: unknown }; error?: { data: unknown } };
  return { status: response.status, text, data: answer.result?.data ?? answer.error?.data };
}
