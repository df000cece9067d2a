import { expect, it } from 'vitest';
import { notificationText } from './notification-text.ts';

it('says who shared what, and leads to it', () => {
  const plans = { publicIdentifier: 'bas1', name: 'Plans' };
  const about = { kind: 'flow', type: 'base', ...plans, accessLevel: 'read' } as const;
  expect(notificationText({ about, actorName: 'Ann' })).toEqual({
    text: 'Ann shared the database Plans with you. You can view it.',
    to: '/database/bas1',
  });
});

it('leads to the invitation, whoever made it', () => {
  const about = { kind: 'invitation', code: 'a/b', name: 'Linen Studio' } as const;
  expect(notificationText({ about, actorName: null })).toEqual({
    text: 'Somebody invited you to Linen Studio.',
    to: '/invite/a%2Fb',
  });
});

it('says why a job failed', () => {
  const about = { kind: 'job', label: 'Mails', fault: 'No such mailbox' } as const;
  expect(notificationText({ about, actorName: null }).text).toBe('A job failed: Mails. No such mailbox');
});
