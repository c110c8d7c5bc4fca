import { ActionIcon } from '@mantine/core'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { IconArrowDown, IconArrowUp } from '#icons'
import { useShortcuts } from '#web/shell/keyboard.ts'
import { pageOf, type RecordOf } from './record-kinds.ts'
import { strings } from './strings.ts'
import classes from './walk.module.css'
import { walkedList } from './walked-lists.ts'

/** The way to the previous and the next record of the list one came from, also by j and k; nothing where one came from none. */
export const RecordWalk = ({ of: record }: { of: RecordOf }) => {
  const navigate = useNavigate()
  const list = walkedList(record.kind)
  const at = list?.ids.indexOf(record.id) ?? -1
  const go = (by: 1 | -1): boolean => {
    const id = at === -1 ? undefined : list?.ids[at + by]
    if (id === undefined) return false
    void navigate(pageOf({ kind: record.kind, id }) as LinkProps & { to: '/' })
    return true
  }
  useShortcuts({ j: () => go(1), k: () => go(-1) })
  if (!list || at === -1 || list.ids.length < 2) return null
  return (
    <span className={classes.walk}>
      <span className={classes.place}>{strings.place(at + 1, list.ids.length, list.hasMore)}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={strings.previous}
        title={strings.previous}
        disabled={at === 0}
        onClick={() => go(-1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={strings.next}
        title={strings.next}
        disabled={at === list.ids.length - 1}
        onClick={() => go(1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </span>
  )
}
