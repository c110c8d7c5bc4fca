import { Button } from '@mantine/core'
import { useState } from 'react'
import { byWorkflow } from '#web/ui/by-workflow.ts'
import { Card } from '#web/ui/card.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { ShownDeal } from './api.ts'
import { becauseOf } from './because.ts'
import classes from './deal-page.module.css'
import { Folded } from './folded.tsx'
import { strings } from './strings.ts'

const AssignWindow = laterWindow(() => import('./deal-windows.tsx').then(({ AssignWindow }) => AssignWindow))

/** Who owns the deal, why, and who did before. */
export const DealOwner = ({ shown: { deal, assignments } }: { shown: ShownDeal }) => {
  const [isOpen, setOpen] = useState(false)
  const why = becauseOf(deal.assigned_because, assignments[0]?.by?.name)
  return (
    <Card
      title={strings.owner}
      actions={
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {strings.assignTo}
        </Button>
      }
    >
      <p className={classes.ownerName}>
        {deal.assigned_to === null ? strings.unassigned : (deal.assigned_name ?? strings.formerMember)}
      </p>
      {why && (
        <p className="dim">
          <bdi>{why}</bdi>
        </p>
      )}
      {assignments.length > 1 && (
        <Folded summary={strings.ownerHistory}>
          {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
          <ul className={classes.steps} role="list">
            {assignments.map((one) => (
              <li key={one.id}>
                <div>{one.person?.name ?? strings.unassigned}</div>
                <div className="dim">
                  {[
                    becauseOf(one.because),
                    one.by && strings.by(one.by.name ?? strings.formerMember),
                    one.workflow !== null && byWorkflow(one.workflow),
                  ]
                    .filter(Boolean)
                    .join(' · ')}{' '}
                  <RelativeTime at={one.at} long />
                </div>
              </li>
            ))}
          </ul>
        </Folded>
      )}
      <AssignWindow deal={deal} opened={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}
