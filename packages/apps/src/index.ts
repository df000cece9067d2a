export {
  type AppAction,
  actionNames,
  actionType,
} from './actions/action-types.ts';
export {
  type App,
  type AppBlock,
  type AppPage,
  type AppUsers,
  actionOf,
  appKind,
  appOf,
  blockProps,
  fieldsSetting,
  filterOf,
  newApp,
  numberSetting,
  pageOf,
  pageProps,
  pickSetting,
  sortOf,
  textSetting,
} from './app-document.ts';
export { appDocumentSchema, appFaults } from './app-faults.ts';
export { appNames, isAppText } from './app-names.ts';
export { appOfBase, blankApp, ownRowsOf, usersOf, type WhoSees } from './app-of-base.ts';
export {
  type AppProblem,
  appProblems,
  asksToSignIn,
  isSafeLink,
  whyNotPublished,
} from './app-problems.ts';
export { type AppRule, type RuleAction, type RuleRows, ruleActions } from './app-rule.ts';
export { type AppUser, type Audience, isAmong } from './app-user.ts';
export {
  type BoundAt,
  peopleFields,
  personFields,
  recordFields,
  recordItself,
} from './binding-words.ts';
export { type Binding, type BindingContext, boundValue } from './bindings.ts';
export { readsOf, tableOf, tableOfAction, targetOf } from './block-access.ts';
export type { BlockType } from './blocks/block-type.ts';
export { type BlockName, blockNames, blockType, isBlockName } from './blocks/block-types.ts';
export { groupedChanges } from './change-groups.ts';
export { changesInWords } from './changes-in-words.ts';
export { conditionParts, conditionWords, isBound } from './condition-words.ts';
export { type BoundCondition, boundFilter, type Conditions, safeFilter } from './conditions.ts';
export { isOfUse, isWritten } from './field-uses.ts';
export { askedByInputs, type FormInput, inputOf, longestHelp } from './form-inputs.ts';
export { freeSlug } from './free-slug.ts';
export { operationsGuide, outlineOf } from './guide.ts';
export type { AppIntegration } from './integration-problems.ts';
export { namesInMail, personEmail, personName } from './mail-names.ts';
export {
  idsOfProposal,
  maxOperations,
  operationNames,
  type Proposed,
  type ProposedApp,
  proposedApp,
} from './operations.ts';
export { type PageIcon, pageIcons } from './page-icons.ts';
export { audienceWords, rowsSentence, rowsTitle, ruleSentence, verbWords } from './rule-words.ts';
export {
  fieldsOfAll,
  fieldsOfAny,
  type Grant,
  grantsOf,
  grantsOn,
  mayChange,
  rowsOf,
  type Visitor,
} from './rules.ts';
export { tablesWith } from './schema-additions.ts';
export type { Setting } from './settings.ts';
export { appTemplates } from './templates/app-templates.ts';
export { appOfTemplate, type TemplateBlock } from './templates/template.ts';
export {
  personFieldId,
  sentAt,
  type ToldByApp,
  type ToldField,
  toldField,
  toldOfPerson,
} from './told-fields.ts';
