import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import type { Output } from '#web/wire.ts'
import { LeadConsent } from './lead-consent.tsx'
import { LeadFields } from './lead-fields.tsx'
import { LeadOriginal } from './lead-original.tsx'
import { LeadRequests } from './lead-requests.tsx'
import classes from './leads.module.css'
import { strings } from './strings.ts'

/** For who wants to know what a sender sent, and what was made of it. */
export const LeadTechnical = ({ shown: { lead, deliveries } }: { shown: Output<'show-lead'> }) => (
  <RecordPanes
    properties={
      <>
        <Card title={strings.leadId}>
          <div className={classes.meta}>
            <code className={classes.id}>{lead.id}</code>
            <CopyButton text={lead.id} label={strings.copyId} />
          </div>
        </Card>
        {lead.consent && <LeadConsent consent={lead.consent} />}
        <LeadRequests lead={lead} deliveries={deliveries} />
      </>
    }
  >
    <LeadFields lead={lead} />
    <LeadOriginal lead={lead} />
  </RecordPanes>
)
