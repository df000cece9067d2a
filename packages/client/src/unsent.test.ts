import type { Action } from '@weft/history';
import { AppError } from '@weft/std';
import { expect, it } from 'vitest';
import { httpTransport } from './http-transport.ts';
import { Outbox } from './outbox.ts';

const typed = (id: string, text: string): Action => ({
  id,
  type: 'UPDATE_RECORD_CELL',
  input: { tableId: 'tbl', recordId: 'rec', cells: { name: { value: text } } },
});

it('sends each change a reload interrupted as it was: the server may have taken the first already', async () => {
  const taken = new Set(['act1']);
  let cell = 'Linen';
  const outbox = new Outbox(
    {
      after: () => () => {},
      // An action sent twice changes nothing.
      send: async (action) => {
        if (taken.has(action.id) || action.type !== 'UPDATE_RECORD_CELL') return;
        taken.add(action.id);
        cell = String(action.input.cells.name?.value);
      },
      keep: () => {},
    },
    { onState: () => {}, onFailed: () => {} },
  );
  outbox.restore([typed('act1', 'Linen'), typed('act2', 'Wool')]);
  await outbox.inTurn(async () => {});
  expect(cell).toBe('Wool');
});

it('tries again when the answer breaks off: a cut connection is no refusal', async () => {
  const transport = httpTransport('', {
    fetch: async () => new Response('{"result":{"da', { status: 200 }),
    delay: async () => {},
  });
  const error = await transport
    .call('metadata.get', { basePublicId: 'bas' })
    .catch((cause: unknown) => cause);
  expect(error instanceof AppError && error.kind).toBe('unavailable');
});
