import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CodeBlock } from '../parts/code-block.tsx'
import { useKey } from './calls.ts'
import { firstLeadLine } from './curl.ts'
import { Note } from './parts.tsx'
import classes from './settings.module.css'
import type { KeyStart, KeyWithSecret } from './shapes.ts'
import { sentence } from './words.ts'

/** A key for the one time it can be seen, a line that tries it out, and the wait for what comes of it. */
export const KeySecret = ({ made, onDone }: { made: KeyWithSecret; onDone(): void }) => {
  const { data } = useKey(made.key.id, (start) => !start?.first_lead)
  return (
    <Stack>
      <Text size="sm">
        Copy it now, and keep it where your tools keep secrets. It is shown this once: Foyer stores only its fingerprint.
      </Text>
      <CodeBlock text={made.secret} label="API key" />
      <Text size="sm">Try it out: paste this line into a terminal.</Text>
      <CodeBlock text={firstLeadLine(window.location.origin, made.secret)} label="curl line" />
      <FirstLead start={data} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{data?.first_lead ? 'Done' : 'I have stored the key'}</Button>
      </Group>
    </Stack>
  )
}

/** Waits for the first lead of a key, and says so when it comes, or when a request was refused. */
export const FirstLead = ({ start }: { start: KeyStart | undefined }) => {
  if (start?.first_lead) {
    return (
      <Note tone="good" icon={<IconCircleCheck size={18} />} title="The first lead is here.">
        <Link to="/leads/$leadId" params={{ leadId: start.first_lead.lead_id }} className={classes.link}>
          See what became of it
        </Link>
      </Note>
    )
  }
  if (start?.last_refusal) {
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title="A request came, and was refused.">
        {sentence(start.last_refusal.message ?? start.last_refusal.code ?? 'It was not valid')}{' '}
        <Link
          to="/settings/deliveries/$deliveryId"
          params={{ deliveryId: start.last_refusal.delivery_id }}
          className={classes.link}
        >
          See what came, and mend it
        </Link>
      </Note>
    )
  }
  return (
    <div className={classes.waiting} role="status">
      <Loader size={18} aria-hidden />
      Waiting for the first lead…
    </div>
  )
}
