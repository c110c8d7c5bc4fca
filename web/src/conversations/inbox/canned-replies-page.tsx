import { ActionIcon, Button, Group, Menu, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDots, IconMessage2Code, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Input } from '#web/wire.ts'
import { type CannedReply, useCannedReplies } from './api.ts'
import classes from './inbox.module.css'
import { strings } from './strings.ts'

type Doing =
  | { readonly what: 'edit'; readonly reply: CannedReply | null }
  | { readonly what: 'remove'; readonly reply: CannedReply }

/** Settings → Canned replies. */
export const CannedRepliesPage = () => {
  const { data, error, isPending, refetch } = useCannedReplies()
  const [doing, setDoing] = useState<Doing | null>(null)
  const replies = data?.canned_replies ?? []
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
      {isPending && !error && <RowsPending rows={3} />}
      {data && replies.length === 0 && (
        <Empty
          icon={<IconMessage2Code size={24} stroke={1.6} />}
          title={strings.cannedEmptyTitle}
          text={strings.cannedEmptyText}
        >
          <Button onClick={add}>{strings.cannedAddFirst}</Button>
        </Empty>
      )}
      {replies.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.replies} role="list" aria-label={strings.cannedTitle}>
          {replies.map((reply) => (
            <li key={reply.id} className={classes.replyRow}>
              <div style={{ minWidth: 0 }}>
                <span className={classes.cannedTitle}>
                  <code>/{reply.shortcut}</code> <bdi>{reply.title}</bdi>
                </span>
                <p className={classes.replyBody} dir="auto">
                  {reply.body}
                </p>
              </div>
              <Menu position="bottom-end" withinPortal>
                <Menu.Target>
                  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={strings.cannedChange(reply.title)}>
                    <IconDots size={18} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    leftSection={<IconPencil size={16} aria-hidden />}
                    onClick={() => setDoing({ what: 'edit', reply })}
                  >
                    {strings.cannedEdit}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconTrash size={16} aria-hidden />}
                    onClick={() => setDoing({ what: 'remove', reply })}
                  >
                    {strings.cannedRemove}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </li>
          ))}
        </ul>
      )}
      <Window
        opened={doing?.what === 'edit'}
        onClose={() => setDoing(null)}
        title={doing?.reply ? strings.cannedEdit : strings.cannedNew}
        wide
      >
        {doing?.what === 'edit' && <ReplyForm reply={doing.reply} onDone={() => setDoing(null)} />}
      </Window>
      <Window opened={doing?.what === 'remove'} onClose={() => setDoing(null)} title={strings.cannedRemoveTitle}>
        {doing?.what === 'remove' && <Removal reply={doing.reply} onDone={() => setDoing(null)} />}
      </Window>
    </>
  )
}

const ReplyForm = ({ reply, onDone }: { reply: CannedReply | null; onDone(): void }) => {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (input: Input<'save-canned-reply'>) => call('save-canned-reply', input),
    onSuccess: () => {
      onDone()
      return queries.invalidateQueries({ queryKey: ['list-canned-replies'] })
    },
  })
  const form = useForm({
    initialValues: { shortcut: reply?.shortcut ?? '', title: reply?.title ?? '', body: reply?.body ?? '' },
    validate: {
      shortcut: (shortcut) => {
        const typed = shortcut.trim().replace(/^\//, '')
        if (typed === '') return strings.cannedShortcutMissing
        return /^[a-z0-9_-]{1,32}$/i.test(typed) ? null : strings.cannedShortcutBad
      },
      title: (title) => (title.trim() === '' ? strings.cannedNameMissing : null),
      body: (body) => (body.trim() === '' ? strings.cannedBodyMissing : null),
    },
  })
  const taken = fieldError(save.error, 'shortcut')
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ shortcut, title, body }) =>
        save.mutate({
          ...(reply && { cannedReplyId: reply.id }),
          shortcut: shortcut.trim().replace(/^\//, '').toLowerCase(),
          title: title.trim(),
          body: body.trim(),
        }),
      )}
    >
      <Stack>
        {!taken && <ErrorNote error={save.error} />}
        <TextInput
          label={strings.cannedShortcut}
          description={strings.cannedShortcutHint}
          leftSection="/"
          maxLength={33}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          required
          data-autofocus
          {...form.getInputProps('shortcut')}
          error={form.errors.shortcut ?? taken}
        />
        <TextInput label={strings.cannedName} maxLength={100} required {...form.getInputProps('title')} />
        <Textarea
          label={strings.cannedBody}
          description={strings.cannedBodyHint('{name}', '{first_name}', '{me}')}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={4_096}
          dir="auto"
          required
          {...form.getInputProps('body')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {strings.cannedSave}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Removal = ({ reply, onDone }: { reply: CannedReply; onDone(): void }) => {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call('remove-canned-reply', { cannedReplyId: reply.id }),
    onSuccess: () => {
      onDone()
      return queries.invalidateQueries({ queryKey: ['list-canned-replies'] })
    },
  })
  return (
    <Stack>
      <Text size="sm">{strings.cannedRemoveText}</Text>
      <ErrorNote error={remove.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {strings.cannedKeep}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {strings.cannedRemoveIt}
        </Button>
      </Group>
    </Stack>
  )
}
