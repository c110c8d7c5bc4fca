import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { isAtLeast, useSession } from '#web/session.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Standing as Shown } from './api.ts'
import classes from './prospecting.module.css'
import { strings } from './strings.ts'

const BudgetWindow = laterWindow(() => import('./budget-window.tsx').then(({ BudgetWindow }) => BudgetWindow))

/** What is left to spend, here and at Apollo. */
export const Standing = ({ standing: { budget, credits } }: { standing: Shown }) => {
  const { role } = useSession()
  const [opened, window] = useDisclosure(false)
  return (
    <div className={classes.standing}>
      <span>{strings.budgetLeft(budget.left, budget.limit)}</span>
      {budget.left < budget.limit && (
        <span>
          {strings.resets} <RelativeTime at={budget.resets_at} long />
        </span>
      )}
      {credits?.left != null && <span>{strings.atApollo(credits.left)}</span>}
      <Link to="/prospecting" search={{ show: 'credits' }} className="text-link">
        {strings.credits}
      </Link>
      {isAtLeast(role, 'owner') && (
        <Button variant="subtle" size="compact-sm" onClick={window.open}>
          {strings.changeBudget}
        </Button>
      )}
      <BudgetWindow budget={budget} opened={opened} onClose={window.close} />
    </div>
  )
}
