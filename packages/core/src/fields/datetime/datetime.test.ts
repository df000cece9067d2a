import { describeFieldType } from '../field-type-laws.ts';
import { datetimeType } from './datetime.ts';

describeFieldType(datetimeType);
