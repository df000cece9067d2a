/** 'photo.jpg' as 'photo (ans_01h2-1).jpg': nobody else's file has this name, so that a second attempt writes the same. */
export function ownName(name: string, key: string, index: number): string {
  const plain = name.replaceAll(/[/\\<>:"|?*\p{Cc}]/gu, '_');
  const dot = plain.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
  return `${stem} (${key.replaceAll(/[^\w-]/g, '_')}-${index + 1})${extension}`;
}
