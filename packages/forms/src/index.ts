export { type Answers, readAnswers } from './answers.ts';
export {
  formFaults,
  formKind,
  formNames,
  isFormText,
  longestHelp,
  longestLabel,
  newForm,
  type Question,
  questionProps,
  questionsOf,
  titleOf,
  whyNotPublished,
} from './form-document.ts';
export {
  type FormSettings,
  formSettingsOf,
  settingsFault,
  type WhyClosed,
  whyClosed,
} from './form-settings.ts';
export {
  type QuestionTypeName,
  questionType,
  questionTypeNames,
} from './questions/question-types.ts';
