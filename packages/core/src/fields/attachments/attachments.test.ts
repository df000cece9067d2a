import { describeFieldType } from '../field-type-laws.ts';
import { attachmentsType } from './attachments.ts';

describeFieldType(attachmentsType);
