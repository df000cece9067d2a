/**
 * A phone number with + and the country as E.164 writes it: without what people write between its digits, and without the
 * (0) that is dialled at home alone. One without a country stays as it is.
 */
export const dialled = (text: string): string =>
  text.startsWith('+') ? text.replace(/\(0\)/, '').replaceAll(/[\s()./-]/g, '') : text;
