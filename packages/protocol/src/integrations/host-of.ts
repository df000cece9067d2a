/** The host of an address as people copy it: 'https://ada.example.org/app?x' is 'ada.example.org'. */
export const hostOf = (text: string): string =>
  text
    .trim()
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/[/?#].*$/, '');
