import { Kbd, Switch, Title } from '@mantine/core'
import { Window } from '#web/ui/window.tsx'
import { useSession } from '../session.ts'
import { creatables } from './creating.ts'
import classes from './help.module.css'
import { askKeys, paletteKeys, useShortcutsOn } from './keyboard.ts'
import { pagesFor } from './pages.ts'
import { strings } from './strings.ts'

interface Shortcut {
  readonly keys: readonly string[]
  readonly text: string
  /** One of them does it; else one after the other. */
  readonly either?: boolean
}

const inLists: readonly Shortcut[] = [
  { keys: ['j', '↓'], text: strings.nextRow, either: true },
  { keys: ['k', '↑'], text: strings.rowBefore, either: true },
  { keys: ['Enter'], text: strings.openRow },
  { keys: ['x'], text: strings.tickRow },
  { keys: ['/'], text: strings.search },
]

const inTheInbox: readonly Shortcut[] = [
  { keys: ['r'], text: strings.answer },
  { keys: ['n'], text: strings.takeNote },
  { keys: ['a'], text: strings.assignIt },
  { keys: ['s'], text: strings.snoozeIt },
  { keys: ['e'], text: strings.closeIt },
]

const anywhere: readonly Shortcut[] = [
  { keys: [paletteKeys], text: strings.palette },
  { keys: [askKeys], text: strings.ask },
  { keys: ['Esc'], text: strings.back },
  { keys: ['?'], text: strings.thisHelp },
]

/** What the keys do. Loaded when it is first asked for. */
export const Help = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [on, setOn] = useShortcutsOn()
  const { role } = useSession()
  const groups = [
    { title: strings.goTo, shortcuts: pagesFor(role).map(({ key, name }): Shortcut => ({ keys: ['g', key], text: name })) },
    { title: strings.create, shortcuts: creatables.map(({ key, name }): Shortcut => ({ keys: ['c', key], text: name })) },
    { title: strings.inAList, shortcuts: inLists },
    { title: strings.inTheInbox, shortcuts: inTheInbox },
    { title: strings.anywhere, shortcuts: anywhere },
  ]
  return (
    <Window opened={opened} onClose={onClose} title={strings.shortcuts} wide>
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
                      {n > 0 && (shortcut.either ? strings.eitherKey : strings.thenKey)}
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
        label={strings.shortcutsOn}
        description={strings.shortcutsOnHint}
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Window>
  )
}
