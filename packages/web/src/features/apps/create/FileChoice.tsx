import { Banner, Button, Icon } from '@weft/ui';
import { FileJson2 } from 'lucide-react';
import { useRef, useState } from 'react';

/** What an exported app may weigh, as the server takes it. */
const maxBytes = 32 * 1024 * 1024;

/** An exported app, read and not yet sent. */
export interface ReadAppFile {
  readonly name: string;
  readonly content: { readonly [key: string]: unknown };
}

interface FileChoiceProps {
  readonly chosen: ReadAppFile | null;
  readonly onChoose: (file: ReadAppFile | null) => void;
}

async function readFile(file: File): Promise<ReadAppFile | string> {
  if (file.size > maxBytes) return `${file.name} is larger than 32 MB.`;
  let content: unknown;
  try {
    content = JSON.parse(await file.text());
  } catch {
    return `${file.name} is no file of an app: choose one that ‘Export Zite’ made.`;
  }
  const isApp =
    typeof content === 'object' && content !== null && 'format' in content && content.format === 'weft-app';
  return isApp
    ? { name: file.name, content: content as ReadAppFile['content'] }
    : `${file.name} is no file of an app: choose one that ‘Export Zite’ made.`;
}

/** A file that an app was exported to, here or elsewhere. */
export function FileChoice({ chosen, onChoose }: FileChoiceProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const take = async (file: File) => {
    const read = await readFile(file);
    setFault(typeof read === 'string' ? read : null);
    onChoose(typeof read === 'string' ? null : read);
  };
  return (
    <section
      aria-label="File"
      className="flex max-w-130 flex-col gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file !== undefined) void take(file);
      }}
    >
      <p className="text-base text-text-muted">
        Choose a file that ‘Export Zite’ made, here or in another organization. It becomes an app of yours,
        unpublished, with its pages, rules and images. The records stay where they were: it shows its database
        again where you may open that, and another is chosen in its editor otherwise.
      </p>
      <div className="flex items-center gap-3">
        <Button onClick={() => picker.current?.click()}>
          {chosen === null ? 'Choose file' : 'Choose another'}
        </Button>
        {chosen !== null && (
          <span className="flex min-w-0 items-center gap-1.5 text-base">
            <Icon of={FileJson2} size={14} className="text-text-subtle" />
            <span className="truncate">{chosen.name}</span>
          </span>
        )}
      </div>
      {fault !== null && <Banner tone="danger">{fault}</Banner>}
      <input
        ref={picker}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="Exported app"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void take(file);
          target.value = '';
        }}
      />
    </section>
  );
}
