import { Stack, Switch, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useDelivery } from '#web/settings/api.ts'
import { Fact, Facts, Note, State } from '#web/settings/parts.tsx'
import classes from '#web/settings/settings.module.css'
import type { WholeDelivery } from '#web/settings/shapes.ts'
import { words } from '#web/settings/strings.ts'
import { isOpen, whatHappened, wordOf } from '#web/settings/words.ts'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { asProse, ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import { prettyJson } from '../leads/json-text.ts'
import { Mend } from './edit-request.tsx'

/** Settings → Deliveries → one: what came, what became of it, and the way to mend it. */
export const DeliveryPage = () => {
  const { deliveryId } = useParams({ from: '/staff/settings/deliveries/$deliveryId' })
  const { data, error, isPending, refetch } = useDelivery(deliveryId)
  const delivery = data?.delivery
  return (
    <>
      <PageHeader
        title={words.delivery}
        back={{ label: words.deliveries, to: '/settings/deliveries' }}
        {...(delivery ? { lead: <State word={wordOf(delivery)} /> } : {})}
      />
      <ErrorNote error={error} title={words.deliveryFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={3} />}
      {delivery && (
        <Stack>
          <WhatHappened to={delivery} />
          {isOpen(delivery) && <Mend key={delivery.id} of={delivery} />}
          <About delivery={delivery} />
          <Received of={delivery} />
          <AsCurl of={delivery} />
        </Stack>
      )}
    </>
  )
}

const WhatHappened = ({ to: delivery }: { to: WholeDelivery }) => {
  if (isOpen(delivery)) {
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={whatHappened(delivery)}>
        {delivery.mend && asProse(delivery.mend)}
      </Note>
    )
  }
  const lead = delivery.lead_id && (
    <Link to="/leads/$leadId" params={{ leadId: delivery.lead_id }} className={classes.link}>
      {words.seeLead}
    </Link>
  )
  if (delivery.outcome === 'rejected') {
    return (
      <Note tone="good" icon={<IconCircleCheck size={18} />} title={words.mendedTitle}>
        {words.atFirst(whatHappened(delivery))} {lead}
      </Note>
    )
  }
  if (delivery.external_id_conflict) {
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={whatHappened(delivery)}>
        {words.sameIds} {lead}
      </Note>
    )
  }
  return (
    <Note tone="good" icon={<IconCircleCheck size={18} />} title={whatHappened(delivery)}>
      {lead}
    </Note>
  )
}

const About = ({ delivery }: { delivery: WholeDelivery }) => (
  <Card title={words.theRequest}>
    <Facts>
      <Fact name={words.received}>
        <AbsoluteTime at={delivery.received_at} />
      </Fact>
      <Fact name={words.answer}>
        {delivery.status}
        {delivery.code ? ` ${delivery.code}` : ''}
      </Fact>
      {delivery.field && <Fact name={words.fieldToBlame}>{delivery.field}</Fact>}
      <Fact name={words.ofKey}>
        {delivery.key ? (
          <Link to="/settings/keys/$keyId" params={{ keyId: delivery.key.id }} className={classes.link}>
            {delivery.key.name}
          </Link>
        ) : (
          words.keyUnknown
        )}
      </Fact>
      {delivery.mended_by && <OtherDelivery name={words.mendedBy} id={delivery.mended_by} />}
      {delivery.replay_of && <OtherDelivery name={words.mends} id={delivery.replay_of} />}
      {delivery.unused_fields.length > 0 && <Fact name={words.fieldsNotUsed}>{delivery.unused_fields.join(', ')}</Fact>}
      <Fact name={words.requestId} wide>
        {delivery.id}
      </Fact>
    </Facts>
  </Card>
)

const OtherDelivery = ({ name, id }: { name: string; id: string }) => (
  <Fact name={name}>
    <Link to="/settings/deliveries/$deliveryId" params={{ deliveryId: id }} className={classes.link}>
      {words.anotherDelivery}
    </Link>
  </Fact>
)

const Received = ({ of: { body } }: { of: WholeDelivery }) => {
  const [isWhole, setIsWhole] = useState(false)
  if (!body) {
    return (
      <Card title={words.whatCame}>
        <Text size="sm">{words.neverRead}</Text>
      </Card>
    )
  }
  return (
    <Card
      title={words.whatCame}
      actions={
        body.text !== null && (
          <Switch label={words.showPersonal} checked={isWhole} onChange={(event) => setIsWhole(event.currentTarget.checked)} />
        )
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {body.text === null ? words.bytesBase64(body.bytes) : isWhole ? words.bytes(body.bytes) : words.bytesMasked(body.bytes)}
      </Text>
      <CodeBlock
        text={body.text === null ? (body.base64 ?? '') : isWhole ? body.text : prettyJson(body.redacted)}
        label={words.body}
        maxHeight="24rem"
      />
    </Card>
  )
}

const AsCurl = ({ of: delivery }: { of: WholeDelivery }) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <Card
      title={words.asCurl}
      actions={<Switch label={words.show} checked={isShown} onChange={(event) => setIsShown(event.currentTarget.checked)} />}
    >
      <Text size="sm" c="dimmed">
        {words.asCurlText}
      </Text>
      {isShown && (
        <div style={{ marginTop: '0.75rem' }}>
          <CodeBlock text={delivery.curl} label={words.curlLine} maxHeight="16rem" />
        </div>
      )}
    </Card>
  )
}
