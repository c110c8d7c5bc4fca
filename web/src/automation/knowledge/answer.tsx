import { Anchor, Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconPlus } from '#icons'
import { CallError } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import type { KnowledgeAnswer } from '#web/wire.ts'
import classes from './answer.module.css'
import type { useAnswer } from './api.ts'
import { passageName, placeOfPassage } from './passage-names.ts'
import { strings } from './strings.ts'

interface Props {
  /** Of the question that stands in the box. */
  readonly of: ReturnType<typeof useAnswer>
  /** Writes the document that is missing; null for those who may not. */
  readonly onAdd: (() => void) | null
}

/** What the documents answer to a question: nothing until it is asked for, for an answer costs. */
export const Answer = ({ of: { data, error, isPending, variables, mutate }, onAdd }: Props) => {
  if (!isPending && !error && !data) return null
  return (
    <div className={classes.answer}>
      <Card title={strings.answer}>
        {isPending && <Pending />}
        {error && <Failed error={error} onRetry={() => variables !== undefined && mutate(variables)} />}
        {data && (
          <div role="status">
            {data.answer.outcome === 'answered' ? (
              <Sentences answer={data.answer} />
            ) : (
              <Nothing answer={data.answer} onAdd={onAdd} />
            )}
          </div>
        )}
      </Card>
    </div>
  )
}

const Pending = () => (
  <div role="status">
    <p className={classes.quiet}>{strings.answering}</p>
    {[86, 72].map((width) => (
      <Skeleton key={width} height={11} width={`${width}%`} mt="sm" />
    ))}
  </div>
)

const Sentences = ({ answer: { sentences } }: { answer: KnowledgeAnswer }) => (
  <>
    <ul className={classes.sentences}>
      {sentences.map(({ text, passages }) => (
        <li key={text}>
          <bdi>{text}</bdi>
          <span className={classes.from}>
            {strings.from}
            {passages.map((passage) => (
              <Anchor
                key={`${passage.document_id} ${passage.place}`}
                component={Link}
                {...(placeOfPassage(passage) as object)}
                inherit
              >
                <bdi>{passageName(passage)}</bdi>
              </Anchor>
            ))}
          </span>
        </li>
      ))}
    </ul>
    <p className={classes.quiet}>{strings.byAi}</p>
  </>
)

const Nothing = ({ answer: { outcome, model }, onAdd }: { answer: KnowledgeAnswer; onAdd: (() => void) | null }) => (
  <div className={classes.empty}>
    <strong>{outcome === 'nothing_found' ? strings.nothing : strings.notAnswered}</strong>
    {model === null && <p>{strings.noModelAsked}</p>}
    {onAdd ? (
      <Button size="compact-sm" variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={onAdd}>
        {strings.addAnswer}
      </Button>
    ) : (
      <p>{strings.askAdmin}</p>
    )}
  </div>
)

/** Where what stands in the way is changed. */
const ways: Readonly<Record<string, { readonly to: '/settings/ai' | '/settings/connections'; readonly text: string }>> = {
  ai_budget_exhausted: { to: '/settings/ai', text: strings.openBudgets },
  ai_model_unpriced: { to: '/settings/ai', text: strings.openModels },
  ai_failed: { to: '/settings/connections', text: strings.openConnections },
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const way = error instanceof CallError ? ways[error.code] : undefined
  return (
    <>
      <ErrorNote error={error} title={strings.answerFailed} onRetry={onRetry} />
      {way && (
        <p className={classes.quiet}>
          <Anchor component={Link} to={way.to} inherit>
            {way.text}
          </Anchor>
        </p>
      )}
    </>
  )
}
