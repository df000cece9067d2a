export { removeFile } from './form/controls/files.ts';
export {
  closedFormPage,
  closedLinkPage,
  closedPage,
  continuePage,
  type Ending,
  type FormView,
  formPage,
  formParts,
  imageAddress,
  passwordPage,
  type ReviewPart,
  refusedPage,
  repeatedPage,
  thanksPage,
  triedPage,
  waitingPage,
  wholeForm,
} from './form/form-page.ts';
export { overPage, startPage } from './form/quiz-pages.ts';
export type { QuizResult } from './form/quiz-result.ts';
export type { PageFiles } from './page.ts';
export { isWork, workText } from './work.ts';
