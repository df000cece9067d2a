import { addImport, addToList, camel, create, refuseExisting, sentence, snake } from './files.mjs';

/** One kind of field: its folder in core, and its line in each of core's lists. It begins as a line of text. */
export function fieldType(name) {
  const fields = 'packages/core/src/fields';
  const [file, test] = [`${name}.ts`, `${name}.test.ts`].map((one) => `${fields}/${name}/${one}`);
  refuseExisting(`${fields}/${name}`);
  const kind = snake(name);
  create(
    file,
    `import { compareText, err, ok } from '@weft/std';
import { checkCellText, hasLineBreak, lineBreaks } from '../cell-text.ts';
import type { FieldSamples, FieldType, Parsed } from '../field-type.ts';
import { readNoSettings } from '../read-template.ts';
import { textOperators } from '../text/text-operators.ts';

const samples: FieldSamples<string, Record<string, never>> = {
  templates: [{}],
  values: ['a', 'B', 'école', '日本語', '😀', '  padded  ', '00123', 'null'],
  unfit: ['first line\\nsecond line'],
};

function validate(value: unknown): Parsed<string> {
  if (value === null || value === '') return ok(null);
  if (typeof value !== 'string') return err('must be a text');
  if (hasLineBreak(value)) return err('must be a single line');
  return checkCellText(value);
}

export const ${camel(name)}Type: FieldType<'${kind}'> = {
  kind: '${kind}',
  label: '${sentence(name)}',
  canBePrimary: false,
  readOnly: false,
  readTemplate: readNoSettings,
  parse: validate,
  fromPaste: (text) => validate(text.replace(lineBreaks, ' ')),
  format: (value) => value,
  toText: (value) => value,
  fromText: validate,
  validate,
  compare: compareText,
  searchText: (value) => value,
  operators: textOperators,
  aggregates: {},
  samples,
};
`,
  );
  create(
    test,
    `import { describeFieldType } from '../field-type-laws.ts';
import { ${camel(name)}Type } from './${name}.ts';

describeFieldType(${camel(name)}Type);
`,
  );
  addToList(`${fields}/field-kinds.ts`, 'export const fieldKinds', ']', `  '${kind}',`);
  addToList(`${fields}/field-kinds.ts`, 'interface FieldValues', '}', `  ${kind}: string;`);
  addToList(`${fields}/field-kinds.ts`, 'interface FieldTemplates', '}', `  ${kind}: Record<string, never>;`);
  addToList(`${fields}/field-types.ts`, 'export const fieldTypes', '}', `  ${kind}: ${camel(name)}Type,`);
  addImport(`${fields}/field-types.ts`, `import { ${camel(name)}Type } from './${name}/${name}.ts';`);
  return {
    files: [file, test, ...['field-kinds.ts', 'field-types.ts'].map((list) => `${fields}/${list}`)],
    next: 'Now npm run check: it names the four lists in which the database, the files and the screen still miss it.',
  };
}
