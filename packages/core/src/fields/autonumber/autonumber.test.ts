import { describeFieldType } from '../field-type-laws.ts';
import { autonumberType } from './autonumber.ts';

describeFieldType(autonumberType);
