import { describeFieldType } from '../field-type-laws.ts';
import { singleLineTextType } from './single-line-text.ts';

describeFieldType(singleLineTextType);
