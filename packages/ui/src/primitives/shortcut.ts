const mac = typeof navigator !== 'undefined' && /Mac|iP/.test(navigator.platform);

/** A key with the one that makes letters commands, as it is written on this machine: 'Ctrl+Shift+Z', '⇧⌘Z'. */
export const shortcut = (key: string, { shift = false } = {}): string =>
  mac ? `${shift ? '⇧' : ''}⌘${key}` : `Ctrl+${shift ? 'Shift+' : ''}${key}`;
