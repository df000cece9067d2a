const marks: { readonly [name: string]: string } = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
};

/** A text whose characters are written as HTML writes them: its tags stay. */
export const withoutEntities = (text: string): string =>
  text.replaceAll(
    /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name, digits, hex) => {
      if (name !== undefined) return marks[String(name).toLowerCase()] ?? whole;
      const code = digits === undefined ? Number.parseInt(hex, 16) : Number(digits);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );

/** The text of what may be HTML: its tags are gone, and lines stay lines. */
export const plainText = (html: string): string =>
  withoutEntities(
    html
      .replaceAll(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^>]{0,500}>/gi, '\n')
      .replaceAll(/<\/?[a-z!][^<>]{0,2000}>/gi, ''),
  )
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
