import { describeFieldType } from '../field-type-laws.ts';
import { multipleSelectType } from './multiple-select.ts';

describeFieldType(multipleSelectType);
