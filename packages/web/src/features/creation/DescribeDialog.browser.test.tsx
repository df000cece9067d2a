import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../queries.ts';
import { expectShown, show } from '../../testing.ts';
import { DescribeDialog } from './DescribeDialog.tsx';

const nothing = () => {};
const noEmail = 'You must add an email field to your database to enable authentication';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('makes no database that people sign in by before it has an email field', async () => {
  // The server answers nothing: one table is there to go on with.
  vi.stubGlobal('fetch', async () => new Response('{"error":{"kind":"unavailable"}}', { status: 503 }));
  const made = vi.fn(async () => {});
  show(
    <QueryClientProvider client={queryClient}>
      <DescribeDialog
        {...{ open: true, addAuthentication: true, onMake: made }}
        {...{ onSearchTemplates: nothing, onBack: nothing, onClose: nothing }}
      />
    </QueryClientProvider>,
  );
  await userEvent.fill(page.getByLabelText('What do you want to keep?'), 'Classes');
  await userEvent.click(page.getByRole('button', { name: 'Generate' }));
  const create = page.getByRole('button', { name: 'Create database' });
  await expect.element(create).toBeDisabled();
  await expectShown(['text', noEmail]);
  await userEvent.click(page.getByRole('button', { name: 'Add field to Table 1' }));
  await userEvent.click(page.getByRole('combobox', { name: /^Type of/ }).last());
  await userEvent.click(page.getByRole('option', { name: 'Email' }));
  await expect.element(page.getByText(noEmail)).not.toBeInTheDocument();
  await userEvent.click(create);
  await expect.poll(() => made.mock.calls.length).toBe(1);
});

it('asks before tables that somebody changed are given up, also those it began with for want of suggestions', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"error":{"kind":"unavailable"}}', { status: 503 }));
  const closed = vi.fn();
  show(
    <QueryClientProvider client={queryClient}>
      <DescribeDialog
        {...{ open: true, onMake: async () => {} }}
        {...{ onSearchTemplates: nothing, onBack: nothing, onClose: closed }}
      />
    </QueryClientProvider>,
  );
  const description = page.getByLabelText('What do you want to keep?');
  await userEvent.fill(description, 'Classes');
  await userEvent.click(page.getByRole('button', { name: 'Generate' }));
  const name = page.getByLabelText('Database name');
  await userEvent.fill(name, 'Weaving');
  const keep = page.getByRole('button', { name: 'Keep reviewing' });
  for (const leave of ['Back', 'Change description', 'Cancel']) {
    await userEvent.click(page.getByRole('button', { name: leave, exact: true }));
    await userEvent.click(keep);
    await expect.element(name).toHaveValue('Weaving');
  }
  await userEvent.click(page.getByRole('button', { name: 'Back', exact: true }));
  await userEvent.click(page.getByRole('button', { name: 'Discard', exact: true }));
  await expect.element(description).toHaveValue('Classes');
  expect(closed).not.toHaveBeenCalled();
});
