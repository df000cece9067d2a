import { expect, it } from 'vitest';
import { flowStatus } from './flow-status.ts';

const open = { disabledForm: false, maxSubmissions: null, expirationDate: null, openDate: null };
const now = '2026-11-29T12:00:00.000Z';

it.each([
  ['nothing where it is open', {}, null],
  ['nothing of a cap alone', { maxSubmissions: 5 }, null],
  ['closed where somebody closed it', { disabledForm: true }, 'closed'],
  ['expired where it is closed with a cap', { disabledForm: true, maxSubmissions: 5 }, 'expired'],
  ['expired from its expiration date on', { expirationDate: '2026-11-29T12:00:00.000Z' }, 'expired'],
  ['nothing until then', { expirationDate: '2026-11-29T12:00:00.001Z' }, null],
  ['expired before its open date', { openDate: '2026-11-29T12:00:00.001Z' }, 'expired'],
  ['nothing from then on', { openDate: '2026-11-29T12:00:00.000Z' }, null],
] as const)('a flow is called %s', (_what, settings, status) => {
  expect(flowStatus({ ...open, ...settings }, now)).toBe(status);
});
