import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IconAlertTriangle, IconRefresh } from '#icons'
import { call, read } from '#web/gateway.ts'
import { counted } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { MultiSelect } from '#web/ui/multi-select.tsx'
import { Note } from '#web/ui/note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { LeadSource, MetaSource } from '#web/wire.ts'
import { useUpdateSource } from '../api.ts'
import { ConnectMeta } from './connect-meta.tsx'
import { EarlierLeads } from './earlier-leads.tsx'
import { strings } from './strings.ts'
import { TestLead } from './test-lead.tsx'

/** How a page of Meta works as a source: what it brought, and which of its forms count. */
export const MetaSetup = ({ source }: { source: LeadSource }) => {
  const { data, error, isPending, refetch } = useQuery({
    ...read('show-meta-source', { leadSourceId: source.id }),
    refetchInterval: ({ state }) => (state.data?.page.state === 'joining' ? 2_000 : 15_000),
  })
  if (isPending) return <RowsPending rows={2} />
  if (error) return <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />
  const { page } = data
  return (
    <Stack gap="md">
      <Standing of={page} />
      <PageFacts of={page} name={source.settings.kind === 'meta' ? source.settings.pageName : page.page_id} />
      {page.state === 'working' && (
        <Group align="end">
          <CheckNow leadSourceId={source.id} />
          <EarlierLeads leadSourceId={source.id} />
          <TestLead leadSourceId={source.id} forms={page.forms} />
        </Group>
      )}
      <Failures of={page} />
      <ChosenForms key={page.forms.map(({ id, is_chosen }) => `${id} ${is_chosen}`).join()} source={source} page={page} />
    </Stack>
  )
}

const warning = <IconAlertTriangle size={18} />

/** What a person should do about it now, where there is something. */
const Standing = ({ of: { state, reason, found, is_held, lead_source_id } }: { of: MetaSource }) => (
  <>
    {is_held && <Note tone="bad" icon={warning} title={strings.held} />}
    {(state === 'needs_consent' || state === 'disconnected') && (
      <>
        <Note tone="bad" icon={warning} title={strings.states[state]}>
          {strings.waitText}
        </Note>
        <ConnectMeta returnTo={`/leads/sources/${lead_source_id}`} isAgain />
      </>
    )}
    {state === 'trouble' && (
      <Note tone="bad" icon={warning} title={strings.states.trouble}>
        {reason}
      </Note>
    )}
    {(state === 'working' || state === 'joining') && reason !== null && <Note tone="bad" icon={warning} title={reason} />}
    {found > 0 && <Note tone="good" icon={<IconRefresh size={18} />} title={strings.foundNote(found)} />}
  </>
)

const PageFacts = ({ of: page, name }: { of: MetaSource; name: string }) => (
  <Facts>
    <Fact name={strings.page}>{name}</Fact>
    <Fact name={strings.how} wide>
      {page.state === 'working' && !page.is_announced ? strings.states.workingByPoll : strings.states[page.state]}
    </Fact>
    <Fact name={strings.announced}>{counted(page.announced)}</Fact>
    <Fact name={strings.found}>{counted(page.found)}</Fact>
    <Fact name={strings.lastCheck}>{page.polled_at ? <RelativeTime at={page.polled_at} long /> : strings.never}</Fact>
    <Fact name={strings.nextCheck}>
      {page.next_poll_at ? <RelativeTime at={page.rests_until ?? page.next_poll_at} long /> : strings.notNow}
      {page.is_slowed && (
        <Text size="xs" c="dimmed">
          {strings.slowed}
        </Text>
      )}
    </Fact>
    {page.earlier > 0 && <Fact name={strings.earlier}>{counted(page.earlier)}</Fact>}
    {page.waiting > 0 && <Fact name={strings.waiting}>{counted(page.waiting)}</Fact>}
    {page.failed > 0 && <Fact name={strings.notFetched}>{counted(page.failed)}</Fact>}
  </Facts>
)

const CheckNow = ({ leadSourceId }: { leadSourceId: string }) => {
  const queries = useQueryClient()
  const check = useMutation({
    mutationFn: () => call('poll-meta-source', { leadSourceId }),
    onSuccess: () => {
      say(strings.checkStarted)
      return queries.invalidateQueries({ queryKey: ['show-meta-source'] })
    },
  })
  return (
    <div>
      <ErrorNote error={check.error} />
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        {strings.checkNow}
      </Button>
    </div>
  )
}

const Failures = ({ of: { failures } }: { of: MetaSource }) =>
  failures.length > 0 && (
    <div>
      <Text size="sm" fw={500}>
        {strings.failures}
      </Text>
      <List label={strings.failures}>
        {failures.map(({ lead_id, reason, state, delivery_id }) => (
          <ListRow
            key={lead_id}
            title={strings.failure(lead_id)}
            end={state === 'failed' ? strings.gaveUp : strings.tryingAgain}
            link={
              delivery_id === null ? undefined : { to: '/settings/deliveries/$deliveryId', params: { deliveryId: delivery_id } }
            }
          >
            {reason}
          </ListRow>
        ))}
      </List>
    </div>
  )

const ChosenForms = ({ source, page }: { source: LeadSource; page: MetaSource }) => {
  const update = useUpdateSource()
  const { settings } = source
  const before = settings.kind === 'meta' ? (settings.formIds ?? []) : []
  const [formIds, setFormIds] = useState<string[]>([...before])
  if (settings.kind !== 'meta' || page.forms.length === 0)
    return page.state === 'working' && <Text size="sm">{strings.noForms}</Text>
  const isSame = formIds.length === before.length && formIds.every((id) => before.includes(id))
  const save = (): void =>
    update.mutate(
      { leadSourceId: source.id, settings: { ...settings, formIds: formIds.length === 0 ? null : formIds } },
      { onSuccess: () => say(strings.saved) },
    )
  return (
    <Stack gap="xs">
      <ErrorNote error={update.error} />
      <MultiSelect
        label={strings.forms}
        description={strings.formsText}
        data={page.forms.map(({ id, name }) => ({ value: id, label: name }))}
        value={formIds}
        onChange={setFormIds}
      />
      {!isSame && (
        <Group>
          <Button loading={update.isPending} onClick={save}>
            {strings.save}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
