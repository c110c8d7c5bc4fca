import { Kbd, Modal, Switch, Title } from '@mantine/core'
import { useShortcutsOn } from './keyboard.ts'
import { shortcutGroups, words } from './messages.ts'
import classes from './shell.module.css'

/** What the keys do. Loaded when it is first asked for. */
export const Help = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [on, setOn] = useShortcutsOn()
  return (
    <Modal opened={opened} onClose={onClose} title={words.shortcuts} size="lg" closeButtonProps={{ 'aria-label': words.close }}>
      <div className={classes.shortcuts}>
        {shortcutGroups.map((group) => (
          <section key={group.title}>
            <Title order={3} mb="xs">
              {group.title}
            </Title>
            {group.keys.map((shortcut) => (
              <div key={shortcut.text} className={classes.shortcutRow}>
                <span>{shortcut.text}</span>
                <span className={classes.shortcutKeys}>
                  {shortcut.keys.map((key, n) => (
                    <span key={key} className={classes.shortcutKeys}>
                      {n > 0 && ('either' in shortcut ? 'or' : 'then')}
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
