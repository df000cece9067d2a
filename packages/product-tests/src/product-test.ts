import { test as bare, expect, type Page } from '@playwright/test';
import { withoutUndefined } from '@weft/std';
import { type Product, type Session, signUp, startProduct } from '@weft/testkit';
import { importOrder } from './databases.ts';
import { cell, emailOf } from './people.ts';

/** The products of a worker: one that its test files share, and one of its own for a file that asks for it. */
class WorkerProducts implements AsyncDisposable {
  #shared: Product | null = null;
  #own: { readonly file: string; readonly product: Product } | null = null;

  async shared(): Promise<Product> {
    this.#shared ??= await startProduct();
    return this.#shared;
  }

  async of(file: string): Promise<Product> {
    if (this.#own?.file !== file) {
      await this.#stopOwn();
      this.#own = { file, product: await startProduct() };
    }
    return this.#own.product;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stopOwn();
    await this.#shared?.stop();
    this.#shared = null;
  }

  async #stopOwn(): Promise<void> {
    await this.#own?.product.stop();
    this.#own = null;
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
  /** For `test.use`: the file gets a server of its own with nobody in it, to stop it or to be the instance admin of. */
  readonly ownProduct: boolean;
  /** Shared with other tests: whoever signs up has an organization of their own. */
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
export const test = bare.extend<People, { readonly workerProducts: WorkerProducts }>({
  ownProduct: [false, { option: true }],
  workerProducts: [
    async ({ browser: _ }, use) => {
      await using products = new WorkerProducts();
      await use(products);
    },
    { scope: 'worker' },
  ],
  product: async ({ workerProducts, ownProduct }, use, { file }) =>
    use(await (ownProduct ? workerProducts.of(file) : workerProducts.shared())),
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
      const session = await signUp(product.url, name, emailOf(name));
      await sitDown(page, session);
      const { order } = await importOrder(session, csv);
      for await (const _ of session.events('import.csvImportStream', order));
      await page.goto(`/database/${order.basePublicId}`);
      await expect(cell(page, 1, 1)).toBeVisible();
      return page;
    }),
});
