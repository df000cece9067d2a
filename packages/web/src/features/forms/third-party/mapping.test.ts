import { describe, expect, it } from 'vitest';
import type { TargetField } from '../../integrations/integration-queries.ts';
import { mappingFault, mappingNote, matchedByLikeName, matchedByName, namingOf } from './mapping.ts';
import type { Question } from './queries.ts';

const field = (id: string, name: string, more: Partial<TargetField> = {}): TargetField => ({
  ...{ id, name, kind: 'text', holds: null, required: false, choices: null, template: false },
  ...more,
});
const question = (id: string, name: string, type: Question['type'] = 'single_line_text') => ({
  ...{ id, name, type },
});

describe('matching by name', () => {
  it('minds neither case nor spaces, and leaves what was matched', () => {
    const fields = [field('a', 'First name'), field('b', 'Email'), field('c', 'Notes')];
    const questions = [question('q1', 'first_name'), question('q2', 'EMAIL')];
    expect(matchedByName(fields, questions, { b: { template: 'x' } })).toEqual({
      a: { questionId: 'q1' },
      b: { template: 'x' },
    });
  });
});

describe('matching by like names', () => {
  it('takes a name that says more or less, where nothing else is like it', () => {
    const fields = [field('a', 'Name'), field('b', 'Email'), field('c', 'City'), field('d', 'Notes')];
    const questions = [
      ...[question('q1', 'Your name'), question('q2', 'EMAIL'), question('q3', 'Email of a friend')],
      ...[question('q4', 'City of birth'), question('q5', 'Which city?'), question('q6', '?')],
    ];
    expect(matchedByLikeName(fields, questions, {})).toEqual({
      ...{ a: { questionId: 'q1' }, b: { questionId: 'q2' } },
    });
    const twice = [field('a', 'First name'), field('b', 'Last name')];
    expect(matchedByLikeName(twice, [question('q', 'Name')], {})).toEqual({});
  });
});

describe('answers of another kind', () => {
  it('are told of', () => {
    expect(mappingNote(field('a', 'Seats', { kind: 'number' }), question('q', 'Seats'))).toMatch(/number/);
    expect(mappingNote(field('a', 'Seats', { kind: 'number' }), question('q', 'S', 'rating'))).toBeNull();
    expect(mappingNote(field('a', 'Name'), question('q', 'S', 'rating'))).toBeNull();
    expect(mappingNote(field('a', 'File', { kind: 'files' }), question('q', 'S'))).toMatch(/files only/);
  });
});

describe('a mapping', () => {
  it('needs what the service requires, and at least one field', () => {
    const fields = [field('a', 'Email', { required: true }), field('b', 'Name')];
    expect(mappingFault(fields, { b: { questionId: 'q' } }, 'question')).toBe('Email has to be filled in');
    expect(mappingFault(fields, { a: { template: ' ' } }, 'question')).toBe('Email has to be filled in');
    expect(mappingFault(fields, { a: { questionId: 'q' } }, 'question')).toBeNull();
    expect(mappingFault([field('b', 'Name')], {}, 'question')).toBe('Match at least one question');
  });
});

describe('a run', () => {
  const asked = [question('at', 'Submitted', 'datetime'), question('q1', 'Name'), question('q2', 'Town')];
  const naming = (...ids: string[]) => [
    ...namingOf(Object.fromEntries(ids.map((questionId) => [questionId, { questionId }])), asked),
  ];

  it('is named by what was answered in words, not by the time that every answer has', () => {
    expect(naming('at', 'q2')).toEqual(['q2']);
    expect(naming('at')).toEqual(['q1', 'q2']);
    expect(naming()).toEqual(['q1', 'q2']);
    expect([...namingOf({ a: { questionId: 'at' } }, asked.slice(0, 1))]).toEqual(['at']);
  });
});
