import type { Json } from '@weft/documents';
import { describe, expect, it } from 'vitest';
import { appOf } from './app-document.ts';
import { appFaults } from './app-faults.ts';
import { appOfBase, usersOf, type WhoSees } from './app-of-base.ts';
import { appProblems, whyNotPublished } from './app-problems.ts';
import { counted, fieldOf, idOf, shop } from './testing.ts';

const made = (who: WhoSees) =>
  appOfBase({ title: 'Portal', baseId: idOf('bas', 'shop'), tables: shop, who }, counted());

describe('an app of a database', () => {
  it.each<WhoSees>(['everyone', 'signedIn', 'own'])(
    'A1: for %s is a document without faults, with a list, a record page and a rule for each table',
    (who) => {
      const content = made(who);
      expect(appFaults(content)).toEqual([]);
      const app = appOf(content);
      expect(app.pages.filter(({ inNavigation }) => inNavigation).map(({ label }) => label)).toEqual(
        shop.map(({ name }) => name),
      );
      expect(app.pages.filter(({ table }) => table !== null)).toHaveLength(shop.length);
      expect(new Set(app.rules.map(({ table }) => table)).size).toBe(shop.length);
      expect(new Set(app.pages.map(({ slug }) => slug)).size).toBe(app.pages.length);
    },
  );

  it('can be published as it is, where everybody, or whoever signs in, sees all', () => {
    expect(appProblems(made('everyone'), shop).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(whyNotPublished(made('signedIn'), shop)).toBeNull();
  });

  it('asks for whose a record is, where nothing fills it in', () => {
    const asked = (who: WhoSees) =>
      Object.values(made(who).blocks).flatMap(({ props }) =>
        props.type === 'form' && props.mode === 'create' && props.table === idOf('tbl', 'Orders')
          ? [(props.fields as readonly string[]).includes(fieldOf('Orders', 'Buyer'))]
          : [],
      );
    expect([asked('signedIn'), asked('own')]).toEqual([[true], [false]]);
  });

  it('tells own records by a link to people, by an address, or by what both link to', () => {
    expect(usersOf(shop)).toMatchObject({ emailFieldId: fieldOf('People', 'Email') });
    const { rules } = appOf(made('own'));
    expect(rules.map(({ rows }) => rows.kind)).toEqual(['own', 'when', 'own']);
    expect(whyNotPublished(made('own'), shop)).toBeNull();
    const withoutBuyer = shop.map((table) => ({
      ...table,
      fields: table.fields.filter(({ name }) => name !== 'Buyer'),
    }));
    const content = appOfBase(
      { title: 'Portal', baseId: idOf('bas', 'shop'), tables: withoutBuyer, who: 'own' },
      counted(),
    );
    expect(appOf(content).rules.at(-1)?.rows).toEqual({
      kind: 'linked',
      field: fieldOf('Orders', 'Company'),
      via: fieldOf('People', 'Company'),
    });
    expect(whyNotPublished(content, withoutBuyer)).toBeNull();
  });
});

describe('problems of an app', () => {
  const content = made('signedIn');
  const without = (test: (props: { readonly [key: string]: Json }) => boolean) => ({
    ...content,
    blocks: Object.fromEntries(Object.entries(content.blocks).filter(([, { props }]) => !test(props))),
  });

  it('P1: a table that can be reached without a rule is named', () => {
    const ruleless = without((props) => props.type === 'rule' && props.table === idOf('tbl', 'Companies'));
    expect(whyNotPublished(ruleless, shop)).toBe(
      'The table ‘Companies’ has no rule: nobody would see anything of it',
    );
  });

  it('A3: what is gone is said, and is no fault', () => {
    const fewer = shop.map((table) =>
      table.name === 'Orders'
        ? { ...table, fields: table.fields.filter(({ name }) => name !== 'Due') }
        : table,
    );
    expect(appFaults(content)).toEqual([]);
    expect(whyNotPublished(content, fewer)).toContain('shows a field that is gone');
    expect(whyNotPublished(content, shop.slice(1))).not.toBeNull();
    const pageless = without((props) => props.type === 'page' && props.slug === 'orders-record');
    expect(appFaults(pageless).length).toBeGreaterThan(0);
  });

  it('P2: sign-in needs a table of people with addresses', () => {
    const { users: _, ...props } = content.props;
    expect(whyNotPublished({ ...content, props }, shop)).toContain('choose the table that holds them');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//example.org', 'https://a.org/"onload'])(
    'no button opens %s',
    (link) => {
      const [id, block] =
        Object.entries(content.blocks).find(([, { props }]) => props.type === 'button') ?? [];
      if (id === undefined || block === undefined) throw new Error('no button');
      const props = { ...block.props, action: { kind: 'openLink', link } };
      const changed = { ...content, blocks: { ...content.blocks, [id]: { ...block, props } } };
      expect(whyNotPublished(changed, shop)).toContain('an address begins with');
    },
  );
});
