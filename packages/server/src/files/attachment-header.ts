/** Characters RFC 8187 lets stand in a name; `encodeURIComponent` leaves four more alone. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** What programs that read no `filename*` are told: letters, digits and harmless marks of ASCII. */
const plain = (name: string): string => name.replace(/[^A-Za-z0-9 ._()+,=@-]/g, '_');

/** `content-disposition` of a file to keep, whatever its name holds. */
export const attachmentHeader = (name: string): string =>
  `attachment; filename="${plain(name)}"; filename*=UTF-8''${encoded(name)}`;

/** `content-disposition` of a file that is shown in place. */
export const inlineHeader = (name: string): string => attachmentHeader(name).replace(/^attachment/, 'inline');
