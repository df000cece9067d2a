import type { FieldKind } from '@weft/core';
import { Banner, Checkbox, FieldTypeSelect, FormField, TextInput } from '@weft/ui';
import type { CsvWizardSteps } from './use-csv-wizard.ts';

/** Thin first version. */
export function SchemaStep({ steps }: { readonly steps: CsvWizardSteps }) {
  const { state, dispatch } = steps;
  return (
    <div className="flex flex-col gap-4">
      {state.error !== null && <Banner tone="danger">{state.error}</Banner>}
      <FormField label="Table name">
        {(control) => (
          <TextInput
            {...control}
            value={state.tableName}
            onChange={(event) => dispatch({ type: 'tableNamed', name: event.target.value })}
          />
        )}
      </FormField>
      {state.columns.map((column) => (
        <div key={column.sourceIndex} className="flex items-center gap-2">
          <Checkbox
            checked={column.include}
            ariaLabel={`Import ${column.name}`}
            onChange={(include) => dispatch({ type: 'included', column: column.sourceIndex, include })}
          />
          <TextInput
            aria-label="Field name"
            value={column.name}
            onChange={(event) =>
              dispatch({ type: 'renamed', column: column.sourceIndex, name: event.target.value })
            }
          />
          <FieldTypeSelect
            value={column.type}
            onChange={(kind: FieldKind) =>
              dispatch({ type: 'typed', column: column.sourceIndex, kind, template: {} })
            }
          />
        </div>
      ))}
    </div>
  );
}
