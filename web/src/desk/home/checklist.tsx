import { Button, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconCheck } from '#icons'
import { call } from '#web/gateway.ts'
import { useChanges } from '#web/live.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { beginCreating } from '#web/shell/creating.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { firstLeadLine } from '#web/ui/first-lead-line.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { ChecklistStep } from '#web/wire.ts'
import { keys, type Section, useHomeChange } from './api.ts'
import classes from './home.module.css'
import { Of } from './home-card.tsx'
import { strings } from './strings.ts'

const places: Readonly<Record<ChecklistStep['step'], Pick<LinkProps, 'to' | 'search'>>> = {
  first_lead: { to: '/leads' },
  channel: { to: '/settings/connections' },
  website_chat: { to: '/settings/website-chat' },
  colleague: { to: '/settings/members' },
  business: { to: '/settings/business' },
  first_invoice: { to: '/invoices/new' },
  own_mailbox: { to: '/settings/mailboxes' },
  own_hours: { to: '/settings/hours' },
  own_notifications: { to: '/settings/notifications' },
}

/** What a new workspace does first, or a new member. A step is ticked when what it asks for is there. */
export const Checklist = ({
  checklist,
  isFirstRun,
  secret,
  onSecret,
}: {
  checklist: Section<'checklist'>
  isFirstRun: boolean
  /** Of the key that was made here: it is shown once. */
  secret: string | null
  onSecret: (secret: string) => void
}) => {
  const { person, role } = useSession()
  const queries = useQueryClient()
  const isLeadAwaited = checklist.steps.some(({ step, done }) => step === 'first_lead' && !done)
  useChanges(isLeadAwaited ? ['lead.received'] : [], () => void queries.invalidateQueries({ queryKey: [keys.checklist] }))
  const dismiss = useHomeChange('dismiss-checklist', 'checklist')
  const done = checklist.steps.filter((step) => step.done).length
  const all = checklist.steps.length
  const next = checklist.steps.find((step) => !step.done)
  const hide = (): void =>
    dismiss.mutate(
      {},
      {
        onSuccess: () => say(strings.skipped, () => dismiss.mutate({ dismissed: false })),
        onError: (error) => sayFailure(error, strings.notSkipped),
      },
    )
  const progress = (
    <>
      <span>{strings.stepsDone(done, all)}</span>
      <span className={classes.meter} data-tone="good" aria-hidden>
        <i style={{ width: `${(done / all) * 100}%` }} />
      </span>
    </>
  )
  const skip = (
    <button type="button" className={classes.skip} onClick={hide}>
      {strings.skip}
    </button>
  )
  const steps = (
    <ol className={classes.steps}>
      {checklist.steps.map((step) => (
        <Step key={step.step} step={step} isNext={isFirstRun && step === next}>
          {isFirstRun && step.step === 'first_lead' && (step === next || secret !== null) && isAtLeast(role, 'admin') && (
            <FirstLead secret={secret} hasArrived={step.done} onSecret={onSecret} />
          )}
        </Step>
      ))}
    </ol>
  )
  // Who has work to do has it first, and the steps folded below.
  if (!isFirstRun)
    return (
      <div className={classes.folded}>
        <details>
          <summary>
            <b>{strings.getStarted}</b>
            {progress}
          </summary>
          {steps}
        </details>
        {skip}
      </div>
    )
  return (
    <section className={classes.first} aria-labelledby="checklist">
      <Title order={2} id="checklist" className={classes.firstTitle}>
        {strings.welcome(person.name)}
      </Title>
      <p className={classes.firstLead}>{isAtLeast(role, 'admin') ? strings.welcomeText : strings.welcomeOwn}</p>
      <div className={classes.progress}>
        {progress}
        {skip}
      </div>
      {steps}
      <Demo />
    </section>
  )
}

const Step = ({
  step: { step, done },
  isNext,
  children,
}: {
  step: ChecklistStep
  isNext: boolean
  /** What is done in place of going there. */
  children: ReactNode
}) => {
  const { title, text, go } = strings.checklist[step]
  return (
    <li className={classes.step} data-done={done || undefined} data-next={isNext || undefined}>
      <span className={classes.ring} aria-hidden>
        {done && <IconCheck size={14} stroke={2.4} />}
      </span>
      <span className={classes.stepText}>
        <span className={classes.stepTitle}>
          {title}
          <span className="hidden-visually">: {done ? strings.done : strings.toDo}</span>
        </span>
        <span className={classes.more}>{text}</span>
        {children}
      </span>
      {!done && !children && step === 'first_lead' && <AddByHand />}
      {!done && !children && (
        <Button
          size="xs"
          variant={isNext ? 'filled' : 'default'}
          renderRoot={(props) => <Link {...(places[step] as LinkProps)} {...props} />}
        >
          {go}
          <Of name={title} />
        </Button>
      )}
    </li>
  )
}

const AddByHand = () => (
  <Button size="xs" variant="default" onClick={() => beginCreating('lead')}>
    {strings.addByHand}
  </Button>
)

/** A key, and the line to paste, which has it. */
const FirstLead = ({
  secret,
  hasArrived,
  onSecret,
}: {
  secret: string | null
  hasArrived: boolean
  onSecret: (secret: string) => void
}) => {
  const make = useMutation({
    mutationFn: () => call('create-key', { name: strings.firstKey, scopes: ['leads:write'] }),
    onSuccess: ({ secret }) => onSecret(secret),
  })
  if (secret !== null)
    return (
      <span className={classes.stepBody}>
        <CodeBlock text={firstLeadLine(location.origin, secret)} label={strings.curlLabel} />
        <span className={classes.more} role="status">
          {hasArrived ? strings.leadArrived : strings.leadAwaited}
        </span>
      </span>
    )
  return (
    <span className={classes.stepBody}>
      <Button size="xs" loading={make.isPending} onClick={() => make.mutate()}>
        {strings.createKey}
      </Button>{' '}
      <Button size="xs" variant="default" renderRoot={(props) => <Link to="/uploads" {...props} />}>
        {strings.importFile}
      </Button>{' '}
      <AddByHand />
      <ErrorNote error={make.error} />
    </span>
  )
}

const Demo = () => {
  const { role } = useSession()
  const queries = useQueryClient()
  const load = useMutation({
    mutationFn: () => call('seed-demo', {}),
    onSuccess: () => queries.resetQueries(),
    onError: (error) => sayFailure(error, strings.demoFailed),
  })
  if (!isAtLeast(role, 'admin')) return null
  return (
    <p className={classes.demo}>
      {strings.demoQuestion}{' '}
      <button type="button" className={classes.skip} disabled={load.isPending} onClick={() => load.mutate()}>
        {strings.demo}
      </button>
    </p>
  )
}
