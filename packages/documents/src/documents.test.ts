import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import {
  applyAll,
  type Block,
  blockOf,
  type Clash,
  type Content,
  diff,
  type Edit,
  emptyContent,
  faultsOf,
  idsByParent,
  idsIn,
  inWords,
  isInside,
  type Kind,
  maxBlocks,
  maxSteps,
  mergeText,
  migrated,
  type Names,
  noSteps,
  type Props,
  publish,
  rebase,
  recorded,
  restoring,
  schemaOf,
  showing,
  unpublished,
  unpublishedEdits,
  withInner,
} from './index.ts';

const block = (parent: string | null, order: string, props: Props): Block => ({ parent, order, props });

const form: Content = {
  ...emptyContent('form', 0),
  props: { name: 'Visit' },
  blocks: {
    page: block(null, 'V', { kind: 'page', label: 'About you' }),
    name: block('page', 'V', { kind: 'short_text', label: 'Name' }),
    email: block('page', 'W', { kind: 'email', label: 'Email', required: true }),
    end: block(null, 'W', { kind: 'page', label: 'Thanks' }),
  },
};

const set = (id: string | null, key: string, after: string | boolean | null): Edit => {
  const before = (id === null ? form : must(form.blocks[id])).props[key] ?? null;
  return { kind: 'prop', id, key, before, after };
};
const move = (id: string, parent: string | null, order: string): Edit => {
  const { parent: from, order: was } = must(form.blocks[id]);
  return { kind: 'move', id, before: { parent: from, order: was }, after: { parent, order } };
};
const remove = (...ids: readonly string[]): readonly Edit[] =>
  ids.map((id) => ({ kind: 'block', id, before: must(form.blocks[id]), after: null }));

const meet = (earlier: readonly Edit[], later: readonly Edit[]) => {
  const gone = new Map(
    earlier.flatMap((edit) => (edit.kind === 'block' && edit.before ? [[edit.id, edit.before]] : [])),
  );
  const { content, clashes } = rebase(applyAll(form, earlier), later, {
    ...{ wins: 'edit', isText: (key) => key === 'label' },
    deleted: (id) => gone.get(id),
  });
  return { content, reasons: clashes.map(({ reason }): Clash['reason'] => reason) };
};

describe('a document', () => {
  it('S1: says what stands in what, in order', () => {
    expect(idsIn(form, null)).toEqual(['page', 'end']);
    expect([null, 'page', 'gone'].map(idsByParent(form))).toEqual(
      [null, 'page', 'gone'].map((parent) => idsIn(form, parent)),
    );
    expect(withInner(form, 'page')).toEqual(['page', 'name', 'email']);
    expect([isInside(form, 'email', 'page'), isInside(form, 'page', 'email')]).toEqual([true, false]);
    expect(blockOf(form, 'constructor')).toBeUndefined();
  });

  it.each([
    ['a parent that is not there', { x: block('gone', 'V', {}) }, 'blocks.x.parent'],
    ['a block in itself', { x: block('y', 'V', {}), y: block('x', 'V', {}) }, 'blocks.x.parent'],
    ['two blocks at one place', { x: block(null, 'k', {}), y: block(null, 'k', {}) }, 'blocks.y.order'],
    ['an order that is none', { x: block(null, 'k0', {}) }, 'blocks.x.order'],
    ['an id that is none', { 'x y': block(null, 'k', {}) }, 'blocks.x y'],
    ['null as a prop', { x: block(null, 'k', { label: null } as unknown as Props) }, 'blocks.x.props.label'],
    ['a text that cannot be stored', { x: block(null, 'k', { label: '\ud800' }) }, 'blocks.x.props.label'],
    ['a number that is none', { x: block(null, 'k', { most: Number.NaN }) }, 'blocks.x.props.most'],
    [
      'a forbidden name',
      { x: block(null, 'k', { a: JSON.parse('[{"__proto__":1}]') as string[] }) },
      'blocks.x.props.a',
    ],
  ])('S4: with %s is refused', (_what, blocks, path) => {
    expect(faultsOf({ ...form, blocks }).map((fault) => fault.path)).toContain(path);
  });

  it('S4: has so many blocks and no more', () => {
    const many = Object.fromEntries(
      Array.from({ length: maxBlocks + 1 }, (_, i) => [`b${i}`, block(null, `a${i}1`, {})]),
    );
    expect(faultsOf({ ...form, blocks: many })).toHaveLength(1);
    expect(faultsOf(form)).toEqual([]);
  });
});

