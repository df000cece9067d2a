import { describeFieldType } from '../field-type-laws.ts';
import { dateType } from './date.ts';

describeFieldType(dateType);
