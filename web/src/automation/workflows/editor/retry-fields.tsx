import { NumberInput } from '@mantine/core'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import type { Node } from '../graph/graph.ts'
import { strings } from '../strings.ts'

const usual = { tries: 5, delay_seconds: 10 } as const

/** How often a step is tried that did not work, and how often it is done at all. */
export const RetryFields = ({ node, onChange }: { node: Node; onChange: (next: Node, about: string) => void }) => {
  const given = ('on_error' in node && node.on_error) || usual
  const change = (part: Partial<typeof given>): void =>
    onChange({ ...node, on_error: { ...given, ...part } } as Node, 'on_error')
  return (
    <>
      <Fieldset legend={strings.retries}>
        <FieldPair>
          <NumberInput
            label={strings.tries}
            value={given.tries}
            min={1}
            max={20}
            allowDecimal={false}
            onChange={(value) => typeof value === 'number' && change({ tries: value })}
          />
          <NumberInput
            label={strings.delay}
            value={given.delay_seconds}
            min={1}
            max={86_400}
            allowDecimal={false}
            onChange={(value) => typeof value === 'number' && change({ delay_seconds: value })}
          />
        </FieldPair>
      </Fieldset>
      <LimitFields node={node} onChange={onChange} />
    </>
  )
}

/** A minute, unless another time is typed. */
const usualSeconds = 60

const LimitFields = ({ node, onChange }: { node: Node; onChange: (next: Node, about: string) => void }) => {
  const limit = 'limit' in node ? node.limit : undefined
  const change = (next: { readonly times: number; readonly seconds: number } | undefined): void => {
    const { limit: _, ...rest } = node as Node & { readonly limit?: unknown }
    onChange((next ? { ...rest, limit: next } : rest) as Node, 'limit')
  }
  return (
    <Fieldset legend={strings.stepLimit}>
      <p className="dim">{strings.stepLimitHint}</p>
      <FieldPair>
        <NumberInput
          label={strings.limitTimes}
          value={limit?.times ?? ''}
          min={1}
          max={10_000}
          allowDecimal={false}
          onChange={(times) =>
            change(typeof times === 'number' && times > 0 ? { times, seconds: limit?.seconds ?? usualSeconds } : undefined)
          }
        />
        <NumberInput
          label={strings.limitSeconds}
          value={limit?.seconds ?? ''}
          min={1}
          max={86_400}
          allowDecimal={false}
          disabled={!limit}
          onChange={(seconds) => limit && typeof seconds === 'number' && seconds > 0 && change({ ...limit, seconds })}
        />
      </FieldPair>
    </Fieldset>
  )
}
