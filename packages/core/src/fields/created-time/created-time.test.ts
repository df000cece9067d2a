import { describeFieldType } from '../field-type-laws.ts';
import { createdTimeType } from './created-time.ts';

describeFieldType(createdTimeType);
