import { describeFieldType } from '../field-type-laws.ts';
import { createdByType } from './created-by.ts';

describeFieldType(createdByType);
