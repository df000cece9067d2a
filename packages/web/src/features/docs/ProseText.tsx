interface Part {
  /** Where it begins. */
  readonly at: number;
  readonly text: string;
  readonly isCode: boolean;
}

/** A paragraph cut at its backticks. */
function partsOf(paragraph: string): readonly Part[] {
  let at = 0;
  return paragraph.split('`').map((text, place) => {
    const part = { at, text, isCode: place % 2 === 1 };
    at += text.length + 1;
    return part;
  });
}

/** Paragraphs with `code` in them: all of Markdown the description uses. */
export function ProseText({ text, className }: { readonly text: string; readonly className?: string }) {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((paragraph) => (
      <p key={paragraph} className={className}>
        {partsOf(paragraph).map((part) =>
          part.isCode ? (
            <code
              key={part.at}
              className="break-words rounded-sm bg-hover px-1 font-mono text-[0.92em] text-text"
            >
              {part.text}
            </code>
          ) : (
            part.text
          ),
        )}
      </p>
    ));
}
