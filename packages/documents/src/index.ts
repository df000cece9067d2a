export { blockFaults, faultsOf, maxBlocks } from './check.ts';
export { composed, diff } from './diff.ts';
export {
  type Block,
  blockOf,
  type Content,
  emptyContent,
  idsByParent,
  idsIn,
  isInside,
  type Json,
  type Props,
  withInner,
} from './document.ts';
export { applyAll, type Edit, invertAll } from './edit.ts';
export { mergeText } from './merge-text.ts';
export { type Kind, migrated, schemaOf } from './migrate.ts';
export { isOrderKey, orderBetween, ordersBetween } from './order-key.ts';
export { lostTexts, type OwnTexts, wroteTexts } from './own-texts.ts';
export {
  aFlag,
  aList,
  aNumber,
  anId,
  anObject,
  aPattern,
  aText,
  aWhole,
  type JsonSchema,
  objectSchema,
  oneOf,
  type PropRule,
  type PropRules,
  propRule,
} from './prop-rule.ts';
export {
  publish,
  restoring,
  type Snapshot,
  showing,
  unpublished,
  unpublishedEdits,
} from './publish.ts';
export { type Clash, deletedIn, type Rebased, rebase } from './rebase.ts';
export { maxSteps, noSteps, recorded, redo, undo } from './steps.ts';
export { isColor } from './themes/contrast.ts';
export {
  colorRule,
  contrastFaults,
  contrastSentence,
  maxRadius,
  themeOf,
  themeProps,
} from './themes/own-theme.ts';
export {
  type PageTheme,
  pageTheme,
  pageThemes,
  themeCss,
  themeFonts,
  themeTokens,
} from './themes/page-themes.ts';
export { inWords, kindOfChange, type Names } from './words.ts';
export {
  type DocumentEvent,
  type EditBatch,
  editCopy,
  heardCopy,
  rereadCopy,
  settledCopy,
  shownCopy,
  stepCopy,
  type WorkingCopy,
  workingCopy,
} from './working-copy.ts';
