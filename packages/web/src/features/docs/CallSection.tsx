import { Badge } from '@weft/ui';
import type { ReactNode } from 'react';
import type { Call } from './api-document.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { ProseText } from './ProseText.tsx';
import { SchemaList } from './SchemaList.tsx';
import { rowsOf, type Schemas, typeText } from './schema-rows.ts';

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="mt-5">
      <h4 className="mb-1 font-medium text-small text-text-subtle">{title}</h4>
      {children}
    </div>
  );
}

/** What is sent besides the body: parts of the path, of the query and headers. */
function Parameters({ parameters }: Pick<Call, 'parameters'>) {
  return (
    <ul>
      {parameters.map(({ name, in: place, required, description, schema }) => (
        <li key={`${place} ${name}`} className="border-line-subtle border-t py-2 first:border-t-0">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium font-mono text-small">{name}</span>
            <span className="text-small text-text-subtle">
              {schema === undefined ? 'text' : typeText(schema)}, in the {place}
            </span>
            {required !== true && <span className="text-small text-text-subtle">· optional</span>}
          </div>
          <ProseText text={description ?? ''} className="mt-0.5 text-base text-text-muted" />
        </li>
      ))}
    </ul>
  );
}

/** One call: what it does, what it takes, what it answers, and a command that makes it. */
export function CallSection({ call, schemas }: { readonly call: Call; readonly schemas: Schemas }) {
  const { id, methods, path, summary, description, parameters, input, answer, files, streams, errors } = call;
  const answers = answer === null ? [] : rowsOf(answer, schemas);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-6 border-line-subtle border-t py-8 max-lg:scroll-mt-16"
    >
      <h3 id={`${id}-title`} className="font-semibold text-lead">
        <a href={`#${id}`} className="rounded-sm hover:underline">
          {summary}
        </a>
      </h3>
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        {methods.map((method) => (
          <Badge key={method} tone={method === 'GET' ? 'neutral' : method === 'DELETE' ? 'danger' : 'accent'}>
            {method}
          </Badge>
        ))}
        <code className="ms-0.5 break-all font-mono text-base">{path}</code>
      </div>
      <div className="mt-4 grid gap-6 min-[1200px]:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0">
          <ProseText text={description} className="mb-2 max-w-160 text-body text-text-muted" />
          {parameters.length > 0 && (
            <Part title="Sent in the address and headers">
              <Parameters parameters={parameters} />
            </Part>
          )}
          {input !== null && rowsOf(input, schemas).length > 0 && (
            <Part title={path.startsWith('/rpc/') ? 'Input' : 'Body'}>
              <SchemaList schema={input} schemas={schemas} />
            </Part>
          )}
          <Part title={streams ? 'Each event' : 'Answer'}>
            {files.length > 0 && <p className="text-base">A file: {files.join(', ')}</p>}
            {answer !== null && answers.length === 0 && <p className="text-base">{typeText(answer)}</p>}
            {answer !== null && <SchemaList schema={answer} schemas={schemas} />}
          </Part>
          {errors.length > 0 && (
            <Part title="Refused with">
              <ul>
                {errors.map(({ status, when }) => (
                  <li
                    key={status}
                    className="flex items-baseline gap-x-3 border-line-subtle border-t py-2 first:border-t-0"
                  >
                    <span className="font-medium font-mono text-small">{status}</span>
                    <ProseText text={when} className="text-base text-text-muted" />
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </div>
        <div className="min-w-0">
          <CodeBlock label="curl" code={call.command} />
        </div>
      </div>
    </section>
  );
}
