import { pageThemes } from '@weft/documents';

/** What a page without a theme looks like in the light. */
export const weftTheme = {
  ...{ name: null, label: 'Weft' },
  ...{ canvas: '#f9f8f6', accent: '#3a4cc8', text: '#26241f' },
};

interface Props {
  /** The name of a theme; null: none. */
  readonly chosen: string | null;
  readonly onChoose: (theme: string | null) => void;
}

/** The themes of published pages, each with its colours. */
export function ThemeChoice({ chosen, onChoose }: Props) {
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="sr-only">Theme</legend>
      {[weftTheme, ...pageThemes].map(({ name, label, canvas, accent, text }) => (
        <label
          key={label}
          className="flex min-w-0 cursor-pointer items-center gap-2 rounded-md border px-2 py-2 hover:bg-hover has-checked:border-accent has-checked:bg-accent-tint"
        >
          <input
            type="radio"
            name="theme"
            className="accent-accent"
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          <span aria-hidden="true" className="flex shrink-0 overflow-hidden rounded-sm border">
            {[canvas, text, accent].map((color) => (
              <span key={color} className="size-3 @min-[20rem]:size-4" style={{ backgroundColor: color }} />
            ))}
          </span>
          <span className="truncate text-base">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
