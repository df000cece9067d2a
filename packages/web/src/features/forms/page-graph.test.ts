import type { FormPage } from '@weft/forms';
import { describe, expect, it } from 'vitest';
import { nodeBeside, pageGraph } from './page-graph.ts';

const page = (id: string, change: Partial<FormPage> = {}): FormPage => ({
  ...{ id, kind: 'form', title: id, text: '', questions: [], rules: [], next: null, redirect: null },
  ...change,
});
const rule = (to: string) => ({ id: `to-${to}`, when: { conjunction: 'and', items: [] } as const, to });

const pages = [
  page('one', { rules: [rule('group'), rule('full'), rule('group')] }),
  page('two', { next: 'check' }),
  page('group'),
  page('check', { rules: [rule('one')] }),
  page('lost', { next: 'check' }),
  page('thanks', { kind: 'ending' }),
  page('full', { kind: 'ending' }),
];
const graph = pageGraph(pages);
const node = (id: string) =>
  graph.nodes.find((each) => each.page.id === id) ?? { x: -1, y: -1, isReached: false };

describe('the graph of the logic of a form', () => {
  it('has an edge for each page that another leads to, with the rules that do', () => {
    expect(graph.edges.map(({ from, to, rules, isUsual }) => [from, to, rules, isUsual])).toEqual([
      ['one', 'two', [], true],
      ['one', 'group', [0, 2], false],
      ['one', 'full', [1], false],
      ['two', 'check', [], true],
      ['group', 'check', [], true],
      ['check', 'lost', [], true],
      ['check', 'one', [0], false],
      ['lost', 'check', [], true],
    ]);
  });

  it('goes down with the way of an answer, the usual way in one column, and loops back up', () => {
    expect(node('two').x).toBe(node('one').x);
    expect(node('two').y).toBeGreaterThan(node('one').y);
    expect(node('check').y).toBeGreaterThan(node('group').y);
  });

  it('puts no two pages at one place, and all of them inside the picture', () => {
    const spots = graph.nodes.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(spots).size).toBe(pages.length);
    for (const { x, y } of graph.nodes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + 216).toBeLessThanOrEqual(graph.width);
      expect(y + 56).toBeLessThanOrEqual(graph.height);
    }
  });

  it('names the pages that nothing leads to', () => {
    expect(graph.nodes.filter(({ isReached }) => !isReached).map((each) => each.page.id)).toEqual(['thanks']);
  });

  it('is walked with the arrow keys', () => {
    expect(nodeBeside(graph, 'one', 'ArrowDown')).toBe('two');
    expect(nodeBeside(graph, 'two', 'ArrowUp')).toBe('one');
    expect(nodeBeside(graph, 'one', 'ArrowUp')).toBeNull();
    expect(nodeBeside(graph, 'one', 'Enter')).toBeNull();
  });

  it('is empty for a form without pages, and holds one without rules', () => {
    expect(pageGraph([]).nodes).toEqual([]);
    const [edge] = pageGraph([page('only'), page('end', { kind: 'ending' })]).edges;
    expect(edge).toMatchObject({ from: 'only', to: 'end', label: null });
  });
});
