export { describeFieldType, type LawOptions, lawEnvs, lawRuns } from './fields/field-type-laws.ts';
