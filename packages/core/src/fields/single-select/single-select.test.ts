import { describeFieldType } from '../field-type-laws.ts';
import { singleSelectType } from './single-select.ts';

describeFieldType(singleSelectType);
