import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Select } from '#web/ui/select.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import type { MetaPage } from '#web/wire.ts'
import type { ChooserProps } from '../kinds.tsx'
import { ConnectMeta } from './connect-meta.tsx'
import { EarlierDays } from './earlier-days.tsx'
import { strings } from './strings.ts'

/** For a new source: which account of Meta, and which of its pages. */
export const ChoosePage = ({ onChoose }: ChooserProps) => {
  const { data, error, isPending, refetch } = useQuery(read('list-connections', {}))
  const [chosen, setChosen] = useState<string | null>(null)
  const accounts = data?.connections.filter(({ provider }) => provider === 'meta') ?? []
  const connectionId = chosen ?? accounts[0]?.id
  if (isPending) return <Waiting>{strings.pagesPending}</Waiting>
  return (
    <Stack gap="sm">
      <ErrorNote error={error} title={strings.connectionsFailed} onRetry={() => void refetch()} />
      {data && accounts.length === 0 && (
        <>
          <Text size="sm">{strings.connectFirst}</Text>
          <ConnectMeta returnTo="/leads/sources" />
        </>
      )}
      {accounts.length > 1 && (
        <Select
          label={strings.account}
          data={accounts.map(({ id, account }) => ({ value: id, label: account ?? id }))}
          value={connectionId}
          allowDeselect={false}
          onChange={(id) => {
            setChosen(id)
            onChoose(null)
          }}
        />
      )}
      {connectionId !== undefined && <Pages key={connectionId} connectionId={connectionId} onChoose={onChoose} />}
    </Stack>
  )
}

const Pages = ({ connectionId, onChoose }: { connectionId: string } & ChooserProps) => {
  const { data, error, isPending, refetch } = useQuery(read('list-meta-pages', { connectionId }))
  const [pageId, setPageId] = useState<string | null>(null)
  const [earlierDays, setEarlierDays] = useState(0)
  const choose = (id: string | null, days: number): void => {
    setPageId(id)
    setEarlierDays(days)
    const page = data?.pages.find((each) => each.id === id)
    const chosen = page && { kind: 'meta' as const, connectionId, pageId: page.id, pageName: page.name, formIds: null }
    onChoose(chosen ? { ...chosen, earlierDays: days } : null)
  }
  if (isPending) return <Waiting>{strings.pagesPending}</Waiting>
  if (error)
    return (
      <>
        <ErrorNote error={error} title={strings.pagesFailed} onRetry={() => void refetch()} />
        <ConnectMeta returnTo="/leads/sources" isAgain />
      </>
    )
  if (data.pages.length === 0)
    return (
      <>
        <Text size="sm">{strings.noPages}</Text>
        <ConnectMeta returnTo="/leads/sources" isAgain />
      </>
    )
  return (
    <>
      <Select
        label={strings.page}
        data={data.pages.map((page) => ({ value: page.id, label: labelOf(page), disabled: !isFree(page) }))}
        value={pageId}
        onChange={(id) => choose(id, earlierDays)}
      />
      <EarlierDays least={0} days={earlierDays} onChange={(days) => choose(pageId, days)} />
    </>
  )
}

const isFree = ({ can_advertise, lead_source_id }: MetaPage): boolean => can_advertise && lead_source_id === null

const labelOf = ({ name, can_advertise, lead_source_id }: MetaPage): string =>
  lead_source_id !== null ? strings.taken(name) : can_advertise ? name : strings.noAds(name)
