import { Text } from '@mantine/core'
import { Avatar } from '../parts/avatar.tsx'
import { Card } from '../parts/card.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { Pill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { onDay } from '../words/format.ts'
import { useMembers } from './calls.ts'
import { words } from './messages.ts'
import classes from './settings.module.css'
import type { Member } from './shapes.ts'

const roleWords: Record<Member['role'], string> = words.roles

/** Who belongs to the workspace. */
export const Members = () => {
  const { data, error, refetch } = useMembers()
  return (
    <Card title={words.members}>
      <ErrorNote error={error} title={words.membersFailed} onRetry={() => void refetch()} />
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }} aria-label={words.members}>
        {(data?.members ?? []).map((member) => (
          <li key={member.id} className={classes.member}>
            <Avatar name={member.name} />
            <div className={classes.memberName}>
              <div style={{ fontWeight: 600 }}>{member.name}</div>
              <div className={classes.quiet}>{member.email}</div>
            </div>
            <div className={classes.memberSide}>
              <Pill>{roleWords[member.role]}</Pill>
              <span className={classes.quiet}>{statusOf(member)}</span>
            </div>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="xs">
        {words.moreMembers} <code>npx foyer user create</code>
      </Text>
    </Card>
  )
}

const statusOf = (member: Member) => {
  if (member.last_seen_at) {
    return (
      <>
        {words.seen} <RelativeTime at={member.last_seen_at} />
      </>
    )
  }
  return member.has_password ? words.since(onDay(member.joined_at)) : words.notSignedIn
}
