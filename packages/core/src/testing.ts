export { lawRuns } from './fields/law-runs.ts';
export { sampleField } from './fields/sample-field.ts';
