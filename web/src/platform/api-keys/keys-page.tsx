import { Button, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useKeys } from '#web/settings/api.ts'
import { State } from '#web/settings/parts.tsx'
import classes from '#web/settings/settings.module.css'
import type { Key } from '#web/settings/shapes.ts'
import { words } from '#web/settings/strings.ts'
import { keyWords } from '#web/settings/words.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { KeyFacts } from './key-facts.tsx'
import { KeyMenu } from './key-menu.tsx'
import { NewKey } from './new-key.tsx'
import { RollKey } from './roll-key.tsx'

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
        title={words.keys}
        about={words.keysLead}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={making_.open} disabled={!keys.data}>
            {words.newKey}
          </Button>
        }
      />
      <ErrorNote error={keys.error} title={words.keysFailed} onRetry={() => void keys.refetch()} />
      {keys.isPending && <RowsPending rows={3} />}
      {keys.data && shown.length === 0 && <NoKeys anyEnded={all.length > 0} onMake={making_.open} />}
      {shown.length > 0 && (
        <ul className={classes.list} aria-label={words.keys}>
          {shown.map((key) => (
            <KeyRow key={key.id} of={key} onRoll={setRolling} />
          ))}
        </ul>
      )}
      {all.length > working.length && (
        <Switch
          mt="md"
          label={words.showEnded(all.length - working.length)}
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
  <Empty icon={<IconKey size={24} stroke={1.6} />} title={anyEnded ? words.noKeyWorks : words.noKeyYet} text={words.noKeyText}>
    <Button onClick={onMake}>{words.makeAKey}</Button>
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
