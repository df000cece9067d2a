const marks: { readonly [name: string]: string } = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" },
};

/** The text of what may be HTML: its tags are gone, and lines stay lines. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^>]{0,500}>/gi, '\n')
    .replaceAll(/<\/?[a-z!][^<>]{0,2000}>/gi, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => marks[name] ?? '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
