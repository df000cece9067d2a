import { AppError } from '@weft/std';
import { call } from '../../api.ts';

/** A file that was chosen; Google gives the connection access to it. */
export interface PickedFile {
  readonly id: string;
  readonly name: string;
}

/** Google's library, as far as it is used: https://developers.google.com/workspace/drive/picker/reference */
interface PickerLibrary {
  readonly PickerBuilder: new () => PickerBuilder;
  readonly ViewId: { readonly SPREADSHEETS: string };
  readonly Feature: { readonly MULTISELECT_ENABLED: string };
}
interface PickerBuilder {
  addView(view: string): PickerBuilder;
  enableFeature(feature: string): PickerBuilder;
  setAppId(id: string): PickerBuilder;
  setOAuthToken(token: string): PickerBuilder;
  setDeveloperKey(key: string): PickerBuilder;
  setOrigin(origin: string): PickerBuilder;
  setCallback(
    told: (answer: { readonly action: string; readonly docs?: readonly PickedFile[] }) => void,
  ): PickerBuilder;
  build(): { setVisible(visible: boolean): void };
}
interface GoogleGlobals {
  readonly gapi: {
    load(name: string, on: { readonly callback: () => void; readonly onerror: () => void }): void;
  };
  readonly google: { readonly picker: PickerLibrary };
}

const libraryUrl = 'https://apis.google.com/js/api.js';
const notLoaded = () => new AppError('unavailable', 'Google’s file picker could not be loaded');

const globals = () => globalThis as unknown as GoogleGlobals;

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src });
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(notLoaded()));
    document.head.append(script);
  });
}

async function loadPicker(): Promise<PickerLibrary> {
  await loadScript(libraryUrl);
  await new Promise<void>((resolve, reject) =>
    globals().gapi.load('picker', { callback: resolve, onerror: () => reject(notLoaded()) }),
  );
  return globals().google.picker;
}

/** Shows Google's dialog; the spreadsheets that were chosen, none where it was closed. */
export async function pickSpreadsheets(serviceId: string): Promise<readonly PickedFile[]> {
  const [{ clientId, accessToken, pickerKey }, picker] = await Promise.all([
    call('GET /v1/admin/services/googleSheets/credentials', { query: { serviceId } }),
    loadPicker(),
  ]);
  if (pickerKey === null)
    throw new AppError('conflict', 'An admin has to set up the file picker of Google first');
  return new Promise((resolve) => {
    new picker.PickerBuilder()
      .addView(picker.ViewId.SPREADSHEETS)
      .enableFeature(picker.Feature.MULTISELECT_ENABLED)
      // The number of the operator's project, with which a client's id begins.
      .setAppId(clientId.split('-')[0] ?? '')
      .setOAuthToken(accessToken)
      .setDeveloperKey(pickerKey)
      .setOrigin(location.origin)
      .setCallback(({ action, docs = [] }) => {
        if (action === 'picked') resolve(docs.map(({ id, name }) => ({ id, name })));
        else if (action === 'cancel') resolve([]);
      })
      .build()
      .setVisible(true);
  });
}

/** The window of the picker tells the page that opened it what was chosen. */
export const pickedChannel = (serviceId: string): string => `weft.picked ${serviceId}`;
