import { type PageTheme, pageThemes } from '@weft/documents';
import type { CallOutput } from '@weft/protocol';
import { weftTheme } from '../../../editor/ThemeChoice.tsx';

export type ListedAppTemplate = CallOutput<'apps.templates'>['templates'][number];

type Look = Pick<PageTheme, 'canvas' | 'surface' | 'text' | 'line' | 'accent'>;

const plain: Look = { ...weftTheme, surface: '#ffffff', line: '#d9d5cd' };
const themes: readonly PageTheme[] = pageThemes;

const bar = (look: Look, width: string, strong = false) => (
  <span
    className="block h-1 rounded-full"
    style={{ width, backgroundColor: look.text, opacity: strong ? 0.75 : 0.3 }}
  />
);

const box = ({ surface, line }: Look) => ({ backgroundColor: surface, borderColor: line });

const rows = (look: Look) => (
  <span className="flex flex-col gap-0.5">
    {['60%', '45%', '70%'].map((width) => (
      <span
        key={width}
        className="flex items-center justify-between rounded-xs border px-1.5 py-1"
        style={box(look)}
      >
        {bar(look, width)}
        <span className="h-1.5 w-4 rounded-full opacity-50" style={{ backgroundColor: look.accent }} />
      </span>
    ))}
  </span>
);

const cards = (look: Look) => (
  <span className="grid grid-cols-3 gap-1">
    {['70%', '50%', '60%'].map((width) => (
      <span key={width} className="flex flex-col gap-1 rounded-xs border p-1" style={box(look)}>
        <span className="h-4 rounded-xs opacity-30" style={{ backgroundColor: look.accent }} />
        {bar(look, width)}
      </span>
    ))}
  </span>
);

const lanes = (look: Look) => (
  <span className="grid grid-cols-3 gap-1">
    {[2, 3, 1].map((count) => (
      <span key={count} className="flex flex-col gap-1 rounded-xs border p-1" style={box(look)}>
        {bar(look, '50%', true)}
        {['80%', '60%', '70%'].slice(0, count).map((width) => (
          <span key={width} className="rounded-xs border p-0.5" style={box(look)}>
            {bar(look, width)}
          </span>
        ))}
      </span>
    ))}
  </span>
);

const figures = (look: Look) => (
  <span className="grid grid-cols-2 gap-1">
    {['50%', '40%'].map((width) => (
      <span key={width} className="flex flex-col gap-1 rounded-xs border p-1" style={box(look)}>
        {bar(look, width)}
        <span className="h-2 w-1/3 rounded-xs" style={{ backgroundColor: look.text, opacity: 0.7 }} />
      </span>
    ))}
  </span>
);

const month = (look: Look) => (
  <span className="grid grid-cols-7 gap-px">
    {Array.from({ length: 21 }, (_, day) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: days have no other name
        key={day}
        className="h-2 rounded-xs"
        style={{ backgroundColor: day % 5 === 2 ? look.accent : look.surface }}
      />
    ))}
  </span>
);

/** Kinds of blocks that tell one app from another. */
const drawn: { readonly [kind: string]: (look: Look) => React.JSX.Element } = {
  ...{ list: rows, table: rows, form: rows, detail: rows },
  ...{ gallery: cards, kanban: lanes, calendar: month, metric: figures, chart: figures },
};

/** How an app of a template begins: its navigation, and what stands on its first page. */
export function TemplateSketch({ template }: { readonly template: ListedAppTemplate }) {
  const look: Look = themes.find(({ name }) => name === template.theme) ?? plain;
  const kinds = [...new Set(template.begins)].filter((kind) => drawn[kind] !== undefined).slice(0, 2);
  return (
    <span
      aria-hidden="true"
      className="flex h-32 flex-col overflow-hidden rounded-md border"
      style={{ backgroundColor: look.canvas, borderColor: look.line, color: look.text }}
    >
      <span
        className="flex shrink-0 items-center gap-2 overflow-hidden whitespace-nowrap border-b px-2 py-1.5 text-[9px] leading-none"
        style={box(look)}
      >
        <span className="size-2.5 shrink-0 rounded-xs" style={{ backgroundColor: look.accent }} />
        {template.pages.slice(0, 4).map((page, at) => (
          <span key={page} className={at === 0 ? 'font-semibold' : 'opacity-70'}>
            {page}
          </span>
        ))}
      </span>
      <span className="flex flex-col gap-1.5 p-2">
        {bar(look, '35%', true)}
        {kinds.map((kind) => (
          <span key={kind}>{drawn[kind]?.(look)}</span>
        ))}
      </span>
    </span>
  );
}
