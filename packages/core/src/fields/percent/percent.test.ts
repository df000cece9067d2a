import { describeFieldType } from '../field-type-laws.ts';
import { percentType } from './percent.ts';

describeFieldType(percentType);
