import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

/** Also read by public/theme.js before the first paint. */
const key = 'weft.theme';
const listeners = new Set<() => void>();

const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark';

function stored(): Theme {
  try {
    const text = localStorage.getItem(key);
    return isTheme(text) ? text : 'system';
  } catch {
    return 'system';
  }
}

/** Applies a theme to the whole page and remembers it on this device. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Storage is closed to this page: the choice holds until it is left.
  }
  for (const listener of listeners) listener();
}

const current = (): Theme => {
  const text = document.documentElement.dataset.theme ?? null;
  return isTheme(text) ? text : stored();
};

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
