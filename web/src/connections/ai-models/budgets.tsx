import { Button, NativeSelect, Progress, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fields, Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { AiBudget as Budget } from '#web/wire.ts'
import { dollars, nanoOf } from './amounts.ts'
import { useAiChange, useUsage } from './api.ts'
import { strings } from './strings.ts'
import { featureName } from './usage.tsx'

/** What may be spent, by whom, and how much of it is left. */
export const Budgets = ({ mayChange, isAdmin }: { mayChange: boolean; isAdmin: boolean }) => {
  const { data } = useUsage({})
  const remove = useAiChange('set-ai-budget')
  const nameOf = useBudgetNames()
  if (!data || (!isAdmin && data.budgets.length === 0)) return null
  const takeAway = ({ scope, subject, period }: Budget): void =>
    remove.mutate(
      { scope, period, limitNano: null, ...(subject !== null && { id: subject }) },
      { onSuccess: () => say(strings.saved) },
    )
  return (
    <Part title={strings.budgets} text={strings.budgetsText}>
      <ErrorNote error={remove.error} title={strings.notSaved} />
      {data.budgets.length === 0 && <Empty title={strings.noBudget} text={strings.noBudgetText} />}
      {data.budgets.length > 0 && (
        <List label={strings.budgets} isInset>
          {data.budgets.map((budget) => (
            <ListRow
              key={budget.id}
              title={nameOf(budget)}
              end={strings.spentOf(dollars(budget.spent_nano), dollars(budget.limit_nano))}
              actions={
                mayChange && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    aria-label={strings.removeBudget(nameOf(budget))}
                    onClick={() => takeAway(budget)}
                  >
                    {strings.remove}
                  </Button>
                )
              }
            >
              <Bar budget={budget} name={nameOf(budget)} />
            </ListRow>
          ))}
        </List>
      )}
      {mayChange && <BudgetForm />}
    </Part>
  )
}

const Bar = ({ budget, name }: { budget: Budget; name: string }) => {
  const share = (nano: number): number => (budget.limit_nano === 0 ? 100 : Math.min(100, (nano / budget.limit_nano) * 100))
  return (
    <>
      <Progress.Root size="sm" my={4}>
        <Progress.Section value={share(budget.spent_nano)} aria-label={name} />
        <Progress.Section value={share(budget.reserved_nano)} color="gray" aria-label={strings.reserved('')} />
      </Progress.Root>
      <span>
        {budget.reserved_nano > 0 && `${strings.reserved(dollars(budget.reserved_nano))} · `}
        {strings.resets} <RelativeTime at={budget.resets_at} long />
      </span>
    </>
  )
}

const useBudgetNames = (): ((budget: Budget) => string) => {
  const members = useMembersByName()
  return ({ scope, subject, period }) => {
    const whose =
      scope === 'workspace'
        ? strings.scopes.workspace
        : scope === 'feature'
          ? featureName(subject ?? '')
          : (members.find(({ value }) => value === subject)?.label ?? strings.scopes.person)
    return `${whose}, ${strings.periods[period]}`
  }
}

const scopes = ['workspace', 'person', 'feature'] as const

/** A budget that is new, or another limit of one that is there. */
const BudgetForm = () => {
  const members = useMembersByName()
  const set = useAiChange('set-ai-budget')
  const [scope, setScope] = useState<Budget['scope']>('workspace')
  const [subject, setSubject] = useState('')
  const [period, setPeriod] = useState<Budget['period']>('month')
  const [limit, setLimit] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const choices = scope === 'person' ? members : Object.entries(strings.features).map(([value, label]) => ({ value, label }))
  const chosen = choices.some(({ value }) => value === subject) ? subject : (choices[0]?.value ?? '')
  const limitNano = nanoOf(limit)
  const submit = (): void => {
    setIsChecked(true)
    if (limitNano === null) return
    set.mutate(
      { scope, period, limitNano, ...(scope !== 'workspace' && { id: chosen }) },
      {
        onSuccess: () => {
          setLimit('')
          setIsChecked(false)
          say(strings.saved)
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ErrorNote error={set.error} title={strings.notSaved} />
      <Fields>
        <NativeSelect
          label={strings.whose}
          data={scopes.map((value) => ({ value, label: strings.scopes[value] }))}
          value={scope}
          onChange={({ currentTarget }) => setScope(scopes.find((each) => each === currentTarget.value) ?? 'workspace')}
        />
        {scope !== 'workspace' && (
          <NativeSelect
            label={scope === 'person' ? strings.person : strings.feature}
            data={choices}
            value={chosen}
            onChange={({ currentTarget }) => setSubject(currentTarget.value)}
          />
        )}
        <NativeSelect
          label={strings.period}
          data={(['month', 'day'] as const).map((value) => ({ value, label: strings.periods[value] }))}
          value={period}
          onChange={({ currentTarget }) => setPeriod(currentTarget.value === 'day' ? 'day' : 'month')}
        />
        <TextInput
          label={strings.limit}
          inputMode="decimal"
          placeholder="20"
          maxLength={16}
          value={limit}
          onChange={({ currentTarget }) => setLimit(currentTarget.value)}
          error={isChecked && limitNano === null ? strings.limitWrong : undefined}
        />
      </Fields>
      <Button type="submit" variant="default" mt="md" loading={set.isPending}>
        {strings.setBudget}
      </Button>
    </form>
  )
}
