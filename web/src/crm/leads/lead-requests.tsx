import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconInfoCircle } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { LeadDelivery, LeadDetail } from '#web/wire.ts'
import classes from './leads.module.css'
import { strings } from './strings.ts'

export const LeadRequests = ({ lead, deliveries }: { lead: LeadDetail; deliveries: readonly LeadDelivery[] }) => {
  const { role } = useSession()
  const isConflict = deliveries.some(({ flags }) => flags.includes('external_id_conflict'))
  const none =
    lead.via === 'upload' || lead.via === 'demo' || lead.via === 'person' || lead.via === 'workflow'
      ? strings.noDeliveries[lead.via]
      : strings.noDeliveries.other
  return (
    <Card title={strings.deliveriesTitle}>
      {isConflict && (
        <p className={classes.claimNotice} style={{ marginBottom: '0.5rem' }}>
          <IconInfoCircle size={16} aria-hidden />
          {strings.conflictText}
        </p>
      )}
      {deliveries.length === 0 && <span className={classes.dim}>{none}</span>}
      <ul className={classes.deliveries}>
        {deliveries.map((delivery) => (
          <li key={delivery.id} className={classes.deliveryItem}>
            <div className={classes.delivery}>
              <DeliveryOutcome delivery={delivery} linked={isAtLeast(role, 'admin')} />
              {delivery.flags.includes('external_id_conflict') && <Pill tone="warn">{strings.conflict}</Pill>}
              <span className={classes.dim}>
                <RelativeTime at={delivery.received_at} /> {delivery.key_name !== null && strings.withKey(delivery.key_name)}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {lead.upload_id !== null && (
        <Button
          component={Link}
          to="/uploads/$uploadId"
          params={{ uploadId: lead.upload_id } as never}
          variant="default"
          mt="sm"
          fullWidth
        >
          {strings.openUpload(lead.upload_row)}
        </Button>
      )}
    </Card>
  )
}

const DeliveryOutcome = ({ delivery: { id, outcome }, linked }: { delivery: LeadDelivery; linked: boolean }) => {
  const word = outcome in strings.outcomes ? strings.outcomes[outcome as keyof typeof strings.outcomes] : outcome
  if (!linked) return <span>{word}</span>
  return (
    <Anchor component={Link} to="/settings/deliveries/$deliveryId" params={{ deliveryId: id } as never} inherit>
      {word}
    </Anchor>
  )
}
