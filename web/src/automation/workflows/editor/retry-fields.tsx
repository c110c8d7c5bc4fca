import { NumberInput } from '@mantine/core'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import type { Node } from '../graph/graph.ts'
import { strings } from '../strings.ts'

const usual = { tries: 5, delay_seconds: 10 } as const

/** How often a step is tried that did not work. */
export const RetryFields = ({ node, onChange }: { node: Node; onChange: (next: Node, about: string) => void }) => {
  const given = ('on_error' in node && node.on_error) || usual
  const change = (part: Partial<typeof given>): void =>
    onChange({ ...node, on_error: { ...given, ...part } } as Node, 'on_error')
  return (
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
  )
}
