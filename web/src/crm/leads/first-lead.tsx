import { Anchor, Button, Loader, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconCheck, IconFileUpload, IconSparkles, IconTerminal2 } from '#icons'
import { call } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { firstLeadLine } from '#web/ui/first-lead-line.ts'
import classes from './leads.module.css'
import { strings } from './strings.ts'

/** Before the first lead: the ways to get one, the quickest first. */
export const FirstLead = ({
  secret,
  onSecret,
  children,
}: {
  secret: string | null
  onSecret: (secret: string) => void
  children?: React.ReactNode
}) => (
  <div className={classes.start}>
    <div className={classes.startHead}>
      <Title order={2} size="1.25rem">
        {strings.emptyTitle}
      </Title>
      <p>{strings.emptyText}</p>
    </div>
    {secret === null ? <MakeKey onSecret={onSecret} /> : children}
    <div className={classes.startOthers}>
      <Way icon={<IconFileUpload size={20} stroke={1.7} aria-hidden />} title={strings.uploadTitle} text={strings.uploadText}>
        <Button component={Link} to="/uploads" variant="default">
          {strings.upload}
        </Button>
      </Way>
      <LoadDemo />
    </div>
  </div>
)

const Way = ({
  icon,
  title,
  text,
  children,
}: {
  icon: React.ReactNode
  title: string
  text: string
  children: React.ReactNode
}) => (
  <section className={classes.startMain}>
    <Title order={3} style={{ display: 'flex', alignItems: 'center', gap: '0.5rem' }}>
      {icon}
      {title}
    </Title>
    <p className={classes.startText}>{text}</p>
    {children}
  </section>
)

const MakeKey = ({ onSecret }: { onSecret: (secret: string) => void }) => {
  const { role } = useSession()
  const queries = useQueryClient()
  const make = useMutation({
    mutationFn: () => call('create-key', { name: strings.firstKeyName, scopes: ['leads:write'] }),
    onSuccess: ({ secret }) => {
      onSecret(secret)
      void queries.invalidateQueries({ queryKey: ['list-keys'] })
    },
  })
  return (
    <Way icon={<IconTerminal2 size={20} stroke={1.7} aria-hidden />} title={strings.tryTitle} text={strings.tryText}>
      {isAtLeast(role, 'admin') ? (
        <Button onClick={() => make.mutate()} loading={make.isPending}>
          {strings.createKey}
        </Button>
      ) : (
        strings.askAdmin
      )}
      <ErrorNote error={make.error} />
    </Way>
  )
}

/** The line to paste, and whether its lead has come. Stays until it is put away: the key in it is shown only here. */
export const PasteLine = ({ secret, arrived, onDone }: { secret: string; arrived: boolean; onDone: () => void }) => (
  <section className={classes.startMain} aria-labelledby="paste-line" style={{ marginBottom: arrived ? '1rem' : 0 }}>
    <Title order={3} id="paste-line">
      {strings.pasteTitle}
    </Title>
    <p className={classes.startText}>
      {strings.pasteText}{' '}
      <Anchor component={Link} to="/settings/keys" inherit style={{ whiteSpace: 'nowrap' }}>
        {strings.toKeys}
      </Anchor>
    </p>
    <CodeBlock text={firstLeadLine(location.origin, secret)} label={strings.curlLabel} />
    <div className={classes.waiting}>
      <span className={classes.waitingText} role="status">
        {arrived ? (
          <>
            <span className={classes.tick} aria-hidden>
              <IconCheck size={15} stroke={2.5} />
            </span>
            <span>
              {strings.arrived} <span className={classes.dim}>{strings.arrivedText}</span>
            </span>
          </>
        ) : (
          <>
            <Loader size={16} aria-hidden />
            {strings.waiting}
          </>
        )}
      </span>
      {arrived && (
        <Button variant="default" onClick={onDone}>
          {strings.done}
        </Button>
      )}
    </div>
  </section>
)

const LoadDemo = () => {
  const { role } = useSession()
  const queries = useQueryClient()
  const load = useMutation({
    mutationFn: () => call('seed-demo', {}),
    onSuccess: () => queries.resetQueries(),
  })
  return (
    <Way icon={<IconSparkles size={20} stroke={1.7} aria-hidden />} title={strings.demoTitle} text={strings.demoText}>
      {isAtLeast(role, 'admin') ? (
        <Button variant="default" onClick={() => load.mutate()} loading={load.isPending}>
          {strings.loadDemo}
        </Button>
      ) : (
        strings.demoAskAdmin
      )}
      <ErrorNote error={load.error} />
    </Way>
  )
}
