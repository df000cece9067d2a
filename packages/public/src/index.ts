export { appMessage, appPage } from './app/app-page.ts';
export type {
  AppPageView,
  BlockView,
  CellView,
  ChartView,
  ColumnView,
  ControlView,
  DetailView,
  FilterView,
  InputView,
  MonthView,
  RowsView,
  RowView,
} from './app/app-views.ts';
export { blockFragment } from './app/blocks.ts';
export { isIcon } from './app/icons.ts';
export { lookPart } from './app/look-part.ts';
export { signInCodePage, signInLinkPage, signInPage } from './app/sign-in-page.ts';
export { type BookedView, bookedPage, cancelPage } from './booking/booked-page.ts';
export { bookingParts, type EventCard, noBookingPage } from './booking/booking-panel.ts';
export { type DetailsView, detailsPage } from './booking/details-page.ts';
export { type TimesView, timesPage } from './booking/times-page.ts';
export { waitPage, waitStatePage } from './booking/wait-page.ts';
export { captchaMissing } from './captcha-missing.ts';
export { askedView, pipingFor, type Reader, valuesOf } from './form/asked-view.ts';
export { removeFile } from './form/controls/files.ts';
export {
  type Ending,
  type FormView,
  formPage,
  formParts,
  imageAddress,
  thanksPage,
  triedPage,
} from './form/form-page.ts';
export { addressPage, codePage, passwordPage } from './form/gate-pages.ts';
export {
  closedFormPage,
  closedLinkPage,
  closedPage,
  continuePage,
  refusedPage,
  repeatedPage,
  waitingPage,
  wholeForm,
} from './form/message-pages.ts';
export { orderPage, payNextPage, portalPage } from './form/order-page.ts';
export { overPage, startPage } from './form/quiz-pages.ts';
export type { QuizResult } from './form/quiz-result.ts';
export type { Words } from './languages/words.ts';
export { offlineTexts, type PageLanguage } from './languages/words.ts';
export { languageMove, languageParameter, type PageFiles, wordsOf } from './page.ts';
export { isRecordToken, recordTokenMark } from './record-token.ts';
export { isWork, workText } from './work.ts';
