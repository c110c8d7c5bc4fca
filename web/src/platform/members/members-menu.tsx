import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { IconDots, IconMail, IconUserMinus, IconUserShield } from '#icons'
import { useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { Window } from '#web/ui/window.tsx'
import type { Member, Role } from '#web/wire.ts'
import { useChangeRole, useRemoveMember, useSendLink } from './members-api.ts'
import { RoleField } from './members-roles.tsx'
import { strings } from './members-strings.ts'
import { roleNames } from './role-strings.ts'

/** What the reader may do to a member: admins leave owners alone, and members do not remove themselves. */
const dueTo = (reader: { id: string; role: Role }, member: Member) => {
  const isSelf = reader.id === member.id
  const outranks = reader.role === 'owner' || (reader.role === 'admin' && member.role !== 'owner')
  return { changeRole: outranks, sendLink: outranks && !isSelf, remove: outranks && !isSelf }
}

/** The changes to one member, behind three dots. The windows are the page's: they outlive the row of a removed member. */
export const MemberMenu = ({
  of: member,
  onRole,
  onRemove,
}: {
  of: Member
  onRole(member: Member): void
  onRemove(member: Member): void
}) => {
  const { person, role } = useSession()
  const sendLink = useSendLink()
  const may = dueTo({ id: person.id, role }, member)
  if (!may.changeRole) return null
  const send = (): void =>
    sendLink.mutate(
      { userId: member.id },
      {
        onSuccess: () => say(strings.linkSent(member.email)),
        onError: (error) => sayFailure(error, strings.linkFailed),
      },
    )
  return (
    <Menu
      position="bottom-end"
      withinPortal
      target={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={strings.actionsOf(member.name)}
          loading={sendLink.isPending}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {(parts) => (
        <>
          <parts.Item leftSection={<IconUserShield size={16} aria-hidden />} onClick={() => onRole(member)}>
            {strings.changeRole}
          </parts.Item>
          {may.sendLink && (
            <parts.Item leftSection={<IconMail size={16} aria-hidden />} onClick={send}>
              {member.has_password ? strings.sendNewLink : strings.sendFirstLink}
            </parts.Item>
          )}
          {may.remove && (
            <>
              <parts.Divider />
              <parts.Item leftSection={<IconUserMinus size={16} aria-hidden />} onClick={() => onRemove(member)}>
                {strings.remove}
              </parts.Item>
            </>
          )}
        </>
      )}
    </Menu>
  )
}

export const RoleWindow = ({ of, onClose }: { of: Member | null; onClose(): void }) => {
  const member = useLast(of)
  return (
    <Window opened={of !== null} onClose={onClose} title={strings.roleTitle(member?.name ?? '')}>
      {member && <RoleForm key={member.id} of={member} onDone={onClose} />}
    </Window>
  )
}

const RoleForm = ({ of: member, onDone }: { of: Member; onDone(): void }) => {
  const session = useSession()
  const changeRole = useChangeRole()
  const back = useChangeRole()
  const [role, setRole] = useState<Role>(member.role)
  const save = (): void => {
    if (role === member.role) return onDone()
    changeRole.mutate(
      { userId: member.id, role },
      {
        onSuccess: () => {
          say(
            strings.roleSaved(member.name, roleNames[role]),
            // One's own role, given up, is another's to give back.
            member.id === session.person.id ? undefined : () => back.mutate({ userId: member.id, role: member.role }),
          )
          onDone()
        },
      },
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack>
        <ErrorNote error={changeRole.error} />
        {member.id === session.person.id && <Text size="sm">{strings.ownRoleHint}</Text>}
        <RoleField by={session.role} value={role} onChange={setRole} />
        <Group justify="flex-end">
          <FormButtons submit={strings.save} isPending={changeRole.isPending} onCancel={onDone} />
        </Group>
      </Stack>
    </form>
  )
}

export const RemoveWindow = ({ of, onClose }: { of: Member | null; onClose(): void }) => {
  const member = useLast(of)
  const removeMember = useRemoveMember()
  const close = (): void => {
    removeMember.reset()
    onClose()
  }
  const remove = (gone: Member): void =>
    removeMember.mutate(
      { userId: gone.id },
      {
        onSuccess: () => {
          say(strings.removed(gone.name))
          close()
        },
      },
    )
  return (
    <ConfirmWindow
      opened={of !== null}
      onClose={close}
      title={strings.removeTitle(member?.name ?? '')}
      text={strings.removeText}
      confirm={strings.removeMember}
      cancel={strings.keep}
      isFinal
      isPending={removeMember.isPending}
      error={removeMember.error}
      onConfirm={() => member && remove(member)}
    />
  )
}
