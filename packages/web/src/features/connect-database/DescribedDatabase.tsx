import { useState } from 'react';
import { createFromSchema, createFromTemplate } from '../creation/create-database.ts';
import { DescribeDialog } from '../creation/DescribeDialog.tsx';
import { TemplateGallery } from '../creation/TemplateGallery.tsx';

interface DescribedDatabaseProps {
  /** What the database is for. */
  readonly flowId: string;
  /** People will sign in by an email field of it. */
  readonly addAuthentication: boolean;
  readonly onMade: (basePublicId: string) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Makes a database of a description: of tables that are suggested, or of a template where nothing suggests any. */
export function DescribedDatabase(props: DescribedDatabaseProps) {
  const { flowId, addAuthentication, onMade, onBack, onClose } = props;
  const [searched, setSearched] = useState<string | null>(null);
  if (searched !== null)
    return (
      <TemplateGallery
        open
        described={searched}
        onMake={async (name) => onMade(await createFromTemplate(name, {}))}
        onBack={() => setSearched(null)}
        onClose={onClose}
      />
    );
  return (
    <DescribeDialog
      open
      flowId={flowId}
      addAuthentication={addAuthentication}
      onMake={async (schema, onStatus) =>
        onMade(await createFromSchema({ schema, addAuthentication }, onStatus))
      }
      onSearchTemplates={setSearched}
      onBack={onBack}
      onClose={onClose}
    />
  );
}
