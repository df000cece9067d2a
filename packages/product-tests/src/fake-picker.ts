import type { BrowserContext, Page } from '@playwright/test';

/** What the page gave Google's picker. */
interface Given {
  readonly appId: string;
  readonly key: string;
  readonly token: string;
  readonly origin: string;
}

/** Google's picker as its reference has it, with one file to pick; everything that it was given. */
export async function fakePicker(context: BrowserContext, fileId: string): Promise<readonly Given[]> {
  const given: Given[] = [];
  await context.exposeFunction('notePicker', (one: Given) => void given.push(one));
  await context.route('https://apis.google.com/js/api.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `(${library.toString()})(${JSON.stringify(fileId)})`,
    }),
  );
  return given;
}

/** Runs in the browser. */
function library(fileId: string): void {
  const scope = globalThis as unknown as {
    notePicker: (given: object) => void;
    gapi: object;
    google: object;
    readonly document: {
      createElement(name: 'button'): { textContent: string; onclick: () => void };
      readonly body: { append(element: object): void };
    };
  };
  class PickerBuilder {
    readonly #given: { [name: string]: string } = {};
    #tell: (answer: object) => void = () => {};
    addView() {
      return this;
    }
    enableFeature() {
      return this;
    }
    setAppId(appId: string) {
      return this.#with({ appId });
    }
    setOAuthToken(token: string) {
      return this.#with({ token });
    }
    setDeveloperKey(key: string) {
      return this.#with({ key });
    }
    setOrigin(origin: string) {
      return this.#with({ origin });
    }
    setCallback(tell: (answer: object) => void) {
      this.#tell = tell;
      return this;
    }
    build() {
      return {
        setVisible: () => {
          scope.notePicker(this.#given);
          const button = scope.document.createElement('button');
          button.textContent = 'Pick Guests';
          button.onclick = () => this.#tell({ action: 'picked', docs: [{ id: fileId, name: 'Guests' }] });
          scope.document.body.append(button);
        },
      };
    }
    #with(one: { readonly [name: string]: string }) {
      Object.assign(this.#given, one);
      return this;
    }
  }
  scope.gapi = { load: (_: string, on: { callback: () => void }) => on.callback() };
  const picker = {
    ...{ PickerBuilder, ViewId: { SPREADSHEETS: 'spreadsheets' } },
    Feature: { MULTISELECT_ENABLED: 'multiselectEnabled' },
  };
  scope.google = { picker };
}

/** Picks the file in Google's dialog, which closes under the press: that may not end before. */
export async function pickGuests(picker: Page): Promise<void> {
  const closed = picker.waitForEvent('close');
  const pressed = picker
    .getByRole('button', { name: 'Pick Guests' })
    .click()
    .catch(() => null);
  await closed;
  await pressed;
}
