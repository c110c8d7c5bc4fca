import { Stack, Switch, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useDelivery } from '#web/settings/api.ts'
import { Fact, Facts, Note, State } from '#web/settings/parts.tsx'
import classes from '#web/settings/settings.module.css'
import type { WholeDelivery } from '#web/settings/shapes.ts'
import { isOpen, labelOf, whatHappened } from '#web/settings/states.ts'
import { strings } from '#web/settings/strings.ts'
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
        title={strings.delivery}
        back={{ label: strings.deliveries, to: '/settings/deliveries' }}
        {...(delivery ? { lead: <State of={labelOf(delivery)} /> } : {})}
      />
      <ErrorNote error={error} title={strings.deliveryFailed} onRetry={() => void refetch()} />
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
      {strings.seeLead}
    </Link>
  )
  if (delivery.outcome === 'rejected') {
    return (
      <Note tone="good" icon={<IconCircleCheck size={18} />} title={strings.mendedTitle}>
        {strings.atFirst(whatHappened(delivery))} {lead}
      </Note>
    )
  }
  if (delivery.external_id_conflict) {
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={whatHappened(delivery)}>
        {strings.sameIds} {lead}
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
  <Card title={strings.theRequest}>
    <Facts>
      <Fact name={strings.received}>
        <AbsoluteTime at={delivery.received_at} />
      </Fact>
      <Fact name={strings.answer}>
        {delivery.status}
        {delivery.code ? ` ${delivery.code}` : ''}
      </Fact>
      {delivery.field && <Fact name={strings.fieldToBlame}>{delivery.field}</Fact>}
      <Fact name={strings.ofKey}>
        {delivery.key ? (
          <Link to="/settings/keys/$keyId" params={{ keyId: delivery.key.id }} className={classes.link}>
            {delivery.key.name}
          </Link>
        ) : (
          strings.keyUnknown
        )}
      </Fact>
      {delivery.mended_by && <OtherDelivery name={strings.mendedBy} id={delivery.mended_by} />}
      {delivery.replay_of && <OtherDelivery name={strings.mends} id={delivery.replay_of} />}
      {delivery.unused_fields.length > 0 && <Fact name={strings.fieldsNotUsed}>{delivery.unused_fields.join(', ')}</Fact>}
      <Fact name={strings.requestId} wide>
        {delivery.id}
      </Fact>
    </Facts>
  </Card>
)

const OtherDelivery = ({ name, id }: { name: string; id: string }) => (
  <Fact name={name}>
    <Link to="/settings/deliveries/$deliveryId" params={{ deliveryId: id }} className={classes.link}>
      {strings.anotherDelivery}
    </Link>
  </Fact>
)

const Received = ({ of: { body } }: { of: WholeDelivery }) => {
  const [isWhole, setIsWhole] = useState(false)
  if (!body) {
    return (
      <Card title={strings.whatCame}>
        <Text size="sm">{strings.neverRead}</Text>
      </Card>
    )
  }
  return (
    <Card
      title={strings.whatCame}
      actions={
        body.text !== null && (
          <Switch
            label={strings.showPersonal}
            checked={isWhole}
            onChange={(event) => setIsWhole(event.currentTarget.checked)}
          />
        )
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {body.text === null
          ? strings.bytesBase64(body.bytes)
          : isWhole
            ? strings.bytes(body.bytes)
            : strings.bytesMasked(body.bytes)}
      </Text>
      <CodeBlock
        text={body.text === null ? (body.base64 ?? '') : isWhole ? body.text : prettyJson(body.redacted)}
        label={strings.body}
        maxHeight="24rem"
      />
    </Card>
  )
}

const AsCurl = ({ of: delivery }: { of: WholeDelivery }) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <Card
      title={strings.asCurl}
      actions={<Switch label={strings.show} checked={isShown} onChange={(event) => setIsShown(event.currentTarget.checked)} />}
    >
      <Text size="sm" c="dimmed">
        {strings.asCurlText}
      </Text>
      {isShown && (
        <div style={{ marginTop: '0.75rem' }}>
          <CodeBlock text={delivery.curl} label={strings.curlLine} maxHeight="16rem" />
        </div>
      )}
    </Card>
  )
}
