import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconAlertTriangle, IconCircleCheck } from '#icons'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { firstLeadLine } from '#web/ui/first-lead-line.ts'
import { Note } from '#web/ui/note.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { WindowFoot } from '#web/ui/window.tsx'
import type { KeyStart, KeyWithSecret } from './api.ts'
import { useKey } from './api.ts'
import { strings } from './strings.ts'

/** A key for the one time it can be seen, a line that tries it out, and the wait for what comes of it. */
export const KeySecret = ({ made, onDone }: { made: KeyWithSecret; onDone(): void }) => {
  const { data } = useKey(made.key.id, (start) => !start?.first_lead)
  return (
    <Stack>
      <Text size="sm">{strings.secretText}</Text>
      <CodeBlock text={made.secret} label={strings.key} />
      <Text size="sm">{strings.tryText}</Text>
      <CodeBlock text={firstLeadLine(window.location.origin, made.secret)} label={strings.curlLine} />
      <FirstLead start={data} />
      <WindowFoot>
        <Button onClick={onDone}>{data?.first_lead ? strings.done : strings.stored}</Button>
      </WindowFoot>
    </Stack>
  )
}

/** Waits for the first lead of a key, and says so when it comes, or when a request was refused. */
export const FirstLead = ({ start }: { start: KeyStart | undefined }) => {
  if (start?.first_lead) {
    return (
      <Note tone="good" icon={<IconCircleCheck size={18} />} title={strings.firstLeadTitle}>
        <Link to="/leads/$leadId" params={{ leadId: start.first_lead.lead_id }} className="text-link">
          {strings.firstLeadLink}
        </Link>
      </Note>
    )
  }
  if (start?.last_refusal) {
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={strings.rejectedTitle}>
        {sentenceOf(start.last_refusal.message ?? start.last_refusal.code ?? strings.invalid)}{' '}
        <Link
          to="/settings/deliveries/$deliveryId"
          params={{ deliveryId: start.last_refusal.delivery_id }}
          className="text-link"
        >
          {strings.rejectedLink}
        </Link>
      </Note>
    )
  }
  return <Waiting>{strings.waiting}</Waiting>
}
