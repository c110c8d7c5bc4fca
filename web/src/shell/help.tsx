import { Kbd, Modal, Switch, Title } from '@mantine/core'
import { useSession } from '../session.ts'
import { paletteKeys, useShortcutsOn } from './keyboard.ts'
import { pagesFor } from './pages.ts'
import classes from './shell.module.css'
import { words } from './strings.ts'

interface Shortcut {
  readonly keys: readonly string[]
  readonly text: string
  /** One of them does it; else one after the other. */
  readonly either?: boolean
}

const inLists: readonly Shortcut[] = [
  { keys: ['j', '↓'], text: words.nextRow, either: true },
  { keys: ['k', '↑'], text: words.rowBefore, either: true },
  { keys: ['Enter'], text: words.openRow },
  { keys: ['/'], text: words.search },
]

const inTheInbox: readonly Shortcut[] = [
  { keys: ['r'], text: words.answer },
  { keys: ['n'], text: words.takeNote },
  { keys: ['a'], text: words.takeIt },
  { keys: ['s'], text: words.snoozeIt },
  { keys: ['e'], text: words.closeIt },
]

const anywhere: readonly Shortcut[] = [
  { keys: [paletteKeys], text: words.palette },
  { keys: ['Esc'], text: words.back },
  { keys: ['?'], text: words.thisHelp },
]

/** What the keys do. Loaded when it is first asked for. */
export const Help = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [on, setOn] = useShortcutsOn()
  const { role } = useSession()
  const groups = [
    { title: words.goTo, shortcuts: pagesFor(role).map(({ key, name }): Shortcut => ({ keys: ['g', key], text: name })) },
    { title: words.inAList, shortcuts: inLists },
    { title: words.inTheInbox, shortcuts: inTheInbox },
    { title: words.anywhere, shortcuts: anywhere },
  ]
  return (
    <Modal opened={opened} onClose={onClose} title={words.shortcuts} size="lg" closeButtonProps={{ 'aria-label': words.close }}>
      <div className={classes.shortcuts}>
        {groups.map((group) => (
          <section key={group.title}>
            <Title order={3} mb="xs">
              {group.title}
            </Title>
            {group.shortcuts.map((shortcut) => (
              <div key={shortcut.text} className={classes.shortcutRow}>
                <span>{shortcut.text}</span>
                <span className={classes.shortcutKeys}>
                  {shortcut.keys.map((key, n) => (
                    <span key={key} className={classes.shortcutKeys}>
                      {n > 0 && (shortcut.either ? words.eitherKey : words.thenKey)}
                      <Kbd>{key}</Kbd>
                    </span>
                  ))}
                </span>
              </div>
            ))}
          </section>
        ))}
      </div>
      <Switch
        mt="xl"
        label={words.shortcutsOn}
        description={words.shortcutsOnHint}
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Modal>
  )
}
