import { describeFieldType } from '../field-type-laws.ts';
import { numberType } from './number.ts';

describeFieldType(numberType);
