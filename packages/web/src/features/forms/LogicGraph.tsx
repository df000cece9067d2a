import type { Content } from '@weft/documents';
import { fieldsOf, pagesOf } from '@weft/forms';
import { cx, Icon } from '@weft/ui';
import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { conditionWords } from './condition-words.ts';
import { PageThumb } from './PageThumb.tsx';
import { nodeBeside, nodeSize, type PageEdge, pageGraph } from './page-graph.ts';
import { pageLabel, pageMeta } from './page-looks.ts';
import { type QuestionList, shownPage } from './use-question-list.ts';

interface Props {
  readonly content: Content;
  readonly list: QuestionList;
}

const nodeId = (pageId: string): string => `node-${pageId}`;

/** The logic at a glance: pages as nodes, and where each leads. A press opens a page beside it, arrow keys walk. */
export function LogicGraph({ content, list }: Props) {
  const pages = useMemo(() => pagesOf(content), [content]);
  const graph = useMemo(() => pageGraph(pages), [pages]);
  const shown = shownPage(content, list.pageId)?.id;
  const fields = fieldsOf(pages.flatMap(({ questions }) => questions));
  const nameOf = (id: string): string => {
    const page = pages.find((each) => each.id === id);
    return page === undefined ? '' : pageLabel(pages, page);
  };
  /** When somebody goes along an edge. */
  const wordsOf = ({ from, rules, isUsual }: PageEdge): string => {
    const all = pages.find(({ id }) => id === from)?.rules ?? [];
    const conditions = rules.flatMap((place) => {
      const rule = all[place];
      return rule === undefined ? [] : [conditionWords(rule.when, fields)];
    });
    return [...conditions, ...(isUsual ? ['Otherwise'] : [])].join(', or ');
  };
  return (
    <section
      aria-label="Graph of the pages"
      className="min-w-0 flex-1 overflow-auto bg-[radial-gradient(var(--w-line)_1px,transparent_1px)] bg-[size:20px_20px] bg-canvas"
    >
      <div className="relative mx-auto" style={{ width: graph.width, height: graph.height }}>
        <svg
          aria-hidden="true"
          className="absolute inset-0 fill-none"
          width={graph.width}
          height={graph.height}
        >
          <defs>
            {['line-control', 'accent'].map((color) => (
              <marker
                key={color}
                id={`arrow-${color}`}
                viewBox="0 0 8 8"
                refX="8"
                refY="4"
                markerWidth="8"
                markerHeight="8"
                markerUnits="userSpaceOnUse"
                orient="auto"
              >
                <path d="M0 0L8 4L0 8Z" fill={`var(--w-${color})`} />
              </marker>
            ))}
          </defs>
          {graph.edges
            .toSorted((a, b) => Number(a.from === shown) - Number(b.from === shown))
            .map(({ from, to, path }) => {
              const color = from === shown ? 'accent' : 'line-control';
              return (
                <path
                  key={`${from} ${to}`}
                  d={path}
                  stroke={`var(--w-${color})`}
                  strokeWidth={from === shown ? 2 : 1.25}
                  markerEnd={`url(#arrow-${color})`}
                />
              );
            })}
        </svg>
        {graph.edges.map((edge) => {
          const { from, to, label, rules } = edge;
          if (label === null) return null;
          const words = wordsOf(edge);
          return (
            <span
              key={`${from} ${to}`}
              // The node it begins at says the same.
              aria-hidden="true"
              title={words}
              className={cx(
                '-translate-1/2 absolute flex h-6.5 max-w-56 items-center gap-1.5 rounded-full border px-2.5 text-small',
                from === shown ? 'border-accent bg-accent-tint text-accent-text' : 'bg-surface',
              )}
              style={{ left: label.x, top: label.y }}
            >
              {rules.length > 0 && (
                <span className="font-semibold">{rules.map((place) => place + 1).join(', ')}</span>
              )}
              <span className="truncate">{words}</span>
            </span>
          );
        })}
        <ol>
          {graph.nodes.map(({ page, x, y, isReached }) => (
            <li key={page.id}>
              <button
                type="button"
                id={nodeId(page.id)}
                aria-current={page.id === shown ? 'page' : undefined}
                className={cx(
                  'absolute flex items-center gap-3 rounded-md border bg-surface px-2 text-start',
                  page.id === shown ? 'outline-2 outline-accent' : 'hover:border-line-strong',
                  !isReached && 'border-warning border-dashed',
                )}
                style={{ left: x, top: y, ...nodeSize }}
                onClick={() => list.openPage(page.id)}
                onKeyDown={(event) => {
                  const next = nodeBeside(graph, page.id, event.key);
                  if (next === null) return;
                  event.preventDefault();
                  document.getElementById(nodeId(next))?.focus();
                }}
              >
                <PageThumb content={content} page={page} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium text-base">{pageLabel(pages, page)}</span>
                  <span
                    className={cx(
                      'block truncate text-small',
                      isReached ? 'text-text-subtle' : 'text-warning-text',
                    )}
                  >
                    {isReached ? pageMeta(page) : 'Nothing leads here'}
                  </span>
                </span>
                {!isReached && <Icon of={TriangleAlert} size={14} className="text-warning-text" />}
                {graph.edges
                  .filter(({ from }) => from === page.id)
                  .map((edge) => (
                    <span key={edge.to} className="sr-only">
                      {edge.label === null
                        ? `Leads to ${nameOf(edge.to)}.`
                        : `${wordsOf(edge)}: leads to ${nameOf(edge.to)}.`}
                    </span>
                  ))}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
