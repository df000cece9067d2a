import { SegmentedControl } from '@weft/ui';
import { chooseTheme } from '../../shell/choose-theme.ts';
import { type Theme, useTheme } from '../../shell/theme.ts';

/** Light, dark, or as the system is; kept for the person, and on this device for the first paint. */
export function ThemeChoice() {
  const theme = useTheme();
  return (
    <SegmentedControl<Theme>
      label="Theme"
      value={theme}
      onChange={chooseTheme}
      segments={[
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  );
}
