const longestName = 100;

/** Names of files for tables: no system's paths, devices or forbidden characters, each once whatever the case. */
export function fileNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = plainName(name);
    let unique = plain;
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${plain} ${n}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function plainName(name: string): string {
  const plain = name
    .replace(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu, '_')
    .slice(0, longestName)
    .toWellFormed()
    .replace(/^[\s.]+|[\s.]+$/g, '');
  // Windows keeps these names for devices.
  return plain === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain)
    ? `Table ${plain}`.trim()
    : plain;
}
