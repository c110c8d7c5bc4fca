import { Button, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { IconKey, IconPlus } from '#icons'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { State } from '#web/ui/pill.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import type { ApiKey } from '#web/wire.ts'
import { useKeys } from './api.ts'
import classes from './api-keys.module.css'
import { KeyMenu } from './key-menu.tsx'
import { RollKey } from './roll-key.tsx'
import { nameOfScope } from './scope-strings.ts'
import { keyLabels } from './states.ts'
import { strings } from './strings.ts'

const NewKey = laterWindow(() => import('./new-key.tsx').then(({ NewKey }) => NewKey))

/** Settings → API keys. */
export const KeysPage = () => {
  const keys = useKeys()
  const [making, making_] = useDisclosure(false)
  const [rolling, setRolling] = useState<ApiKey | null>(null)
  const [showEnded, setShowEnded] = useState(false)
  const all = keys.data?.keys ?? []
  const working = all.filter((key) => key.state === 'active' || key.state === 'ending')
  const shown = showEnded ? all : working

  return (
    <>
      <PageHeader
        title={strings.keys}
        about={strings.keysAbout}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={making_.open} disabled={!keys.data}>
            {strings.newKey}
          </Button>
        }
      />
      <ErrorNote error={keys.error} title={strings.keysFailed} onRetry={() => void keys.refetch()} />
      {keys.isPending && <TablePending rows={3} />}
      {keys.data && shown.length === 0 && <NoKeys anyEnded={all.length > 0} onMake={making_.open} />}
      {shown.length > 0 && (
        <DataTable
          label={strings.keys}
          rows={shown}
          idOf={({ id }) => id}
          name={strings.name}
          nameOf={({ name }) => name}
          linkOf={({ id }) => ({ to: '/settings/keys/$keyId', params: { keyId: id } })}
          columns={columns}
          actionsOf={(key) => <KeyMenu of={key} onRoll={setRolling} />}
        />
      )}
      {all.length > working.length && (
        <Switch
          mt="md"
          label={strings.showEnded(all.length - working.length)}
          checked={showEnded}
          onChange={(event) => setShowEnded(event.currentTarget.checked)}
        />
      )}
      <NewKey opened={making} scopes={keys.data?.scopes ?? []} onClose={making_.close} />
      <RollKey of={rolling} onClose={() => setRolling(null)} />
    </>
  )
}

const NoKeys = ({ anyEnded, onMake }: { anyEnded: boolean; onMake(): void }) => (
  <Empty
    icon={<IconKey size={24} stroke={1.6} />}
    title={anyEnded ? strings.noKeyWorks : strings.noKeyYet}
    text={strings.noKeyText}
  >
    <Button onClick={onMake}>{strings.createKey}</Button>
  </Empty>
)

const columns: readonly Column<ApiKey>[] = [
  {
    key: 'state',
    name: strings.state,
    cell: ({ state }) => <State of={keyLabels[state]} />,
    width: '8rem',
    phone: 'below',
  },
  { key: 'hint', name: strings.hint, cell: ({ hint }) => <code className={classes.mono}>…{hint}</code>, width: '6rem' },
  {
    key: 'scopes',
    name: strings.permissions,
    cell: ({ scopes }) => <span title={scopes.join(', ')}>{scopes.map(nameOfScope).join(' · ')}</span>,
    width: 'minmax(0, 2fr)',
  },
  {
    key: 'limit',
    name: strings.limit,
    cell: ({ rate_per_minute }) => (rate_per_minute === null ? strings.workspaceLimit : strings.perMinute(rate_per_minute)),
    isExtra: true,
  },
  { key: 'end', name: strings.expires, cell: (key) => <EndOf of={key} />, isExtra: true },
  {
    key: 'used',
    name: strings.lastUsed,
    cell: ({ last_used_at }) => (last_used_at ? <RelativeTime at={last_used_at} /> : strings.never),
    width: '7rem',
    phone: 'belowEnd',
  },
]

const EndOf = ({ of: { revoked_at, expires_at } }: { of: ApiKey }) => {
  const at = revoked_at ?? expires_at
  return at ? <AbsoluteTime at={at} /> : strings.never
}
