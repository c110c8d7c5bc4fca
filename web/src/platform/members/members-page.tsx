import { Button, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { onDay } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './members.module.css'
import type { Member } from './members-api.ts'
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
  const all = members.data?.members ?? []
  const isAlone = all.length === 1 && invitations.data?.pages[0]?.invitations.length === 0

  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.lead}
        {...(!mayInvite && { lead: strings.onlyAdmins })}
        actions={
          mayInvite && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={inviting_.open}>
              {strings.invite}
            </Button>
          )
        }
      />
      <ErrorNote error={members.error} title={strings.membersFailed} onRetry={() => void members.refetch()} />
      {members.isPending && <RowsPending rows={4} />}
      <Stack>
        {members.data && <MemberList of={all} />}
        {mayInvite && <Invitations list={invitations} />}
        {mayInvite && isAlone && (
          <Empty icon={<IconUsers size={24} stroke={1.6} />} title={strings.aloneTitle} text={strings.aloneText}>
            <Button onClick={inviting_.open}>{strings.inviteSomebody}</Button>
          </Empty>
        )}
      </Stack>
      <InviteWindow opened={inviting} onClose={inviting_.close} />
    </>
  )
}

const MemberList = ({ of: members }: { of: Member[] }) => {
  const { role } = useSession()
  const mayChange = isAtLeast(role, 'admin')
  const [text, setText] = useState('')
  const [changing, setChanging] = useState<Member | null>(null)
  const [removing, setRemoving] = useState<Member | null>(null)
  const wanted = text.trim().toLowerCase()
  const shown = members.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))

  return (
    <Card title={strings.title}>
      {members.length > manyMembers && (
        <TextInput
          type="search"
          aria-label={strings.search}
          placeholder={strings.searchHint}
          leftSection={<IconSearch size={16} aria-hidden />}
          mb="sm"
          maw="22rem"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ul className={classes.people} aria-label={strings.title}>
        {shown.map((member) => (
          <MemberRow key={member.id} of={member} mayChange={mayChange} onRole={setChanging} onRemove={setRemoving} />
        ))}
      </ul>
      <div role="status" className={classes.quiet}>
        {shown.length === 0 && strings.noneFound(text.trim())}
      </div>
      <RoleWindow of={changing} onClose={() => setChanging(null)} />
      <RemoveWindow of={removing} onClose={() => setRemoving(null)} />
    </Card>
  )
}

const MemberRow = ({
  of: member,
  mayChange,
  onRole,
  onRemove,
}: {
  of: Member
  mayChange: boolean
  onRole(member: Member): void
  onRemove(member: Member): void
}) => {
  const { person } = useSession()
  return (
    <li className={classes.person}>
      <Avatar name={member.name} />
      <div className={classes.who}>
        <div className={classes.name}>
          {member.name} <Pill tone={member.role === 'owner' ? 'accent' : undefined}>{roleNames[member.role]}</Pill>{' '}
          {member.id === person.id && <Pill>{strings.you}</Pill>}
        </div>
        <div className={classes.quiet}>
          <Address of={member.email} />
        </div>
      </div>
      <span className={classes.seen}>
        <LastSeen of={member} />
      </span>
      {mayChange && (
        <div className={classes.menu}>
          <MemberMenu of={member} onRole={onRole} onRemove={onRemove} />
        </div>
      )}
    </li>
  )
}

/** An address that breaks before its @ when it must. */
const Address = ({ of: email }: { of: string }) => {
  const at = email.lastIndexOf('@')
  return (
    <bdi>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  )
}

const LastSeen = ({ of: member }: { of: Member }) => {
  if (member.last_seen_at) {
    return (
      <>
        {strings.seen} <RelativeTime at={member.last_seen_at} />
      </>
    )
  }
  return member.has_password ? strings.since(onDay(member.joined_at)) : strings.neverSignedIn
}
