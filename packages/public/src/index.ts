export {
  closedFormPage,
  closedPage,
  formPage,
  formParts,
  refusedPage,
  repeatedPage,
  thanksPage,
} from './form/form-page.ts';
export type { PageFiles } from './page.ts';
