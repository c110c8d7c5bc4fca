import { Button, TextInput } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { IconSearch, IconTrash } from '#icons'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import iconClasses from '#web/ui/icon-button.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useConversations, useRemove } from './api.ts'
import classes from './ask.module.css'
import { strings } from './strings.ts'

/** What was asked before, for who asked it alone. */
export const ConversationList = ({ onOpen, onRemoved }: { onOpen(id: string): void; onRemoved(id: string): void }) => {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data, error } = useConversations(search)
  const remove = useRemove()
  return (
    <div className={classes.past}>
      <TextInput
        type="search"
        aria-label={strings.search}
        placeholder={strings.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={200}
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ErrorNote error={error} />
      <ErrorNote error={remove.error} title={strings.notRemoved} />
      {data?.conversations.length === 0 && (
        <Empty
          title={search ? strings.noMatch : strings.noConversation}
          text={search ? undefined : strings.noConversationText}
        />
      )}
      <ul className={classes.conversations}>
        {data?.conversations.map(({ id, title, last_at: at }) => (
          <li key={id}>
            <Button
              variant="subtle"
              color="gray"
              justify="space-between"
              className={classes.conversation ?? ''}
              rightSection={<RelativeTime at={at} />}
              onClick={() => onOpen(id)}
            >
              {title}
            </Button>
            <button
              type="button"
              className={iconClasses.iconButton}
              aria-label={strings.remove(title)}
              disabled={remove.isPending}
              onClick={() => remove.mutate(id, { onSuccess: () => onRemoved(id) })}
            >
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
