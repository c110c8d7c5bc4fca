import { Button, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Empty } from '../parts/empty.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { RowsPending } from '../parts/keyset-list.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { useKeys } from './calls.ts'
import { KeyFacts } from './key-facts.tsx'
import { KeyMenu } from './key-menu.tsx'
import { NewKey } from './new-key.tsx'
import { State } from './parts.tsx'
import { RollKey } from './roll-key.tsx'
import classes from './settings.module.css'
import type { Key } from './shapes.ts'
import { keyWords } from './words.ts'

/** Settings → API keys. */
export const KeysPage = () => {
  const keys = useKeys()
  const [making, making_] = useDisclosure(false)
  const [rolling, setRolling] = useState<Key | null>(null)
  const [showEnded, setShowEnded] = useState(false)
  const all = keys.data?.keys ?? []
  const working = all.filter((key) => key.state === 'active' || key.state === 'ending')
  const shown = showEnded ? all : working

  return (
    <>
      <PageHeader
        title="API keys"
        lead="A key lets a tool send leads to this workspace, and do nothing else. Give each tool its own: then one can end without the others."
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={making_.open} disabled={!keys.data}>
            New key
          </Button>
        }
      />
      <ErrorNote error={keys.error} title="The keys could not be loaded." onRetry={() => void keys.refetch()} />
      {keys.isPending && <RowsPending rows={3} />}
      {keys.data && shown.length === 0 && <NoKeys anyEnded={all.length > 0} onMake={making_.open} />}
      {shown.length > 0 && (
        <ul className={classes.list} aria-label="API keys">
          {shown.map((key) => (
            <KeyRow key={key.id} of={key} onRoll={setRolling} />
          ))}
        </ul>
      )}
      {all.length > working.length && (
        <Switch
          mt="md"
          label={`Show ended keys (${all.length - working.length})`}
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
    title={anyEnded ? 'No key works at the moment' : 'No API key yet'}
    text="Make one, paste the line it comes with into a terminal, and watch the lead arrive."
  >
    <Button onClick={onMake}>Make a key</Button>
  </Empty>
)

const KeyRow = ({ of: key, onRoll }: { of: Key; onRoll(key: Key): void }) => (
  <li className={classes.row}>
    <div className={classes.rowHead}>
      <div className={classes.rowTitle}>
        <Link to="/settings/keys/$keyId" params={{ keyId: key.id }} className={classes.name}>
          {key.name}
        </Link>
        <span className={`${classes.quiet} ${classes.mono}`}>…{key.hint}</span>
        <State word={keyWords[key.state]} />
      </div>
      <KeyMenu of={key} onRoll={onRoll} />
    </div>
    <KeyFacts of={key} />
  </li>
)
