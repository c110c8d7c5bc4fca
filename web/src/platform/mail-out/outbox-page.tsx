import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconExternalLink, IconMailbox, IconSend } from '#icons'
import { read } from '#web/gateway.ts'
import { serverReason } from '#web/i18n/server-messages.ts'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { KeysetFound } from '#web/ui/keyset-found.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Select } from '#web/ui/select.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { useSelection } from '#web/ui/use-selection.ts'
import type { Mail, MailState } from '#web/wire.ts'
import { useRetryMails } from './api.ts'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/settings/outbox')
const tones = { queued: 'warn', sent: 'good', failed: 'bad' } as const

/** Settings → Outgoing mail: how it is sent, and the status of each email. */
export const OutboxPage = () => {
  const { mail } = route.useSearch()
  const [state, setState] = useState<MailState | null>(null)
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} />
      <Toolbar>
        <Select
          aria-label={strings.state}
          placeholder={strings.anyState}
          data={Object.entries(strings.states).map(([value, label]) => ({ value, label }))}
          value={state}
          onChange={(value) => setState(value as MailState | null)}
          clearButtonProps={{ 'aria-label': strings.anyState }}
          clearable
        />
        <Setup />
      </Toolbar>
      {mail && <OneMail mailId={mail} />}
      <Mails key={state} state={state} onAll={() => setState(null)} />
    </>
  )
}

const Setup = () => {
  const { data, error, refetch } = useQuery(read('show-mail-setup', {}))
  if (error) return <ErrorNote error={error} title={strings.setupFailed} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <>
      <span className="dim">
        {data.provider === null ? strings.noProvider : strings.providers[data.provider]} <bdi>{strings.from(data.from)}</bdi>
      </span>
      {data.sandbox_address && (
        <Button
          component="a"
          href={data.sandbox_address}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={14} aria-hidden />}
        >
          {strings.openMailbox}
        </Button>
      )}
    </>
  )
}

/** The email that a link leads to, whatever the list shows. */
const OneMail = ({ mailId }: { mailId: string }) => {
  const { data, error, isPending, refetch } = useQuery(read('show-mail', { mailId }))
  return (
    <Part
      title={strings.oneTitle}
      actions={
        <Anchor component={Link} to="/settings/outbox" size="sm">
          {strings.all}
        </Anchor>
      }
    >
      <ErrorNote error={error} title={strings.oneFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={1} />}
      {data && (
        <List label={strings.oneTitle} isInset>
          <ListRow
            title={<bdi>{data.mail.subject}</bdi>}
            pills={<Pill tone={tones[data.mail.state]}>{strings.states[data.mail.state]}</Pill>}
            actions={data.mail.state !== 'sent' && <Retry mail={data.mail} />}
          >
            {strings.recipient(data.mail.to, data.mail.to_name)} · {kindOf(data.mail)}
            <br />
            <Standing mail={data.mail} />
            {data.mail.state !== 'sent' && data.mail.last_error && <div>{sentenceOf(serverReason(data.mail.last_error))}</div>}
          </ListRow>
        </List>
      )}
    </Part>
  )
}

const Mails = ({ state, onAll }: { state: MailState | null; onAll: () => void }) => {
  const list = useKeyset(
    'list-mails',
    { ...(state && { state }), limit: 50 },
    { rows: (answer) => answer.mails, on: ['mail.changed'] },
  )
  const retry = useRetryMails()
  const selection = useSelection(list.rows.map(({ id }) => id))
  const unsent = list.rows.filter(({ id, state }) => selection.chosen.has(id) && state !== 'sent')
  return (
    <KeysetFound
      list={list}
      failed={strings.loadFailed}
      pendingRows={4}
      empty={
        state ? (
          <NoMatch title={strings.noMatch} clear={strings.all} onClear={onAll} />
        ) : (
          <Empty icon={<IconMailbox size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
            <Button component={Link} to="/settings/members">
              {strings.toMembers}
            </Button>
          </Empty>
        )
      }
    >
      <DataTable
        label={strings.list}
        rows={list.rows}
        idOf={({ id }) => id}
        name={strings.subject}
        nameOf={({ subject }) => <bdi title={subject}>{subject}</bdi>}
        columns={columns}
        fresh={list.fresh}
        // What was sent is not sent again, so there is nothing to tick where all of it was.
        {...(list.rows.some((mail) => mail.state !== 'sent') && {
          selection: { ...selection, labelOf: ({ subject }: Mail) => subject },
        })}
        actionsOf={(mail) => mail.state !== 'sent' && <Retry mail={mail} />}
        actionsWidth="7rem"
        noteOf={(mail) => mail.state !== 'sent' && mail.last_error && sentenceOf(serverReason(mail.last_error))}
      />
      <BulkBar selection={selection}>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconSend size={14} className="mirrors" aria-hidden />}
          disabled={unsent.length === 0}
          loading={retry.isPending}
          onClick={() =>
            retry.mutate(
              unsent.map(({ id }) => id),
              { onSuccess: () => selection.setAll([]) },
            )
          }
        >
          {strings.retry}
        </Button>
      </BulkBar>
    </KeysetFound>
  )
}

const templateNames: Readonly<Record<string, string>> = strings.templates

const kindOf = ({ template }: Mail): string => templateNames[template] ?? template

const columns: readonly Column<Mail>[] = [
  {
    key: 'state',
    name: strings.state,
    cell: ({ state }) => <Pill tone={tones[state]}>{strings.states[state]}</Pill>,
    width: '7rem',
    phone: 'end',
  },
  {
    key: 'to',
    name: strings.to,
    cell: ({ to, to_name }) => <bdi title={to}>{strings.recipient(to, to_name)}</bdi>,
    width: 'minmax(0, 2fr)',
    phone: 'below',
  },
  { key: 'kind', name: strings.kind, cell: kindOf, isExtra: true },
  { key: 'when', name: strings.when, cell: (mail) => <Standing mail={mail} />, width: 'minmax(0, 1.5fr)', phone: 'belowEnd' },
]

const Standing = ({ mail }: { mail: Mail }) => (
  <>
    {mail.sent_at ? (
      <>
        {strings.sentAt} <RelativeTime at={mail.sent_at} />
      </>
    ) : (
      <>
        {strings.queuedAt} <RelativeTime at={mail.created_at} />
      </>
    )}
    {mail.tries > 1 && ` · ${strings.attempts(mail.tries)}`}
    {mail.held && ` · ${strings.held}`}
    {mail.state === 'queued' && mail.next_try_at && (
      <>
        {' · '}
        {strings.nextAttempt} <RelativeTime at={mail.next_try_at} />
      </>
    )}
  </>
)

const Retry = ({ mail }: { mail: Mail }) => {
  const retry = useRetryMails()
  return (
    <Button variant="default" size="xs" loading={retry.isPending} onClick={() => retry.mutate([mail.id])}>
      {strings.retry}
      <span className="hidden-visually">: {mail.subject}</span>
    </Button>
  )
}
