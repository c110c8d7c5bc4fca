import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconArchive, IconArchiveOff, IconBellZ, IconChevronDown, IconUserCheck } from '#icons'
import { dayAndTime, localMinute } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { Menu } from '#web/ui/menu.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Conversation } from '#web/wire.ts'
import { useChange, useMembers } from './api.ts'
import classes from './conversation-pane.module.css'
import { snoozeTimes } from './snoozing.ts'
import { strings } from './strings.ts'

export type OpenMenu = 'snooze' | 'assign' | null

/** Whose the conversation is, until when it sleeps, and whether it is closed. The keys a, s and e do the same. */
export const ThreadActions = ({
  conversation,
  projectId,
  seenTo,
  open,
  onOpen,
}: {
  conversation: Conversation
  projectId: string
  /** The newest message that is shown here: what came after it keeps a conversation open. */
  seenTo: string | undefined
  open: OpenMenu
  onOpen(menu: OpenMenu): void
}) => {
  const { person } = useSession()
  const change = useChange(projectId)
  const [picking, setPicking] = useState(false)
  const isClosed = conversation.session_status === 'closed'
  const isAsleep = isSleeping(conversation)
  const snooze = (until: Date): void => change.mutate({ action: 'snooze', userId: person.id, until: until.toISOString() })
  const times = snoozeTimes(new Date())
  return (
    <div className={classes.actions}>
      <AssignMenu conversation={conversation} projectId={projectId} opened={open === 'assign'} onOpen={onOpen} />
      <Menu
        position="bottom-end"
        withinPortal
        opened={open === 'snooze'}
        onChange={(opened) => onOpen(opened ? 'snooze' : null)}
        target={
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={strings.snooze}
            title={strings.snooze}
            aria-keyshortcuts="s"
            data-on={isAsleep || undefined}
          >
            <IconBellZ size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            <parts.Label>{strings.snoozeFor}</parts.Label>
            {(['later', 'tomorrow', 'monday', 'week'] as const).map((name) => (
              <parts.Item
                key={name}
                onClick={() => snooze(times[name])}
                rightSection={<span className={classes.menuTime}>{dayAndTime(times[name].toISOString())}</span>}
              >
                {strings.snoozes[name]}
              </parts.Item>
            ))}
            <parts.Item onClick={() => setPicking(true)}>{strings.snoozeOwn}</parts.Item>
            {isAsleep && (
              <>
                <parts.Divider />
                <parts.Item onClick={() => change.mutate({ action: 'reopen', userId: person.id })}>
                  {strings.unsnooze}
                </parts.Item>
              </>
            )}
          </>
        )}
      </Menu>
      <Button
        variant="default"
        aria-keyshortcuts="e"
        loading={change.isPending}
        leftSection={isClosed ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />}
        onClick={() =>
          change.mutate(
            isClosed
              ? { action: 'reopen', userId: person.id }
              : { action: 'close', userId: person.id, ...(seenTo !== undefined && { seenTo }) },
          )
        }
      >
        {isClosed ? strings.reopen : strings.close}
      </Button>
      <SnoozeWindow
        opened={picking}
        onClose={() => setPicking(false)}
        onSnooze={(until) => {
          setPicking(false)
          snooze(until)
        }}
      />
    </div>
  )
}

export const isSleeping = ({ session_status, snoozed_until }: Conversation): boolean =>
  session_status === 'open' && snoozed_until !== null && Date.parse(snoozed_until) > Date.now()

const AssignMenu = ({
  conversation,
  projectId,
  opened,
  onOpen,
}: {
  conversation: Conversation
  projectId: string
  opened: boolean
  onOpen(menu: OpenMenu): void
}) => {
  const { person } = useSession()
  const change = useChange(projectId)
  const { data } = useMembers()
  const isMine = conversation.is_claimed && conversation.assigned_to === person.id
  const label = isMine ? strings.withYou : (conversation.assigned_name ?? strings.unassigned)
  return (
    <Menu
      position="bottom-end"
      withinPortal
      opened={opened}
      onChange={(open) => onOpen(open ? 'assign' : null)}
      target={
        <Button
          variant="default"
          aria-keyshortcuts="a"
          aria-label={`${strings.owner}: ${label}`}
          leftSection={<IconUserCheck size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          loading={change.isPending}
        >
          <bdi className={classes.assigned}>{label}</bdi>
        </Button>
      }
      dropdown={{ className: classes.members ?? '' }}
    >
      {(parts) => (
        <>
          {!isMine && (
            <parts.Item onClick={() => change.mutate({ action: 'claim', userId: person.id })}>{strings.claim}</parts.Item>
          )}
          {conversation.is_claimed && (
            <parts.Item onClick={() => change.mutate({ action: 'release', userId: person.id })}>{strings.release}</parts.Item>
          )}
          <parts.Label>{strings.assignTo}</parts.Label>
          {(data?.members ?? [])
            .filter(({ id }) => id !== conversation.assigned_to)
            .map((member) => (
              <parts.Item key={member.id} onClick={() => change.mutate({ action: 'assign', userId: member.id })}>
                <bdi>{member.name}</bdi>
              </parts.Item>
            ))}
        </>
      )}
    </Menu>
  )
}

const SnoozeWindow = ({ opened, onClose, onSnooze }: { opened: boolean; onClose(): void; onSnooze(until: Date): void }) => (
  <Window opened={opened} onClose={onClose} title={strings.snoozeTitle}>
    <SnoozeForm onSnooze={onSnooze} />
  </Window>
)

const SnoozeForm = ({ onSnooze }: { onSnooze(until: Date): void }) => {
  const [at, setAt] = useState(() => localMinute(snoozeTimes(new Date()).tomorrow))
  const [tried, setTried] = useState(false)
  const chosen = new Date(at)
  const isAhead = chosen.getTime() > Date.now()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isAhead) onSnooze(chosen)
      }}
    >
      <Stack>
        <TextInput
          type="datetime-local"
          label={strings.snoozeAt}
          value={at}
          min={localMinute(new Date())}
          error={tried && !isAhead ? strings.snoozeMissing : undefined}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit">{strings.snoozeIt}</Button>
        </Group>
      </Stack>
    </form>
  )
}
