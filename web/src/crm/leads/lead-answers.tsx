import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { strings } from './strings.ts'

/** What a lead source told beside the fields of a lead: answers to its own questions, then what it did not ask, then ids and the like. */
export const LeadAnswers = ({ metadata }: { metadata: Readonly<Record<string, unknown>> }) => {
  const { company: _company, answers, other, ...rest } = metadata
  const facts = [...entriesOf(answers), ...entriesOf(other), ...entriesOf(rest)]
  if (facts.length === 0) return null
  return (
    <Card title={strings.answersTitle}>
      <Facts>
        {facts.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer and an id may have one name
          <Fact key={at} name={name} wide={value.length > 40}>
            <bdi style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{value}</bdi>
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string')

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : isTexts(value) ? value.join(', ') : JSON.stringify(value)

const entriesOf = (value: unknown): [string, string][] =>
  typeof value === 'object' && value !== null ? Object.entries(value).map(([name, each]) => [name, textOf(each)]) : []
