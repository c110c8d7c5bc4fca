import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import type { LeadDetail } from '#web/wire.ts'
import { prettyJson } from './json-text.ts'
import classes from './leads.module.css'
import { strings } from './strings.ts'

export const LeadOriginal = ({ lead }: { lead: LeadDetail }) => {
  const [how, setHow] = useState<'pretty' | 'exact'>('pretty')
  const text = lead.received
  return (
    <Card
      title={strings.receivedTitle}
      actions={
        text !== null && (
          <SegmentedControl
            size="xs"
            aria-label={strings.receivedShape}
            value={how}
            onChange={(value) => setHow(value === 'exact' ? 'exact' : 'pretty')}
            data={[
              { value: 'pretty', label: strings.pretty },
              { value: 'exact', label: strings.exact },
            ]}
          />
        )
      }
    >
      {text === null ? (
        <span className={classes.dim}>{strings.receivedNothing}</span>
      ) : (
        <CodeBlock
          text={how === 'pretty' ? prettyJson(text) : text}
          copyText={text}
          label={lead.upload_id === null ? strings.receivedLabel : strings.receivedRow}
          maxHeight="32rem"
        />
      )}
    </Card>
  )
}
