import { describeFieldType } from '../field-type-laws.ts';
import { checkboxType } from './checkbox.ts';

describeFieldType(checkboxType);
