import { ActionIcon, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IconMessage2Code, IconPlus, IconTrash } from '#icons'
import { call } from '#web/gateway.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Window } from '#web/ui/window.tsx'
import type { CannedReply } from '#web/wire.ts'
import { useCannedReplies } from './api.ts'
import { CannedReplyForm } from './canned-reply-form.tsx'
import { strings } from './strings.ts'

type Doing =
  | { readonly what: 'edit'; readonly reply: CannedReply | null }
  | { readonly what: 'remove'; readonly reply: CannedReply }

/** Settings → Saved replies. */
export const CannedRepliesPage = () => {
  const { data, error, isPending, refetch } = useCannedReplies()
  const [doing, setDoing] = useState<Doing | null>(null)
  const replies = data?.canned_replies ?? []
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (cannedReplyId: string) => call('remove-canned-reply', { cannedReplyId }),
    onSuccess: () => {
      setDoing(null)
      return queries.invalidateQueries({ queryKey: ['list-canned-replies'] })
    },
  })
  const close = (): void => {
    remove.reset()
    setDoing(null)
  }
  const add = (): void => setDoing({ what: 'edit', reply: null })
  return (
    <>
      <PageHeader
        title={strings.cannedTitle}
        about={strings.cannedLead}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add} disabled={!data}>
            {strings.cannedAdd}
          </Button>
        }
      />
      <ErrorNote error={error} title={strings.cannedFailed} onRetry={() => void refetch()} />
      {isPending && !error && <TablePending rows={3} />}
      {data && replies.length === 0 && (
        <Empty
          icon={<IconMessage2Code size={24} stroke={1.6} />}
          title={strings.cannedEmptyTitle}
          text={strings.cannedEmptyText}
        >
          <Button onClick={add}>{strings.cannedAdd}</Button>
        </Empty>
      )}
      {replies.length > 0 && (
        <DataTable
          label={strings.cannedTitle}
          rows={replies}
          idOf={({ id }) => id}
          name={strings.cannedName}
          nameOf={({ title }) => <bdi>{title}</bdi>}
          onOpen={(reply) => setDoing({ what: 'edit', reply })}
          nameWidth="minmax(10rem, 1fr)"
          columns={columns}
          actionsOf={(reply) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={strings.cannedRemove(reply.title)}
              onClick={() => setDoing({ what: 'remove', reply })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        />
      )}
      <Window
        opened={doing?.what === 'edit'}
        onClose={() => setDoing(null)}
        title={doing?.reply ? strings.cannedEdit : strings.cannedNew}
        sheet
      >
        {doing?.what === 'edit' && <CannedReplyForm reply={doing.reply} onDone={() => setDoing(null)} />}
      </Window>
      <ConfirmWindow
        opened={doing?.what === 'remove'}
        title={strings.cannedRemoveTitle}
        about={doing?.reply?.title}
        text={strings.cannedRemoveText}
        confirm={strings.cannedRemoveIt}
        isFinal
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => doing?.reply && remove.mutate(doing.reply.id)}
        onClose={close}
      />
    </>
  )
}

const columns: readonly Column<CannedReply>[] = [
  {
    key: 'shortcut',
    name: strings.cannedShortcut,
    cell: ({ shortcut }) => <code>/{shortcut}</code>,
    width: '9rem',
    phone: 'end',
  },
  { key: 'body', name: strings.cannedBody, cell: ({ body }) => <bdi>{body}</bdi>, width: 'minmax(0, 3fr)', phone: 'below' },
]
