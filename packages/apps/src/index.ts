export type { ActionType } from './actions/action-type.ts';
export {
  type ActionName,
  type AppAction,
  actionNames,
  actionType,
} from './actions/action-types.ts';
export {
  type App,
  type AppBlock,
  type AppPage,
  type AppSource,
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
  titleOf,
} from './app-document.ts';
export { appDocumentSchema, appFaults, maxPages, maxRules } from './app-faults.ts';
export { appNames, isAppText } from './app-names.ts';
export { type AppOfBase, appOfBase, blankApp, ownRowsOf, usersOf, type WhoSees } from './app-of-base.ts';
export {
  type AppProblem,
  appProblems,
  asksToSignIn,
  isSafeLink,
  reachableTables,
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
export { type BlockWrites, readsOf, type TableFields, tableOf, targetOf, writesOf } from './block-access.ts';
export type { BlockType } from './blocks/block-type.ts';
export { type BlockName, blockNames, blockType, isBlockName } from './blocks/block-types.ts';
export { changesInWords } from './changes-in-words.ts';
export { conditionParts, conditionWords, isBound } from './condition-words.ts';
export { type BoundCondition, boundFilter, type Conditions, nothing, safeFilter } from './conditions.ts';
export { type FieldUse, isOfUse, isWritten } from './field-uses.ts';
export { operationsGuide, outlineOf } from './guide.ts';
export { applyOperations, maxOperations, operationNames, type Proposed } from './operations.ts';
export { audienceWords, rowsSentence, rowsTitle, ruleSentence, verbWords } from './rule-words.ts';
export {
  fieldsOfAll,
  fieldsOfAny,
  fieldsOfRecord,
  type Grant,
  grantsOf,
  grantsOn,
  mayChange,
  rowsOf,
  type Visitor,
} from './rules.ts';
export type { Setting, Settings } from './settings.ts';
export { appTemplates } from './templates/app-templates.ts';
export { type AppTemplate, appOfTemplate, type TemplateBlock } from './templates/template.ts';
