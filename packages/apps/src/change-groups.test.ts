import { expect, it } from 'vitest';
import { groupedChanges } from './change-groups.ts';

it('puts changes together by what they are about, whatever people call their parts', () => {
  const changes = [
    'Added the table ‘Stock’ to the database',
    'Added the field ‘Due’ to the table ‘Orders’',
    'Added the page ‘A rule’',
    'Set the name of the page ‘Home’ to ‘Start’',
    'Added a text',
    'Added the table ‘of the page ’',
    'Changed the setting ‘Title’ of the list ‘Orders’ from ‘A’ to ‘B’',
    'Changed the place in the navigation of the page ‘Home’',
    'Deleted the rule ‘Orders: Everyone can see all orders’',
    'Changed the rule ‘a’ to ‘b’',
    'Changed the access from open to everybody to for people who sign in',
    'Set the colour of buttons to ‘#123456’',
  ];
  expect(groupedChanges(changes).map(({ group, changes: of, told }) => [group, of.length, told])).toEqual([
    ['database', 2, '2 added'],
    ['pages', 3, '1 added, 2 changed'],
    ['blocks', 3, '2 added, 1 changed'],
    ['rules', 2, '1 changed, 1 deleted'],
    ['app', 2, '2 changed'],
  ]);
});
