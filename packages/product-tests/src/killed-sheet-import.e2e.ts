import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { cellOf, localSheet, localSpreadsheets, localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { quickStart, type Session, signUp, startProduct } from '@weft/testkit';
import type { Metadata, Records } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));
const { text, number } = cellOf;
/** So many that they are read in several pages. */
const rows = 12_000;

const guests = localSheet(7, 'Guests', [], {
  ...{ rowCount: rows + 1, columnCount: 2 },
  row: (at) => (at === 0 ? [text('Name'), text('Seats')] : [text(`Guest ${at}`), number(at)]),
});

/** The values of the first field of the only table, in their order. */
async function namesOf(session: Session, basePublicId: string): Promise<readonly unknown[]> {
  const { metadata } = await session.query<Metadata>('metadata.get', { basePublicId });
  const { id: tableId, fields } = must(metadata.tables[0]);
  expect(metadata.tables).toHaveLength(1);
  const names: unknown[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Records & { readonly nextCursor: string | null } = await session.query('records.list', {
      ...{ basePublicId, tableId, limit: 5_000, cursor },
    });
    names.push(...page.records.map(({ data }) => data[must(fields[0]).id]));
    cursor = page.nextCursor;
    if (cursor === null) return names;
  }
}

test('an import from a Google sheet whose server is killed is resumed where it stands, and from home after a reload', async ({
  page,
}) => {
  localSpreadsheets.reset([guests]);
  const local = await localVendors(['googlesheets']);
  await using vendors = local.server;
  const settings = { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_VENDORS: vendors.localUrl('https:/') };
  await using product = await startProduct(settings, [...quickStart, '--import', atLocalServices]);
  const session = await signUp(product.url, 'Kim Killed', emailOf('Kim Killed'));
  await sitDown(page, session);
  const google = must(local.providers.get('google'));
  await session.post('/rpc/integrations.setApp', { provider: 'google', ...google.app });
  const { signInUrl } = await session.post<{ readonly signInUrl: string }>(
    '/admin/services/create/googlesheets',
    { serviceName: 'My sheets', config: { files: 'all' } },
  );
  await page.goto(new URL(signInUrl, product.url).href);
  const dialog = page.getByRole('dialog', { name: 'Import from Google Sheets' });
  const importing = page.getByRole('dialog', { name: 'Importing from Google Sheets' });

  /** Begins an import and kills the server once rows are read and Google lets no more be read for now. */
  const importUntilKilled = async () => {
    await page.goto(`${product.url}/home?newDatabaseModal=open&googleSheetsImport=true`);
    await dialog.getByRole('combobox', { name: 'Spreadsheet' }).click();
    await page.getByRole('option', { name: 'Guests' }).click();
    await expect(dialog.getByRole('radio', { name: /Guests/ })).toBeChecked();
    let pages = 0;
    localSpreadsheets.onPage = () => {
      const busy = { kind: 'status', status: 429, retryAfter: '30' } as const;
      if (++pages === 2) vendors.brokenHosts.set('sheets.googleapis.com', busy);
    };
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(importing).toContainText(/[1-9][\d,]* rows read/);
    await product.restart('SIGKILL');
    localSpreadsheets.onPage = () => {};
    vendors.brokenHosts.clear();
    // It says that the server stopped, or on a slow machine that it is not back yet.
    await expect(importing.getByRole('button', { name: 'Resume' })).toBeVisible({ timeout: 60_000 });
  };
  const hasEachRowOnce = async () => {
    await page.waitForURL('**/database/**', { timeout: 60_000 });
    await expect(page.getByText('12,000 records')).toBeVisible();
    const names = await namesOf(session, must(new URL(page.url()).pathname.split('/')[2]));
    expect(names).toEqual(Array.from({ length: rows }, (_, at) => `Guest ${at + 1}`));
  };

  await test.step('resumed in the dialog, the table holds each row once', async () => {
    await importUntilKilled();
    await expectAccessible(page, 'an import from Google Sheets that was interrupted');
    await importing.getByRole('button', { name: 'Resume' }).click();
    await hasEachRowOnce();
  });

  await test.step('reloaded on it, home offers it', async () => {
    await importUntilKilled();
    await page.reload();
    const interrupted = page.getByRole('region', { name: 'Interrupted imports' });
    await expect(interrupted).toContainText('The import of Guests (My sheets) was interrupted');
    await interrupted.getByRole('button', { name: /^Resume/ }).click();
    await hasEachRowOnce();
    await page.goto(`${product.url}/home`);
    await expect(page.getByRole('link', { name: 'Guests' })).toHaveCount(2);
    await expect(interrupted).toBeHidden();
  });

  await test.step('removed in the dialog, nothing of it stays', async () => {
    await importUntilKilled();
    await importing.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('dialog', { name: 'Import data from' })).toBeVisible();
    await page.goto(`${product.url}/home`);
    await expect(page.getByRole('link', { name: 'Guests' })).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'Interrupted imports' })).toBeHidden();
  });
  expect(vendors.violations).toEqual([]);
});
