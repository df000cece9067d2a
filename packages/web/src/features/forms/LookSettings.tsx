import { pageThemes } from '@weft/documents';
import { layoutOf } from '@weft/forms';
import { Select } from '@weft/ui';
import { setProp } from '../../editor/set-prop.ts';
import { ThemeChoice } from '../../editor/ThemeChoice.tsx';
import { ThemeColors, ThemeShape } from '../../editor/ThemeShape.tsx';
import { SettingRow } from '../../shell/SettingRow.tsx';
import type { FormSession, FormState } from './form-session.ts';
import { ImagePicker } from './ImagePicker.tsx';
import { OwnStyles } from './OwnStyles.tsx';

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
      <ThemeColors session={session} content={content} noun="form" />
      <ThemeShape session={session} content={content} />
      <Images session={session} state={state} />
      <Layout session={session} state={state} />
      <OwnStyles session={session} state={state} />
    </>
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
