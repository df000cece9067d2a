import { type Content, themeOf } from '@weft/documents';
import { type FormPage, imageOf, questionType } from '@weft/forms';
import type { ReactNode } from 'react';
import { themeStyle } from './sheet-theme.ts';

/** Questions that a thumb has room for. */
const most = 3;

const accent = 'var(--w-accent)';
const text = 'var(--w-text)';
const line = 'var(--w-line-control)';

const bar = (x: number, y: number, width: number, fill: string, height = 2): ReactNode => (
  <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx={1} fill={fill} />
);

/** A box for what is written, rows for what is chosen. */
function questionSketch(page: FormPage, top: number): ReactNode {
  const asked = page.questions.filter(({ type }) => questionType(type).isContent !== true).slice(0, most);
  return asked.map(({ id, type }, place) => {
    const y = top + place * 8;
    return questionType(type).choices === undefined ? (
      <rect key={id} x={8.5} y={y} width={31} height={5} rx={1} fill="none" stroke={line} />
    ) : (
      <g key={id}>
        <circle cx={10.5} cy={y + 2.5} r={1.5} fill="none" stroke={line} />
        {bar(14, y + 1.5, 20, line)}
      </g>
    );
  });
}

function sketch(page: FormPage, top: number): ReactNode {
  switch (page.kind) {
    case 'cover':
      return [bar(14, top + 6, 20, text), bar(17, top + 10, 14, line), bar(19, top + 14, 10, accent, 4)];
    case 'review':
      return [
        bar(8, top + 3, 14, text),
        ...[9, 14, 19].flatMap((y) => [bar(8, top + y, 10, line), bar(22, top + y, 16, text)]),
      ];
    case 'ending':
      return (
        <>
          <circle cx={24} cy={top + 11} r={5} fill="none" stroke={accent} />
          <path d={`m21.8 ${top + 11} 1.6 1.6 2.8 -3`} fill="none" stroke={accent} />
          {bar(15, top + 20, 18, text)}
        </>
      );
    default:
      return (
        <>
          {bar(8, top + 3, 14, text)}
          {questionSketch(page, top + 8)}
        </>
      );
  }
}

/** A page as it is, small: its kind and its first questions, in the colours of its theme. */
export function PageThumb({ content, page }: { readonly content: Content; readonly page: FormPage }) {
  const cover = imageOf(content.props.cover);
  const height = cover === null ? 0 : page.kind === 'cover' ? 12 : 5;
  return (
    <span
      aria-hidden="true"
      className="flex h-9 w-12 shrink-0 flex-col overflow-hidden rounded-sm border bg-canvas"
      style={themeStyle(themeOf(content))}
    >
      {cover !== null && (
        <img src={`/files/${cover.fileId}/image`} alt="" className="w-full object-cover" style={{ height }} />
      )}
      <svg aria-hidden="true" viewBox="0 0 48 36" className="h-9 w-12 shrink-0">
        {sketch(page, height === 12 ? -4 : 2)}
      </svg>
    </span>
  );
}
