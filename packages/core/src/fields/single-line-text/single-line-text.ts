import { textType } from '../text/text-type.ts';

export const singleLineTextType = textType('single_line_text', { label: 'Single line text' });
