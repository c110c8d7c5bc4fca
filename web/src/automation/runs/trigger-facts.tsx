import { absoluteTime } from '#web/i18n/format.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { fieldName } from '../workflows/names/spoken-names.ts'
import { strings } from './strings.ts'

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** What started a run, as its reader would say it: each value behind its label, without ids; and whole as JSON. */
export const TriggerFacts = ({ trigger }: { trigger: unknown }) => {
  const facts = factsIn(trigger)
  const json = <CodeBlock label={strings.trigger} text={JSON.stringify(trigger, null, 2)} maxHeight="24rem" />
  if (facts.length === 0) return json
  return (
    <>
      <Facts>
        {facts.map(([name, value]) => (
          <Fact key={name} name={fieldName(name)} wide={value.length > 60}>
            <bdi>{value}</bdi>
          </Fact>
        ))}
      </Facts>
      <details>
        <summary>{strings.asJson}</summary>
        {json}
      </details>
    </>
  )
}

/** The facts of an event or a webhook, or what was sent along. */
const factsIn = (trigger: unknown): [string, string][] => {
  const { data, input } = (trigger ?? {}) as { data?: unknown; input?: unknown }
  const given = data ?? input
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return []
  return Object.entries(given).flatMap(([name, value]): [string, string][] => {
    const said = textOf(value)
    return said === null ? [] : [[name, said]]
  })
}

const textOf = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value === '' || idPattern.test(value)) return null
  return timePattern.test(value) ? absoluteTime(value) : value
}