describe('two people', () => {
  it('M3: of one property the last counts and is named; of a text both, where they wrote apart', () => {
    const apart = meet([set('name', 'label', 'Full Name')], [set('name', 'label', 'Name, please')]);
    expect([apart.content.blocks.name?.props.label, apart.reasons]).toEqual(['Full Name, please', []]);
    const same = meet([set('name', 'kind', 'email')], [set('name', 'kind', 'number')]);
    expect([same.content.blocks.name?.props.kind, same.reasons]).toEqual(['number', ['overwrites']]);
  });

  it('M3: parts no pair of a character in two', () => {
    expect(mergeText('a😀b😁c', 'a😃b😁c', 'a😀b😂c')).toBe('a😃b😂c');
  });

  it('M3: keeps what two people write at the same place, and cannot tell where both replace the same', () => {
    const [mine, theirs] = ['Mobile phone (mobile)', 'Mobile phone or landline'];
    expect(mergeText('Mobile phone', mine, theirs)).toBe('Mobile phone or landline (mobile)');
    // The next letter goes where the ones before went.
    expect(mergeText('ab(', 'ab(m', 'ab o(')).toBe('ab o(m');
    expect(mergeText('ab', 'axb', 'ayb')).toBe('ayxb');
    // Nobody's word is parted by what somebody else wrote behind it.
    expect(mergeText('Or landlin', 'Or landline', 'Or landlin (mobile)')).toBe('Or landline (mobile)');
    expect(mergeText('Or landlin', 'Or landlin (mobile)', 'Or landline')).toBe('Or landline (mobile)');
    expect(mergeText('a1b', 'axb', 'ayb')).toBeNull();
  });

  it.each([
    ['wrote into', [set('email', 'label', 'Mail')]],
    ['moved', [move('email', null, 'k')]],
  ])('M4: a question stays that one deletes and the other %s', (_what, work) => {
    const gone = remove('name', 'email', 'page');
    for (const [earlier, later] of [
      [gone, work],
      [work, gone],
    ] as const) {
      const { content } = meet(earlier, later);
      expect(content.blocks.email).toBeDefined();
      expect(content.blocks.name).toBeUndefined();
      expect(faultsOf(content)).toEqual([]);
    }
  });

  it('M4: a page stays into which somebody puts a question while it is deleted', () => {
    const added: Edit = { kind: 'block', id: 'x', before: null, after: block('page', 'k', {}) };
    const { content, reasons } = meet(remove('name', 'email', 'page'), [added]);
    expect([Object.keys(content.blocks).toSorted(), reasons]).toEqual([
      ['end', 'page', 'x'],
      ['brought-back'],
    ]);
  });

  it('M5: two that are added at one place stand side by side', () => {
    const at = (id: string): Edit => ({ kind: 'block', id, before: null, after: block('page', 'VV', {}) });
    const { content, reasons } = meet([at('x')], [at('y')]);
    expect([idsIn(content, 'page'), reasons]).toEqual([['name', 'x', 'y', 'email'], []]);
  });

  it('M6: two pages that go into each other: the second stays where it is', () => {
    const { content, reasons } = meet([move('page', 'end', 'k')], [move('end', 'page', 'k')]);
    expect([content.blocks.end?.parent, reasons]).toEqual([null, ['cycle']]);
  });
});

describe('versions', () => {
  const kind: Kind = {
    kind: 'form',
    migrations: [
      (content) => ({ ...content, props: { ...content.props, title: must(content.props.name) } }),
      ({ props: { name: _, ...props }, ...content }) => ({ ...content, props }),
    ],
  };

  it('V1: a stored document is brought up to date, and one of tomorrow refused in words', () => {
    expect(migrated(form, kind)).toEqual({
      ok: true,
      value: { ...form, schema: schemaOf(kind), props: { title: 'Visit' } },
    });
    const now = must(migrated(form, kind).ok ? { ...form, schema: 2 } : null);
    expect(migrated(now, kind)).toEqual({ ok: true, value: now });
    expect(migrated({ ...form, schema: 3 }, kind)).toMatchObject({
      ok: false,
      error: expect.stringContaining('newer version'),
    });
    expect(migrated({ ...form, kind: 'quiz' }, kind).ok).toBe(false);
  });

  it('V2, V3: what is published never changes; it is shown by one pointer, and can be restored', () => {
    const at = { publishedAt: '2026-11-22T17:00:00.000Z', publishedBy: 'ann' };
    const first = publish(unpublished, form, { id: 'one', ...at });
    const draft = applyAll(form, [set('name', 'label', 'Your name')]);
    const second = publish(first.publication, draft, { id: 'two', ...at });
    expect([second.snapshot.number, second.publication]).toEqual([2, { shown: 'two', next: 3 }]);
    expect(first.snapshot.content).toEqual(form);
    expect(showing(second.publication, 'one')).toEqual({ shown: 'one', next: 3 });
    expect(unpublishedEdits(second.snapshot, draft)).toEqual([]);
    expect(applyAll(draft, restoring(draft, first.snapshot))).toEqual(form);
  });

  it('V4: what changed is told in words', () => {
    const names: Names = {
      block: ({ props }) => (typeof props.label === 'string' ? props.label : null),
      sort: ({ props }) => (props.kind === 'page' ? 'page' : 'question'),
      prop: (key) => (key === 'secret' ? null : key === 'kind' ? 'type' : key),
      value: (key, value) => (key === 'kind' ? String(value).replace('_', ' ') : null),
    };
    const after = applyAll(form, [
      { kind: 'block', id: 'p', before: null, after: block(null, 'X', { kind: 'page', label: 'More' }) },
      { kind: 'block', id: 'q', before: null, after: block('p', 'V', { kind: 'number', label: 'Age' }) },
      set('name', 'label', 'Full name'),
      set('name', 'kind', 'long_text'),
      set('name', 'secret', 'x'),
      move('email', 'end', 'V'),
      set('email', 'required', null),
      move('end', null, 'W1'),
      set(null, 'name', 'Visits'),
    ]);
    expect(inWords(form, after, diff(form, after), names)).toEqual([
      'Added the page ‘More’',
      'Moved the question ‘Email’ into the page ‘Thanks’',
      'Removed the required of the question ‘Email’',
      'Changed the type of the question ‘Name’ from short text to long text',
      'Changed the label of the question ‘Name’ from ‘Name’ to ‘Full name’',
      'Changed the name from ‘Visit’ to ‘Visits’',
    ]);
    expect(inWords(after, form, diff(after, form), names)[0]).toBe(
      'Moved the question ‘Email’ into the page ‘About you’',
    );
    expect(inWords(after, form, diff(after, form), names)).toContain('Deleted the page ‘More’');
  });

  it('U4: keeps so many steps and no more', () => {
    const edits = Array.from({ length: maxSteps + 5 }, () => [set('name', 'label', 'x')]);
    expect(edits.reduce(recorded, noSteps).done).toHaveLength(maxSteps);
  });
});
