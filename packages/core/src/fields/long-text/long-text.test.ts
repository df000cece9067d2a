import { describeFieldType } from '../field-type-laws.ts';
import { longTextType } from './long-text.ts';

describeFieldType(longTextType);
