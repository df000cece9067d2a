/** What the id of a picked record begins with, as pages send it. */
export const recordTokenMark = 'pick.';

export const isRecordToken = (text: string): boolean =>
  text.startsWith(recordTokenMark) && text.length <= 200;
