import { AiFault } from '@weft/integrations';
import { AppError } from '@weft/std';
import { expect, it } from 'vitest';
import { ownServer } from './own-server.ts';

const asking = (reason: ConstructorParameters<typeof AiFault>[0]) => {
  const cause = new AiFault(reason, 'no answer');
  const answer = () => Promise.reject(new AppError('unavailable', 'It took too long', undefined, { cause }));
  const deps = { ai: { answer }, ownForms: () => ({}), ownPdfs: () => ({}) } as unknown as Parameters<
    typeof ownServer
  >[0];
  return ownServer(deps, { organizationId: 'org1', userId: 'usr1' }).model()('Greet Ada');
};

it('asks a model again that was not reached, and not one that may have worked: each call is billed', async () => {
  await expect(asking('unreachable')).rejects.toMatchObject({ class: 'retry' });
  await expect(asking('timeout')).rejects.toMatchObject({ class: 'unknown' });
});
