import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { dayAndMinute, listed } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { DealDetail } from '#web/wire.ts'
import classes from './deal-request.module.css'
import { RewritePrd } from './rewrite-prd.tsx'
import { askedOf } from './standing.ts'
import { strings } from './strings.ts'

const CodeBlock = lazy(() => import('#web/ui/code-block.tsx').then(({ CodeBlock }) => ({ default: CodeBlock })))

/** What the prospect asked for, and the requirements that were made of it. */
export const DealRequest = ({ deal }: { deal: DealDetail }) => {
  const { prd } = deal
  const { problem, users, features } = askedOf(deal.asked)
  if (problem === null && users === null && features.length === 0 && deal.prd_state === 'none') return null
  return (
    <Card title={strings.asked}>
      <Facts stacked>
        {problem !== null && (
          <Fact name={strings.problem}>
            <bdi>{problem}</bdi>
          </Fact>
        )}
        {users !== null && (
          <Fact name={strings.users}>
            <bdi>{users}</bdi>
          </Fact>
        )}
        {features.length > 0 && (
          <Fact name={strings.features}>
            <bdi>{listed(features)}</bdi>
          </Fact>
        )}
      </Facts>
      {deal.prd_state !== 'none' && (
        <div className={classes.prd}>
          <div className={classes.prdHead}>
            <h3>{strings.prd}</h3>
            <Pill tone={prdTones[deal.prd_state]}>{strings.prdStates[deal.prd_state]}</Pill>
            <RewritePrd deal={deal} />
          </div>
          <p className="dim">
            {deal.prd_state === 'written' && deal.prd_at !== null
              ? strings.prdWrittenBy(deal.prd_model ?? strings.aModel, dayAndMinute(deal.prd_at))
              : strings.prdTexts[deal.prd_state]}
          </p>
          {prd !== null && (
            <Suspense fallback={<Skeleton height="28rem" />}>
              <CodeBlock text={prd} label={strings.prd} maxHeight="28rem" />
            </Suspense>
          )}
        </div>
      )}
    </Card>
  )
}

const prdTones = { none: undefined, given: undefined, queued: 'warn', written: 'good', failed: 'bad' } as const
