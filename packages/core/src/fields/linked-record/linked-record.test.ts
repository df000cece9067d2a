import { describeFieldType } from '../field-type-laws.ts';
import { linkedRecordType } from './linked-record.ts';

describeFieldType(linkedRecordType);
