import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconSparkles } from '#icons'
import { call } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { Input, Summary } from '#web/wire.ts'
import { strings } from './strings.ts'
import classes from './summary.module.css'

type Of = Input<'summarize'>

/** A summary on demand, each sentence with what it rests on. Asked for again it is the same, as long as nothing has changed. */
export const useSummary = (of: Of) => {
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => call('summarize', of) })
  const button = (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconSparkles size={15} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {data ? strings.renew : strings.make}
    </Button>
  )
  const text = (
    <>
      <ErrorNote error={error} title={strings.failed} />
      {data && <SummaryText summary={data.summary} />}
    </>
  )
  return { button, text, isShown: Boolean(data || error) }
}

/** What came of it, in a card of its own below the button: nothing until it was asked for. */
export const SummaryResult = ({ of: { text, isShown } }: { of: ReturnType<typeof useSummary> }) =>
  isShown && <Card title={strings.title}>{text}</Card>

/** On a page. */
export const SummaryCard = (of: Of) => {
  const { button, text } = useSummary(of)
  return (
    <Card title={strings.title} actions={button}>
      {text}
    </Card>
  )
}

/** Beside something else. */
export const SummaryPart = (of: Of) => {
  const { button, text } = useSummary(of)
  return (
    <section className={classes.summary} aria-label={strings.title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{strings.title}</h2>
        {button}
      </div>
      {text}
    </section>
  )
}

const SummaryText = ({ summary: { sentences, as_of: asOf } }: { summary: Summary }) => (
  <div role="status">
    {sentences.length === 0 && <p className={classes.quiet}>{strings.none}</p>}
    <ul className={classes.sentences}>
      {sentences.map(({ text, sources }) => (
        <li key={text}>
          <bdi>{text}</bdi>
          <details className={classes.quiet}>
            <summary>
              {strings.rests} ({sources.length})
            </summary>
            {sources.map(({ id, text: source }) => (
              <q key={id} dir="auto">
                {source}
              </q>
            ))}
          </details>
        </li>
      ))}
    </ul>
    <p className={classes.quiet}>
      {strings.byAi}{' '}
      {asOf && (
        <>
          {strings.asOf} <AbsoluteTime at={asOf} />
        </>
      )}
    </p>
  </div>
)
