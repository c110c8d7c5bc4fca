import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { IconPlus, IconSearch, IconUsers } from '#icons'
import { onDay } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { type Column, countOf, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { Member } from '#web/wire.ts'
import { useInvitations, useMembers } from './members-api.ts'
import { Invitations } from './members-invitations.tsx'
import { InviteWindow } from './members-invite.tsx'
import { MemberMenu, RemoveWindow, RoleWindow } from './members-menu.tsx'
import { strings } from './members-strings.ts'
import { roleNames } from './role-strings.ts'

/** A list this long is searched, not read. */
const manyMembers = 10

/** Settings → Members. */
export const MembersPage = () => {
  const { role } = useSession()
  const mayInvite = isAtLeast(role, 'admin')
  const members = useMembers()
  const invitations = useInvitations(mayInvite)
  const [inviting, inviting_] = useDisclosure(false)
  const [text, setText] = useState('')
  const all = members.data?.members ?? []
  const isAlone = all.length === 1 && invitations.data?.pages[0]?.invitations.length === 0

  return (
    <>
      <PageHeader
        title={strings.title}
        count={countOf({ rows: all, hasOlder: false, isPending: members.isPending })}
        about={mayInvite ? strings.about : strings.onlyAdmins}
        actions={
          mayInvite && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={inviting_.open}>
              {strings.invite}
            </Button>
          )
        }
      />
      {all.length > manyMembers && (
        <Toolbar>
          <TextInput
            type="search"
            aria-label={strings.search}
            placeholder={strings.searchHint}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Toolbar>
      )}
      <ErrorNote error={members.error} title={strings.membersFailed} onRetry={() => void members.refetch()} />
      {members.isPending && <TablePending rows={4} />}
      {members.data && <MemberTable of={all} text={text} />}
      {mayInvite && <Invitations list={invitations} />}
      {mayInvite && isAlone && (
        <Empty icon={<IconUsers size={24} stroke={1.6} />} title={strings.aloneTitle} text={strings.aloneText}>
          <Button onClick={inviting_.open}>{strings.inviteTeammate}</Button>
        </Empty>
      )}
      <InviteWindow opened={inviting} onClose={inviting_.close} />
    </>
  )
}

const MemberTable = ({ of: members, text }: { of: Member[]; text: string }) => {
  const { role, person } = useSession()
  const mayChange = isAtLeast(role, 'admin')
  const [changing, setChanging] = useState<Member | null>(null)
  const [removing, setRemoving] = useState<Member | null>(null)
  const wanted = text.trim().toLowerCase()
  const shown = members.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))

  return (
    <>
      {shown.length > 0 && (
        <DataTable
          label={strings.title}
          rows={shown}
          idOf={({ id }) => id}
          name={strings.name}
          markOf={({ name }) => <Avatar name={name} size="24px" />}
          nameOf={({ id, name }) => (
            <>
              {name} {id === person.id && <Pill>{strings.you}</Pill>}
            </>
          )}
          columns={columns}
          {...(mayChange && {
            actionsOf: (member: Member) => <MemberMenu of={member} onRole={setChanging} onRemove={setRemoving} />,
          })}
        />
      )}
      <div role="status">
        {shown.length === 0 && <Empty icon={<IconSearch size={24} stroke={1.6} />} title={strings.noneFound(text.trim())} />}
      </div>
      <RoleWindow of={changing} onClose={() => setChanging(null)} />
      <RemoveWindow of={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

const columns: readonly Column<Member>[] = [
  {
    key: 'role',
    name: strings.role,
    cell: ({ role }) => <Pill tone={role === 'owner' ? 'accent' : undefined}>{roleNames[role]}</Pill>,
    width: '8rem',
    phone: 'end',
  },
  { key: 'email', name: strings.email, cell: ({ email }) => <bdi title={email}>{email}</bdi>, phone: 'below' },
  {
    key: 'seen',
    name: strings.lastSeen,
    cell: (member) => <LastSeen of={member} />,
    width: '11rem',
    atEnd: true,
    phone: 'belowEnd',
  },
]

const LastSeen = ({ of: member }: { of: Member }) => {
  if (member.last_seen_at) return <RelativeTime at={member.last_seen_at} />
  return member.has_password ? strings.since(onDay(member.joined_at)) : strings.neverSignedIn
}
