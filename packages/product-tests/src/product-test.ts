import { test as bare, expect, type Page } from '@playwright/test';
import { withoutUndefined } from '@weft/std';
import { type Product, type Session, signUp, startProduct } from '@weft/testkit';
import { importOrder } from './databases.ts';
import { cell } from './people.ts';

/** The product of the test file at work. Each file finds one with nobody in it; its tests share it. */
class FileProduct implements AsyncDisposable {
  #file = '';
  #product: Product | null = null;

  async of(file: string): Promise<Product> {
    if (this.#product !== null && this.#file === file) return this.#product;
    await this[Symbol.asyncDispose]();
    this.#file = file;
    this.#product = await startProduct();
    return this.#product;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#product?.stop();
    this.#product = null;
  }
}

const failOnErrors = (page: Page): void => {
  page.on('pageerror', (error) => {
    throw error;
  });
};

/** Makes the person of a session the one who sits at this page. */
export async function sitDown(page: Page, { url, headers }: Session): Promise<void> {
  const cookies = headers.cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url };
  });
  await page.context().addCookies(cookies);
}

interface People {
  readonly product: Product;
  /** Somebody else, at a browser of their own with nothing in it; `page` is the first. */
  readonly newPerson: () => Promise<Page>;
  /** A new person in front of the rows of a CSV. Other tests sign up and import by clicks: here both are calls. */
  readonly atCsv: (name: string, csv: string) => Promise<Page>;
}

/**
 * A test at the real product in a real browser. Paths lead to the product (`page.goto('/home')`); a page that throws
 * fails its test.
 */
export const test = bare.extend<People, { readonly fileProduct: FileProduct }>({
  fileProduct: [
    async ({ browser: _ }, use) => {
      await using products = new FileProduct();
      await use(products);
    },
    { scope: 'worker' },
  ],
  product: async ({ fileProduct }, use, { file }) => use(await fileProduct.of(file)),
  baseURL: ({ product }, use) => use(product.url),
  page: async ({ page }, use) => {
    failOnErrors(page);
    await use(page);
  },
  newPerson: async ({ browser, baseURL }, use) => {
    await using contexts = new AsyncDisposableStack();
    await use(async () => {
      const context = await browser.newContext(withoutUndefined({ baseURL }));
      contexts.defer(() => context.close());
      const page = await context.newPage();
      failOnErrors(page);
      return page;
    });
  },
  atCsv: ({ page, product }, use) =>
    use(async (name, csv) => {
      const session = await signUp(product.url, name);
      await sitDown(page, session);
      const { order } = await importOrder(session, csv);
      for await (const _ of session.events('import.csvImportStream', order));
      await page.goto(`/database/${order.basePublicId}`);
      await expect(cell(page, 1, 1)).toBeVisible();
      return page;
    }),
});
