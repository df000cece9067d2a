import { textType } from '../text/text-type.ts';

export const longTextType = textType('long_text', { label: 'Long text', multiline: true });

/** The one line a grid cell shows of a long text: the first, cut to 47 characters and an ellipsis when past 50. */
export function longTextPreview(text: string): string {
  const [line = ''] = text.split(/\r\n|[\n\r\u2028\u2029]/, 1);
  const characters = [...line.slice(0, 102)];
  return characters.length > 50 ? `${characters.slice(0, 47).join('')}…` : line;
}
