import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconCircleCheck } from '#icons'
import type { CallError } from '#web/gateway.ts'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { Note } from '#web/ui/note.tsx'
import type { DeliveryDetail } from '#web/wire.ts'
import { prettyJson } from '../leads/json-text.ts'
import type { Replay } from './api.ts'
import { useCheckReplay, useReplay } from './api.ts'
import { placeOf, placeOfLine } from './json-places.ts'
import { strings } from './strings.ts'

/** The way to accept a rejected request after all. The body stays masked until it is asked for: it holds personal data. */
export const FixRequest = ({ of: delivery }: { of: DeliveryDetail }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Part title={strings.fixTitle}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {strings.fixText}
        </Text>
        {isOpen ? (
          <Editor of={delivery} />
        ) : (
          <Button onClick={() => setIsOpen(true)} style={{ alignSelf: 'flex-start' }}>
            {strings.fixBody}
          </Button>
        )}
      </Stack>
    </Part>
  )
}

/** A rejected body, checked as often as needed, then accepted. */
const Editor = ({ of: delivery }: { of: DeliveryDetail }) => {
  const [body, setBody] = useState(() => prettyJson(delivery.body?.text ?? ''))
  const [changed, setChanged] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const check = useCheckReplay()
  const replay = useReplay()
  const input = { deliveryId: delivery.id, body }
  const foreseen = replay.error ? undefined : check.data
  const fault = foreseen
    ? null
    : (faultOf((replay.error ?? check.error) as CallError | null) ?? (changed ? null : faultOf(delivery)))
  const place = fault && (placeOf(body, fault.field ?? '') ?? placeOfLine(body, fault.message))

  // Opens at the field with the error.
  const goToOnce = useEffectEvent(() => goTo())
  useEffect(() => goToOnce(), [])

  const change = (text: string) => {
    setBody(text)
    setChanged(true)
    check.reset()
    replay.reset()
  }
  const goTo = () => {
    area.current?.focus()
    if (place) area.current?.setSelectionRange(place.start, place.end)
  }

  return (
    <Stack gap="sm">
      <Textarea
        ref={area}
        label={strings.body}
        {...(delivery.body?.text == null ? { description: whyEmpty(delivery) } : {})}
        value={body}
        onChange={(event) => change(event.currentTarget.value)}
        error={fault && sentenceOf(fault.message)}
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        styles={{
          input: {
            font: 'var(--small)',
            fontFamily: 'var(--mono)',
          },
        }}
      />
      {place && (
        <Button variant="default" size="xs" onClick={goTo} style={{ alignSelf: 'flex-start' }}>
          {fault?.field ? strings.goTo(fault.field) : strings.goToPlace}
        </Button>
      )}
      {foreseen && <Foreseen of={foreseen} />}
      <Group>
        <Button
          variant="default"
          loading={check.isPending}
          disabled={replay.isPending}
          onClick={() => check.mutate(input, { onSuccess: replay.reset })}
        >
          {strings.check}
        </Button>
        <Button loading={replay.isPending} disabled={check.isPending} onClick={() => replay.mutate(input)}>
          {strings.acceptLead}
        </Button>
      </Group>
    </Stack>
  )
}

const whyEmpty = (delivery: DeliveryDetail): string => (delivery.body ? strings.notUtf8 : strings.neverArrived)

interface Fault {
  readonly message: string
  readonly field?: string | null | undefined
}

const faultOf = (from: CallError | DeliveryDetail | null): Fault | null =>
  from?.message ? { message: from.message, field: from.field } : null

/** What accepting it would do. */
const Foreseen = ({ of: replay }: { of: Replay }) => (
  <Note tone="good" icon={<IconCircleCheck size={18} />} title={strings.valid}>
    {replay.deduplicated && replay.lead_id ? (
      <>
        {strings.willBeDuplicate}{' '}
        <Link to="/leads/$leadId" params={{ leadId: replay.lead_id }} className="text-link">
          {strings.openThatLead}
        </Link>
      </>
    ) : replay.contact_id ? (
      strings.willBeKnownContact
    ) : (
      strings.willBeNew
    )}
    {replay.unused_fields.length > 0 && ` ${sentenceOf(strings.notUsed(replay.unused_fields.join(', ')))}`}
  </Note>
)
