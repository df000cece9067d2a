import { describeFieldType } from '../field-type-laws.ts';
import { urlType } from './url.ts';

describeFieldType(urlType);
