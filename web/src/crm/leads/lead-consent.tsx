import { IconInfoCircle } from '#icons'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { LeadConsent as Consent } from '#web/wire.ts'
import classes from './leads.module.css'
import { strings } from './strings.ts'

export const LeadConsent = ({ consent }: { consent: Consent }) => (
  <Card title={strings.consentTitle}>
    <div className={classes.claim}>
      <Facts stacked>
        <Fact name={strings.consentSource}>{consent.source ?? <span className={classes.dim}>{strings.consentNone}</span>}</Fact>
        <Fact name={strings.consentBasis}>
          <span className={classes.meta}>
            {consent.basis === undefined ? (
              <span className={classes.dim}>{strings.consentNone}</span>
            ) : (
              consent.basis.replaceAll('_', ' ')
            )}
            {consent.basis !== undefined && !consent.recognised && <Pill tone="warn">{strings.unrecognised}</Pill>}
          </span>
        </Fact>
        <Fact name={strings.consentDate}>
          {consent.obtained_at ?? <span className={classes.dim}>{strings.consentNone}</span>}
        </Fact>
      </Facts>
    </div>
    <p className={classes.claimNotice}>
      <IconInfoCircle size={16} aria-hidden />
      {strings.consentNotice}
    </p>
  </Card>
)
