import { expect, it } from 'vitest';
import { auditText } from './audit-text.ts';

const said = (action: string, details: { readonly [name: string]: string }) =>
  auditText({ id: 'aud1', action, details, person: null, ip: null, at: '' });

it('says what was exported, a table or a whole item', () => {
  expect(said('flow.exported', { name: 'Plans', table: 'Tasks', format: 'csv' })).toBe(
    'exported Tasks of “Plans” as CSV',
  );
  expect(said('flow.exported', { name: 'Plans', format: 'zip' })).toBe('exported “Plans” as ZIP');
});

it('names whom something was shared with, and what they may do', () => {
  const shared = { name: 'Plans', person: 'Marc' };
  expect(said('workspace.shared', { ...shared, accessLevel: 'read' })).toBe(
    'let Marc read what is in the workspace “Plans”',
  );
  expect(said('workspace.shared', { ...shared, accessLevel: 'write' })).toBe(
    'let Marc edit what is in the workspace “Plans”',
  );
  expect(said('workspace.shared', { ...shared, accessLevel: 'none' })).toBe(
    'removed Marc from the workspace “Plans”',
  );
  expect(said('flow.shared', { ...shared, accessLevel: 'read' })).toBe('let Marc read “Plans”');
  expect(said('flow.shared', { ...shared, accessLevel: 'none' })).toBe('ended Marc’s access to “Plans”');
  const asked = { role: 'collaborator', email: 'marc@example.com', name: 'Plans' };
  expect(said('invitation.made', { ...asked, accessLevel: 'write' })).toBe(
    'invited marc@example.com to edit “Plans”',
  );
});

it('keeps to what an entry without a person knows', () => {
  expect(said('workspace.shared', { name: 'Plans', accessLevel: 'read' })).toBe(
    'changed who is in the workspace “Plans”',
  );
  expect(said('flow.shared', { name: 'Plans' })).toBe('changed who may open “Plans”');
});

it('says when a form was closed or opened to answers, and an item made a template or none', () => {
  const texts = ['closed', 'reopened', 'templateMade', 'templateRemoved'].map((change) =>
    said(`flow.${change}`, { name: 'Guests' }),
  );
  expect(texts).toEqual([
    'closed “Guests” to answers',
    'opened “Guests” to answers',
    'made “Guests” a template',
    'made “Guests” no template any more',
  ]);
});
