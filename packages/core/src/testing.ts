export { lawRuns } from './fields/field-type-laws.ts';
