import { expect, it } from 'vitest';
import type { FlowJob } from '../../../queries.ts';
import { failureText, progressText } from './flow-job-text.ts';

const job: FlowJob = {
  ...{ id: 'job1', kind: 'duplicate', name: 'Plans', state: 'running', share: 0.349, fault: null },
  ...{ flow: null, downloadUrl: null, createdAt: '2026-11-22T00:00:00Z' },
};

it('says how far a job is, and why one failed', () => {
  expect(progressText(job)).toBe('Duplicating Plans: 34 %');
  expect(progressText({ ...job, kind: 'import', state: 'waiting' })).toBe('Importing Plans: waiting');
  expect(failureText({ ...job, kind: 'export', fault: 'The disk is full.' })).toBe(
    'Error exporting flow. Plans could not be exported. The disk is full.',
  );
});
