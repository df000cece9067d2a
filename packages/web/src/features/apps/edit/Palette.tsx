import { type BlockName, blockNames, blockType } from '@weft/apps';
import { Icon, TextInput } from '@weft/ui';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { blockGroups, blockIcons } from './block-looks.ts';

/** The blocks that can be added, found by typing. */
export function Palette({ onAdd }: { readonly onAdd: (name: BlockName) => void }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = blockNames.filter((name) => blockType(name).label.toLowerCase().includes(wanted));
  return (
    <div className="flex max-h-110 flex-col">
      <div className="p-2 pb-1">
        <TextInput
          icon={Search}
          aria-label="Search blocks"
          placeholder="Search blocks"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            const [first] = found;
            if (first !== undefined) onAdd(first);
          }}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-2 pt-0">
        {found.length === 0 && (
          <p className="px-2 py-2 text-small text-text-subtle">No block is called “{text.trim()}”.</p>
        )}
        {blockGroups.map(({ group, label }) => {
          const names = found.filter((name) => blockType(name).group === group);
          if (names.length === 0) return null;
          return (
            <section key={group} aria-label={label}>
              <h3 className="mt-2 mb-1 px-2 font-medium text-small text-text-subtle">{label}</h3>
              <div className="grid grid-cols-2 gap-x-1">
                {names.map((name) => (
                  <button
                    key={name}
                    type="button"
                    className="flex h-(--w-control-md) items-center gap-2 rounded-md px-2 text-start text-base hover:bg-hover"
                    onClick={() => onAdd(name)}
                  >
                    <Icon of={blockIcons[name]} size={14} className="text-text-subtle" />
                    <span className="truncate">{blockType(name).label}</span>
                  </button>
                ))}
              </div>
            </section>
          );
        })}
      </div>
    </div>
  );
}
