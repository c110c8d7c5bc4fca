import { Anchor, Button, Select, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconExternalLink, IconMailbox, IconMoodEmpty, IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { adviceOn, ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { NewAbove, OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Output } from '#web/wire.ts'
import classes from './outbox.module.css'
import { strings } from './strings.ts'

type Mail = Output<'list-mails'>['mails'][number]
type State = Mail['state']

const route = getRouteApi('/staff/settings/outbox')
const tones = { queued: 'warn', sent: 'good', failed: 'bad' } as const

/** Settings → Outbox: how mail leaves, and what became of each. */
export const OutboxPage = () => {
  const { mail } = route.useSearch()
  const [state, setState] = useState<State | null>(null)
  return (
    <>
      <PageHeader title={strings.title} about={strings.lead} />
      <div className={classes.stack}>
        <Setup />
        {mail && <OneMail mailId={mail} />}
        <div>
          <Select
            className={classes.filter ?? ''}
            label={strings.state}
            placeholder={strings.anyState}
            data={Object.entries(strings.states).map(([value, label]) => ({ value, label }))}
            value={state}
            onChange={(value) => setState(value as State | null)}
            clearButtonProps={{ 'aria-label': strings.anyState }}
            clearable
          />
          <Mails key={state} state={state} onAll={() => setState(null)} />
        </div>
      </div>
    </>
  )
}

const Setup = () => {
  const { data, error, refetch } = useQuery(read('show-mail-setup', {}))
  if (error) return <ErrorNote error={error} title={strings.setupFailed} onRetry={() => void refetch()} />
  if (!data) return <RowsPending rows={1} />
  const isReal = data.provider === 'smtp' || data.provider === 'resend'
  return (
    <Card
      title={strings.setupTitle}
      actions={
        data.sandbox_address && (
          <Button
            component="a"
            href={data.sandbox_address}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="xs"
            leftSection={<IconExternalLink size={14} aria-hidden />}
          >
            {strings.seeMailbox}
          </Button>
        )
      }
    >
      <dl className={classes.facts}>
        <div>
          <dt>{strings.by}</dt>
          <dd>{data.provider === null ? strings.noProvider : strings.providers[data.provider]}</dd>
        </div>
        <div>
          <dt>{strings.from}</dt>
          <dd>
            <bdi>{data.from}</bdi>
          </dd>
        </div>
      </dl>
      {!isReal && (
        <Text size="sm" c="dimmed" mt="sm">
          {data.provider === null ? strings.noProviderText : strings.sandboxText}
        </Text>
      )}
    </Card>
  )
}

/** The mail that somebody was sent here for, whatever the list shows. */
const OneMail = ({ mailId }: { mailId: string }) => {
  const { data, error, isPending, refetch } = useQuery(read('show-mail', { mailId }))
  return (
    <Card
      title={strings.oneTitle}
      actions={
        <Anchor component={Link} to="/settings/outbox" size="sm">
          {strings.all}
        </Anchor>
      }
    >
      <ErrorNote error={error} title={strings.oneFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={1} />}
      {data && <MailFacts mail={data.mail} />}
    </Card>
  )
}

const Mails = ({ state, onAll }: { state: State | null; onAll: () => void }) => {
  const list = useKeyset(
    'list-mails',
    { ...(state && { state }), limit: 50 },
    { rows: (answer) => answer.mails, on: ['mail.changed'] },
  )
  if (list.error) return <ErrorNote title={strings.loadFailed} error={list.error} onRetry={list.retry} />
  if (list.isPending) return <RowsPending rows={4} />
  if (list.rows.length === 0)
    return state ? (
      <Empty icon={<IconMoodEmpty size={24} stroke={1.6} />} title={strings.noMatchTitle} text={strings.noMatchText}>
        <Button variant="default" onClick={onAll}>
          {strings.all}
        </Button>
      </Empty>
    ) : (
      <Empty icon={<IconMailbox size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
        <Button component={Link} to="/settings/members">
          {strings.toMembers}
        </Button>
      </Empty>
    )
  return (
    <>
      <NewAbove arrived={list.arrived} />
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.list} role="list" aria-label={strings.list}>
        {list.rows.map((mail) => (
          <li key={mail.id} className={classes.row} data-fresh={list.fresh.has(mail.id) || undefined}>
            <MailFacts mail={mail} />
          </li>
        ))}
      </ul>
      <OlderRows list={list} />
    </>
  )
}

const templateWords: Readonly<Record<string, string>> = strings.templates

const MailFacts = ({ mail }: { mail: Mail }) => (
  <div className={classes.mail}>
    <div className={classes.text}>
      <div className={classes.head}>
        <Pill tone={tones[mail.state]}>{strings.states[mail.state]}</Pill>
        <span className={classes.subject}>
          <bdi>{mail.subject}</bdi>
        </span>
      </div>
      <div className={classes.quiet}>
        {templateWords[mail.template] ?? mail.template} · {strings.to(mail.to, mail.to_name)}
      </div>
      {mail.last_error && mail.state !== 'sent' && <div className={classes.reason}>{sentenceOf(mail.last_error)}</div>}
      <div className={classes.quiet}>
        {mail.sent_at ? (
          <>
            {strings.sentAt} <RelativeTime at={mail.sent_at} long />
          </>
        ) : (
          <>
            {strings.queuedAt} <RelativeTime at={mail.created_at} long />
          </>
        )}
        {mail.tries > 0 && ` · ${strings.tries(mail.tries)}`}
        {mail.held && ` · ${strings.held}`}
        {mail.state === 'queued' && mail.next_try_at && (
          <>
            {' · '}
            {strings.nextTry} <RelativeTime at={mail.next_try_at} long />
          </>
        )}
      </div>
    </div>
    {mail.state !== 'sent' && <Retry mail={mail} />}
  </div>
)

const Retry = ({ mail }: { mail: Mail }) => {
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call('retry-mail', { mailId: mail.id }),
    onSuccess: async () => {
      notifications.show({ message: strings.retried, closeButtonProps: { 'aria-label': strings.close } })
      await queries.invalidateQueries({ queryKey: ['keyset', 'list-mails'] })
      await queries.invalidateQueries({ queryKey: ['show-mail'] })
    },
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: strings.retryFailed,
        message: adviceOn(error),
        closeButtonProps: { 'aria-label': strings.close },
      }),
  })
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconSend size={14} className="mirrors" aria-hidden />}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {strings.retry}
      <span className="hidden-visually">: {mail.subject}</span>
    </Button>
  )
}
