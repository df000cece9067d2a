export { type AnswerCharge, chargeOf } from './answer-charge.ts';
export { answerIdsOf, ownFieldIds } from './answer-ids.ts';
export { answerColumns } from './answer-order.ts';
export { type AnswerWords, answerText, listedTexts, namedTexts, namesOf, pipeOf } from './answer-text.ts';
export { type AnswerTransform, answerTransforms } from './answer-transforms.ts';
export {
  type Answers,
  type AskedPage,
  askPage,
  type ConditionEnv,
  canBeJudged,
  conditionEnv,
  fieldsAskedBy,
  holds,
  isConditional,
  type Sent,
  textsBy,
  unknownFields,
} from './answers.ts';
export { type CaptchaName, captchaLabels, captchaNames, isCaptchaName } from './captcha.ts';
export { formProblems, formWarnings, ownStylesProblem, pageName } from './check-form.ts';
export { conditionsJson, defaultRulesJson, maxDefaultRules } from './conditions.ts';
export { connectionNeed } from './connection-need.ts';
export {
  type DatabaseMapping,
  mappedByName,
  mappingFault,
  mappingNote,
  whyNotMapped,
} from './database-mapping.ts';
export { imageFilesOf, withImageFiles } from './document-images.ts';
export {
  type AvatarType,
  type CallKind,
  callKindOf,
  callNames,
  customDuration,
  type EventHost,
  type EventLocation,
  type EventSettings,
  type EventType,
  eventOf,
  isEvent,
  type LocationKind,
  longestAvatarTitle,
  longestDescription,
  mostDurations,
  mostHosts,
  mostLocations,
  mostReminders,
  mostSeats,
  newEvent,
} from './event/event.ts';
export {
  type EventMail,
  type EventMailKind,
  type EventPipe,
  eventMailKinds,
  eventMailProp,
  eventPipes,
  longestMailSubject,
  longestMailText,
  madeEventMail,
  ownEventMail,
  standardMails,
  unknownPipes,
} from './event/event-mails.ts';
export { answerOfForeign, type ForeignAnswer, type ForeignValue } from './foreign-answers.ts';
export { type ForeignForm, formOfForeign } from './foreign-form.ts';
export type {
  ForeignCondition,
  ForeignConditions,
  ForeignJump,
  ForeignOperator,
  MadeQuestion,
  MadeQuestions,
} from './foreign-logic.ts';
export type { ForeignQuestion } from './foreign-question.ts';
export {
  choiceProps,
  type FormPage,
  type FormQuestion,
  fieldsOf,
  firstPageId,
  formKind,
  formNames,
  inputsOf,
  isFormText,
  longestCss,
  longestHelp,
  longestLabel,
  longestRedirect,
  newChildren,
  newForm,
  type PageKind,
  pageIndex,
  pageKinds,
  pageProps,
  pagesOf,
  partProps,
  peerSort,
  questionProps,
  questionsOf,
  titleOf,
} from './form-document.ts';
export { formDocumentSchema, formFaults } from './form-faults.ts';
export { type FormFromTable, formFromTable } from './form-from-table.ts';
export {
  alreadyAnswered,
  domainOf,
  endingOf,
  type FormSettings,
  formSettingsOf,
  fullForm,
  isFull,
  type MailFile,
  originOf,
  settingsFault,
  type WhyClosed,
  whyClosed,
} from './form-settings.ts';
export {
  addressFault,
  answerFaults,
  fullFault,
  personEmail,
  provenAnswer,
  takenChoices,
  verifiedField,
} from './gates.ts';
export {
  acceptedLanguages,
  answerLanguage,
  directionOf,
  languageField,
  languageFor,
  languagesOf,
  mostLanguages,
  type WordedLanguage,
  wordedLanguages,
} from './languages/language.ts';
export {
  missingTexts,
  type SaidText,
  saidPage,
  saidQuestion,
  saidTexts,
  translationOf,
  type Wording,
  wordingOf,
} from './languages/translation.ts';
export { isLanguage, readTranslationKey, translationKey } from './languages/translation-key.ts';
export { laidOut, layoutOf } from './one-by-one.ts';
export { filledByAddress, parametersOf } from './parameters.ts';
export { nameKey, namesIn, pipedWithin, pipeFor, withNames } from './piping.ts';
export { publishProblems, whyNotPublished } from './publish-problems.ts';
export { typedNumber } from './questions/amounts.ts';
export { calculationText, isUnseen } from './questions/calculation/calculation.ts';
export { maxChoices, otherOf } from './questions/choosing.ts';
export { currencySign } from './questions/currency/currency.ts';
export { dayFormat } from './questions/date/date.ts';
export { mostFiles } from './questions/file/file.ts';
export { type FileRules, fileFault, maxFileMegabytes, tooManyFiles } from './questions/files.ts';
export { formulaNames } from './questions/formula-names.ts';
export { imageOf, imageText, longestAlt, maxImageSide } from './questions/images.ts';
export { newPaymentForm } from './questions/payment/new-payment-form.ts';
export {
  currencyOf,
  everyOf,
  mostOfProduct,
  paymentInput,
  paymentOrder,
  priceOf,
  ratesOf,
  readTaxes,
  takesCardOnPage,
  takesCoupon,
  taxFault,
  withoutCoupons,
} from './questions/payment/payment.ts';
export type { AnswerField, Choice, FilesOf, Part, SettingValue } from './questions/question.ts';
export {
  choosesAtFirst,
  hasDefault,
  isQuestionTypeName,
  type QuestionTypeName,
  questionType,
  questionTypeNames,
} from './questions/question-types.ts';
export { rankText } from './questions/ranking/ranking.ts';
export { starsOf } from './questions/rating/rating.ts';
export {
  type ListOfQuestion,
  listPickersOf,
  nothingPicked,
  type PickedRecord,
  type PickedRecords,
  pickersOf,
  recordName,
  withPicked,
} from './questions/record-picker/picked-records.ts';
export {
  isPickable,
  mostShownFields,
  type RecordSource,
  recordSourceJson,
  recordSourceOf,
  type ServiceList,
  serviceListOf,
} from './questions/record-picker/record-source.ts';
export {
  type ColumnType,
  cellId,
  columnTypeLabel,
  columnTypeNames,
  columnTypeOf,
  filledRows,
  groupRowsOf,
  mostRows,
} from './questions/repeating-group/repeating-group.ts';
export { scaleOf } from './questions/scale/scale.ts';
export { idsInText, isOn, numberOf, type Setting, takesValue, textOf } from './questions/settings.ts';
export { shownFileName } from './questions/shown-file-name.ts';
export { sliderRange } from './questions/slider/slider.ts';
export { type Video, videoOf } from './questions/video/video.ts';
export { yesNoChoices } from './questions/yes-no/yes-no.ts';
export {
  type Attempt,
  graceMs,
  isAttempted,
  judgedTexts,
  pageScores,
  timeLeft,
  walkOut,
  withJudged,
} from './quiz/attempt.ts';
export {
  type Certificate,
  type CertificateName,
  certificateNames,
  certificateOf,
  isEarned,
  usualCertificate,
} from './quiz/certificate.ts';
export {
  drawnPages,
  drawsQuestions,
  endingByScore,
  type FeedbackTime,
  mostAttempts,
  mostMinutes,
  type QuestionScore,
  type QuizScore,
  quizOf,
  type ShownResult,
  scoreField,
  scoreOf,
} from './quiz/quiz.ts';
export { redirectOf } from './redirect.ts';
export { type ReviewPart, type ReviewWords, reviewOf } from './review.ts';
export { maxInRow, rowsOf } from './rows.ts';
export { type Manner, spamCertainty, whySpam, writtenTexts } from './spam.ts';
export { FieldTally } from './summary.ts';
export { formTemplates } from './templates/form-templates.ts';
export { templateContent } from './templates/template.ts';
export { readCustomCss } from './themes/custom-css.ts';
export { type Move, turn } from './turn.ts';
export {
  askEnding,
  type Exit,
  endsBehind,
  exitsOf,
  type Step,
  targetsOf,
  type Walk,
  walk,
} from './walk.ts';
