interface SentAnswersProps {
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
}

/** What was sent of an answer that is no record. */
export function SentAnswers({ answers }: SentAnswersProps) {
  return (
    <dl className="my-3 flex flex-col gap-2 last:mb-0">
      {answers.map(({ question, answer }) => (
        <div key={question}>
          <dt className="text-small text-text-muted">{question}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap text-base">{answer}</dd>
        </div>
      ))}
    </dl>
  );
}
