import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { strings } from './strings.ts'

/** The reason why deals are lost. `check` returns whether there is one, and from then on the field shows an error without it. */
export const useLostReason = () => {
  const [written, setWritten] = useState('')
  const [isMissing, setMissing] = useState(false)
  const reason = written.trim()
  return {
    reason,
    setReason: setWritten,
    check(): boolean {
      setMissing(reason === '')
      return reason !== ''
    },
    field: {
      value: written,
      error: isMissing && reason === '' ? strings.lostReasonMissing : undefined,
      onChange: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }): void => setWritten(currentTarget.value),
    },
  }
}

/** Without focus of its own: the window says what comes first. */
export const LostReason = ({ field }: { field: ReturnType<typeof useLostReason>['field'] }) => (
  <Textarea
    label={strings.lostReason}
    description={strings.lostReasonHint}
    maxLength={500}
    autosize
    minRows={2}
    required
    {...field}
  />
)
