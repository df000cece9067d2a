import type { UserSettings } from '@weft/protocol';
import { useEffect } from 'react';
import { setTheme } from './theme.ts';

/** Shows the theme a person chose, on whichever device; where none was chosen, this device's stays. */
export function useChosenTheme(theme: UserSettings['theme']): void {
  useEffect(() => {
    if (theme !== undefined) setTheme(theme);
  }, [theme]);
}
