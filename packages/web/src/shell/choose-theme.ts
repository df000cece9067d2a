import { saveUserSetting } from './save-user-setting.ts';
import { setTheme, type Theme } from './theme.ts';

/** Chooses a theme: shown at once, and kept for the person. */
export function chooseTheme(theme: Theme): void {
  setTheme(theme);
  void saveUserSetting('theme', theme);
}
