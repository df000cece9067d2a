import { AppError } from '@weft/std';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectShown, show } from '../testing.ts';
import { NameDialog } from './NameDialog.tsx';

it.each([
  [
    'by its own sentence',
    new AppError('conflict', 'Someone deleted it meanwhile'),
    'Someone deleted it meanwhile',
  ],
  ['that says nothing', new Error('boom'), 'An error occurred'],
])('a name that is refused %s stays in the dialog, with the reason', async (_, error, text) => {
  let closed = 0;
  const refuse = () => {
    throw error;
  };
  show(
    <NameDialog
      title="Rename table"
      label="Table name"
      confirm="Rename"
      initial="Orders"
      faultOf={() => null}
      onClose={() => closed++}
      onName={refuse}
    />,
  );
  await page.getByRole('textbox', { name: 'Table name' }).fill('Sales');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expectShown(['text', text]);
  expect(closed).toBe(0);
});
