import {
  type Content,
  contrastFaults,
  contrastSentence,
  maxRadius,
  type PageTheme,
  themeFonts,
  themeOf,
} from '@weft/documents';
import { Banner, Button, FormField, Select, TextInput } from '@weft/ui';
import type { EditorSession } from '../session/editor-session.ts';
import { SettingRow } from '../shell/SettingRow.tsx';
import { setProp } from './set-prop.ts';
import { weftTheme } from './ThemeChoice.tsx';

interface Props {
  readonly session: EditorSession;
  readonly content: Content;
}

const colors = [
  { key: 'canvasColor', label: 'Background', of: 'canvas' },
  { key: 'textColor', label: 'Texts', of: 'text' },
  { key: 'accentColor', label: 'Buttons', of: 'accent' },
] as const satisfies readonly { key: string; label: string; of: keyof PageTheme }[];

/** Colours over those of the theme, and whether everybody can tell them apart. */
export function ThemeColors({ session, content, noun }: Props & { readonly noun: string }) {
  const theme = themeOf(content);
  const faults = theme === null ? [] : contrastFaults(theme);
  const isOwn = colors.some(({ key }) => content.props[key] !== undefined);
  return (
    <SettingRow
      title="Colours"
      hint="Over those of the theme; what stands between them follows. Colours of its own look the same in light and dark."
    >
      <div className="flex flex-wrap gap-4">
        {colors.map(({ key, label, of }) => (
          <label key={key} className="flex min-h-8 items-center gap-2 text-base">
            <input
              type="color"
              className="h-8 w-12 cursor-pointer rounded-md border bg-surface p-0.5"
              value={theme?.[of] ?? weftTheme[of]}
              onChange={({ target }) =>
                session.edit(setProp(content, null, key, target.value), { typed: true })
              }
            />
            {label}
          </label>
        ))}
        {isOwn && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => session.edit(colors.flatMap(({ key }) => setProp(content, null, key, null)))}
          >
            As in the theme
          </Button>
        )}
      </div>
      <div role="status" className="mt-3 flex flex-col gap-2">
        {faults.map((fault) => (
          <Banner key={fault.of} tone="warning">
            {contrastSentence(fault)}. Until then the {noun} can’t be published.
          </Banner>
        ))}
      </div>
    </SettingRow>
  );
}

const fontLabels: { readonly [F in keyof typeof themeFonts]: string } = {
  sans: 'Plain',
  serif: 'Serif',
  round: 'Round',
  mono: 'Monospace',
};
const asTheme = '';
const fonts = [
  { value: asTheme, label: 'As in the theme' },
  ...(Object.keys(themeFonts) as (keyof typeof themeFonts)[]).map((font) => ({
    value: font as string,
    label: fontLabels[font],
  })),
];

export function ThemeShape({ session, content }: Props) {
  const { font, radius } = content.props;
  return (
    <SettingRow title="Font and corners" hint="Fonts are those of each device: nothing is fetched for them.">
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-48">
          <Select
            label="Font"
            value={typeof font === 'string' ? font : asTheme}
            options={fonts}
            onChange={(value) => session.edit(setProp(content, null, 'font', value || null))}
          />
        </div>
        <FormField label={`Roundness, 0 to ${maxRadius}`}>
          {(control) => (
            <TextInput
              {...control}
              className="w-32"
              inputMode="numeric"
              placeholder="As in the theme"
              value={typeof radius === 'number' ? String(radius) : ''}
              onChange={({ target: { value } }) => {
                if (!/^\d{0,2}$/.test(value) || Number(value) > maxRadius) return;
                session.edit(setProp(content, null, 'radius', value === '' ? null : Number(value)), {
                  typed: true,
                });
              }}
            />
          )}
        </FormField>
      </div>
    </SettingRow>
  );
}
