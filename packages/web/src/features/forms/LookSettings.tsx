import { formThemes } from '@weft/forms';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { setProp } from './form-edits.ts';
import type { FormSession, FormState } from './form-session.ts';

/** How the published form looks. It is part of the draft: the world sees it once it is published. */
export function LookSettings({
  session,
  state,
}: {
  readonly session: FormSession;
  readonly state: FormState;
}) {
  const { content } = state;
  const choose = (theme: string | null) => session.edit(setProp(content, null, 'theme', theme));
  const chosen = formThemes.find(({ name }) => name === content.props.theme)?.name ?? null;
  const looks = [
    { name: null, label: 'Weft', canvas: '#f9f8f6', accent: '#3a4cc8', text: '#26241f' },
    ...formThemes,
  ];
  return (
    <SettingRow
      title="Theme"
      hint="Seen once you publish; the preview shows it at once. Without a theme the form is light or dark as each device wishes."
    >
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="sr-only">Theme</legend>
        {looks.map(({ name, label, canvas, accent, text }) => (
          <label
            key={label}
            className="flex cursor-pointer items-center gap-2 rounded-md border px-2.5 py-2 hover:bg-hover has-checked:border-accent has-checked:bg-accent-tint"
          >
            <input
              type="radio"
              name="theme"
              className="accent-accent"
              checked={name === chosen}
              onChange={() => choose(name)}
            />
            <span aria-hidden="true" className="flex overflow-hidden rounded-sm border">
              {[canvas, text, accent].map((color) => (
                <span key={color} className="size-4" style={{ backgroundColor: color }} />
              ))}
            </span>
            <span className="truncate text-base">{label}</span>
          </label>
        ))}
      </fieldset>
    </SettingRow>
  );
}
