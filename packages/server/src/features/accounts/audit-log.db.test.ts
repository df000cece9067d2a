import { must } from '@weft/std';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newBase, rpc } from '../../testing.ts';
import { accounts, json } from './testing.ts';

const { server, nobody, signIn } = await accounts();

describe('the audit log', () => {
  it('says who did what, newest first, page by page, to the organization’s admins', async () => {
    const jo = await server.signUp('Jo');
    await nobody('POST', '/api/auth/sign-in/email', { email: jo.email, password: 'wrong horse' });
    must(await signIn(jo.email, 'correct horse'), 'a session');
    const { id } = await json<{ id: string }>(
      await jo.call('POST', '/v1/tokens', { name: 'Script', scopes: ['read'], expiresInDays: 1 }),
    );
    await jo.call('DELETE', `/v1/tokens/${id}`);
    const flow = await newBase(jo);
    await jo.call('PUT', `/admin/flows/rename/${flow}`, { newName: 'Better plans' });
    await jo.call('PATCH', '/v1/me', { name: 'Jo' });
    await jo.call('PATCH', '/v1/me', { name: 'Jo Smith' });
    await jo.call('PATCH', '/v1/me', { name: 'Jo' });
    const other = must(await signIn(jo.email, 'correct horse'), 'another session');
    await other('POST', '/api/auth/sign-out', {});
    await jo.call('POST', '/admin/flows/trash', { flowIds: [flow], action: 'trash' });
    await jo.call('POST', '/admin/flows/trash', { flowIds: [flow], action: 'restore' });
    const base = { basePublicId: flow };
    await rpc(jo, 'metadata.create', base);
    const { metadata } = await rpc(jo, 'metadata.get', base);
    const table = must(metadata.tables[0], 'a table');
    await (await jo.call('GET', `/v1/bases/${flow}/tables/${table.id}/export?format=csv`)).text();
    await jo.call('DELETE', '/v1/sessions');
    interface Page {
      readonly entries: readonly { action: string; person: { name: string }; ip: string; details: object }[];
      readonly nextCursor: string | null;
    }
    const page = async (cursor: string) => json<Page>(await jo.call('GET', `/v1/audit?cursor=${cursor}`));
    const actions = async () =>
      (await json<Page>(await jo.call('GET', '/v1/audit'))).entries.map(({ action }) => action).toSorted();
    await expect
      .poll(actions)
      .toEqual(
        [
          'sign-up',
          'sign-in.failed',
          'sign-in',
          'sign-in',
          'sign-out',
          'person.renamed',
          'person.renamed',
          'flow.made',
          'flow.renamed',
          'token.made',
          'token.revoked',
          'flow.trashed',
          'flow.restored',
          'flow.exported',
          'session.revoked',
        ].toSorted(),
      );
    const { entries } = await json<Page>(await jo.call('GET', '/v1/audit'));
    expect(entries[0]).toMatchObject({
      action: 'session.revoked',
      person: { name: 'Jo' },
      ip: '127.0.0.1',
      details: { device: 'all others' },
    });

    const organization = await json<{ organization: { id: string } }>(await jo.call('GET', '/v1/me'));
    await sql`
      insert into weft.audit_log (id, organization_id, action, details)
      select 'aud000000' || lpad(n::text, 15, '0'), ${organization.organization.id}, 'sign-in', '{}'
      from generate_series(1, 60) n`.execute(server.control);
    const first = await json<Page>(await jo.call('GET', '/v1/audit'));
    expect(first.entries).toHaveLength(50);
    const second = await page(must(first.nextCursor, 'a second page'));
    expect([second.entries.length, second.nextCursor]).toEqual([25, null]);
    expect((await jo.call('GET', '/v1/audit?cursor=nonsense')).status).toBe(400);
  });
});
