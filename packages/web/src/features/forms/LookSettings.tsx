import {
  contrastFaults,
  contrastSentence,
  maxRadius,
  type PageTheme,
  pageThemes,
  themeFonts,
  themeOf,
} from '@weft/documents';
import { layoutOf } from '@weft/forms';
import { Banner, Button, FormField, Select, TextInput } from '@weft/ui';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { setProp } from './form-edits.ts';
import type { FormSession, FormState } from './form-session.ts';
import { ImagePicker } from './ImagePicker.tsx';
import { OwnStyles } from './OwnStyles.tsx';
import { ThemeChoice, weftTheme } from './ThemeChoice.tsx';

interface Props {
  readonly session: FormSession;
  readonly state: FormState;
}

/** How the published form looks. It is part of the draft: the world sees it once it is published. */
export function LookSettings({ session, state }: Props) {
  const { content } = state;
  const choose = (theme: string | null) => session.edit(setProp(content, null, 'theme', theme));
  const chosen = pageThemes.find(({ name }) => name === content.props.theme)?.name ?? null;
  return (
    <>
      <SettingRow
        title="Theme"
        hint="Seen once you publish; the preview shows it at once. Without a theme the form is light or dark as each device wishes."
      >
        <ThemeChoice chosen={chosen} onChoose={choose} />
      </SettingRow>
      <Colors session={session} state={state} />
      <Shape session={session} state={state} />
      <Images session={session} state={state} />
      <Layout session={session} state={state} />
      <OwnStyles session={session} state={state} />
    </>
  );
}

const colors = [
  { key: 'canvasColor', label: 'Background', of: 'canvas' },
  { key: 'textColor', label: 'Texts', of: 'text' },
  { key: 'accentColor', label: 'Buttons', of: 'accent' },
] as const satisfies readonly { key: string; label: string; of: keyof PageTheme }[];

/** Colours over those of the theme, and whether everybody can tell them apart. */
function Colors({ session, state: { content } }: Props) {
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
            {contrastSentence(fault)}. Until then the form can’t be published.
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

function Shape({ session, state: { content } }: Props) {
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

function Images({ session, state: { content } }: Props) {
  const image = (key: 'cover' | 'background', noun: string) => {
    const value = content.props[key];
    return (
      <ImagePicker
        flowId={session.flowId}
        image={typeof value === 'string' ? value : undefined}
        noun={noun}
        onChange={(chosen) => session.edit(setProp(session.getState().content, null, key, chosen))}
      />
    );
  };
  return (
    <>
      <SettingRow title="Cover" hint="Across the top of every page, up to 240 pixels high.">
        {image('cover', 'the cover')}
      </SettingRow>
      <SettingRow title="Background image" hint="Behind the page; questions stay on their own ground.">
        {image('background', 'the background image')}
      </SettingRow>
    </>
  );
}

const layouts = [
  { value: 'pages', label: 'Pages, as they are built' },
  { value: 'one', label: 'One question at a time' },
] as const;

function Layout({ session, state: { content } }: Props) {
  return (
    <SettingRow title="Layout" hint="One at a time, blocks that stand side by side are asked together.">
      <div className="max-w-80">
        <Select
          label="Layout"
          value={layoutOf(content)}
          options={layouts}
          onChange={(layout) =>
            session.edit(setProp(content, null, 'layout', layout === 'one' ? 'one' : null))
          }
        />
      </div>
    </SettingRow>
  );
}
