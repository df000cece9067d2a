import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import type { TestEngine } from '../testing.ts';

/**
 * A control schema that each test of a suite finds with Ann (admin of 'org'), Bob (member of it, admin of 'oth') and Cid
 * (of none), and the database 'plans' of Ann; `also` adds to it.
 */
export function peopledEngine(open: () => Promise<TestEngine>, also = ''): () => Engine {
  let opened: TestEngine | null = null;
  const engine = () => must(opened, 'the suite has begun').engine;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => opened?.[Symbol.asyncDispose]());
  beforeEach(() =>
    engine().exec(`DELETE FROM weft.flows; DELETE FROM weft.organizations; DELETE FROM weft.auth_user;
      INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "createdAt", "updatedAt") VALUES
        ('ann', 'Ann', 'ann@example.org', true, '2026-01-01', now()),
        ('bob', 'Bob', 'bob@example.org', true, '2026-01-02', now()),
        ('cid', 'Cid', 'cid@example.org', true, '2026-01-03', now());
      INSERT INTO weft.organizations (id, name) VALUES ('org', 'Ours'), ('oth', 'Theirs');
      INSERT INTO weft.members (organization_id, user_id, role, joined_at, chosen_at) VALUES
        ('org', 'ann', 'admin', now(), now()), ('org', 'bob', 'member', now(), now()),
        ('oth', 'bob', 'admin', now(), '2026-01-01');
      INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, type, name)
        VALUES ('plans', 'plans', 'org', 'ann', 'base', 'Plans');
      ${also}`),
  );
  return engine;
}
