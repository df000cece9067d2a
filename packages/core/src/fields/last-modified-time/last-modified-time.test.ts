import { describeFieldType } from '../field-type-laws.ts';
import { lastModifiedTimeType } from './last-modified-time.ts';

describeFieldType(lastModifiedTimeType);
