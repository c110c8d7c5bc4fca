import { Kbd, Modal, Switch, Title } from '@mantine/core'
import { useShortcutsOn } from './keyboard.ts'
import { words } from './messages.ts'
import classes from './shell.module.css'

const groups = [
  {
    title: words.goTo,
    shortcuts: [
      { keys: ['g', 'l'], text: words.leads },
      { keys: ['g', 'c'], text: words.contacts },
      { keys: ['g', 'u'], text: words.uploads },
      { keys: ['g', 's'], text: words.settings },
      { keys: ['g', 'k'], text: words.keys },
      { keys: ['g', 'd'], text: words.deliveries },
    ],
  },
  {
    title: words.inAList,
    shortcuts: [
      { keys: ['j', '↓'], text: words.nextRow, either: true },
      { keys: ['k', '↑'], text: words.rowBefore, either: true },
      { keys: ['Enter'], text: words.openRow },
      { keys: ['/'], text: words.search },
    ],
  },
  {
    title: words.anywhere,
    shortcuts: [
      { keys: ['Esc'], text: words.back },
      { keys: ['?'], text: words.thisHelp },
    ],
  },
] as const

/** What the keys do. Loaded when it is first asked for. */
export const Help = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [on, setOn] = useShortcutsOn()
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
                      {n > 0 && ('either' in shortcut ? words.eitherKey : words.thenKey)}
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
