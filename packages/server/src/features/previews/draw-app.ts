import { type Content, idsIn } from '@weft/documents';
import type { Colors } from './preview-colors.ts';
import { drawing, el, height, textAt, width } from './svg.ts';

const edge = 16;
const shownPages = 3;
const rows = [64, 86, 108] as const;

/** The name of an app, its first pages, and the rows that most of them show. */
export function drawApp(content: Content, colors: Colors): string {
  const { props, blocks } = content;
  const title = typeof props.title === 'string' ? props.title : '';
  const pages = idsIn(content, null)
    .map((id) => blocks[id]?.props)
    .filter((page) => page?.type === 'page' && page.inNavigation !== false)
    .slice(0, shownPages)
    .map((page) => String(page?.label ?? ''));
  return drawing([
    el('rect', { x: 0, y: 0, width, height, fill: colors('surface') }),
    textAt(edge, 22, title, { fill: colors('text'), 'font-size': 11, 'font-weight': 600 }),
    ...pages.map((label, at) =>
      textAt(edge + at * 72, 42, label.slice(0, 16), {
        fill: colors(at === 0 ? 'accent-text' : 'text-muted'),
        'font-weight': 500,
      }),
    ),
    el('rect', { x: 0, y: 50, width, height: 1, fill: colors('line') }),
    ...rows.flatMap((y) => [
      el('rect', { x: edge, y, width: 14, height: 14, rx: 3, fill: colors('accent-tint-strong') }),
      el('rect', { x: edge + 22, y: y + 2, width: 88, height: 4, rx: 2, fill: colors('line-strong') }),
      el('rect', { x: edge + 22, y: y + 9, width: 56, height: 3, rx: 1.5, fill: colors('line') }),
    ]),
  ]);
}
