import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { questionTypeNames } from './question-types.ts';

it('programs are told every type that a question may have', () => {
  const contract = readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8');
  const listed = /^type {4}= ([^/]*)/m.exec(contract)?.[1] ?? '';
  expect([...listed.matchAll(/'(\w+)'/g)].map(([, name]) => name)).toEqual(questionTypeNames);
});
