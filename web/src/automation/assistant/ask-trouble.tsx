import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconAlertTriangle } from '#icons'
import { dollars } from '#web/connections/ai-models/amounts.ts'
import { CallError, read } from '#web/gateway.ts'
import { compare, dayAndMinute, listed } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import parts from '#web/ui/parts.module.css'
import type { AiBudget } from '#web/wire.ts'
import { strings } from './strings.ts'
import { strings as troubles } from './trouble-strings.ts'

/** Why a question got no answer, and where that is changed. */
export const AskTrouble = ({ error, onFollow }: { error: unknown; onFollow(): void }) => {
  const usedUp = usedUpIn(error)
  return usedUp ? <UsedUp usedUp={usedUp} onFollow={onFollow} /> : <ErrorNote error={error} title={strings.notAsked} />
}

interface UsedUpBudget {
  readonly budget: Pick<AiBudget, 'scope' | 'period' | 'limit_nano'>
  readonly resets_at: string
}

const usedUpIn = (error: unknown): UsedUpBudget | null =>
  error instanceof CallError && error.code === 'ai_budget_exhausted' && error.facts.budget
    ? (error.facts as unknown as UsedUpBudget)
    : null

/** Which budget, until when, and who can raise it: a link for who may, else their names. */
const UsedUp = ({ usedUp: { budget, resets_at: resetsAt }, onFollow }: { usedUp: UsedUpBudget; onFollow(): void }) => {
  const { role } = useSession()
  const { scope, period, limit_nano: limitNano } = budget
  return (
    <div className={parts.error} role="alert">
      <IconAlertTriangle size={18} className={parts.errorMark} aria-hidden />
      <div className={parts.errorText}>
        <div className={parts.errorMessage}>{strings.notAsked}</div>
        <div>{troubles.usedUp[scope][period](dollars(limitNano))}</div>
        <div>
          {troubles.again(dayAndMinute(resetsAt))}{' '}
          {role === 'owner' ? (
            <Anchor component={Link} to="/settings/ai" inherit underline="always" onClick={onFollow}>
              {troubles.raise}
            </Anchor>
          ) : (
            <Owners />
          )}
        </div>
      </div>
    </div>
  )
}

const Owners = () => {
  const { data } = useQuery(read('list-members', {}))
  const names = (data?.members ?? []).filter(({ role }) => role === 'owner').map(({ name }) => name)
  return names.length === 0 ? null : <bdi>{troubles.owners(listed(names.toSorted(compare)))}</bdi>
}
