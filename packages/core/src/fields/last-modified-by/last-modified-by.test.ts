import { describeFieldType } from '../field-type-laws.ts';
import { lastModifiedByType } from './last-modified-by.ts';

describeFieldType(lastModifiedByType);
