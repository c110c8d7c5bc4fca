import { Text } from '@mantine/core'
import { Avatar } from '../parts/avatar.tsx'
import { Card } from '../parts/card.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { Pill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { useMembers } from './calls.ts'
import classes from './settings.module.css'
import type { Member } from './shapes.ts'
import { onDay } from './words.ts'

const roleWords: Record<Member['role'], string> = { owner: 'Owner', admin: 'Admin', member: 'Member' }

/** Who belongs to the workspace. */
export const Members = () => {
  const { data, error, refetch } = useMembers()
  return (
    <Card title="Members">
      <ErrorNote error={error} title="The members could not be loaded." onRetry={() => void refetch()} />
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }} aria-label="Members">
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
        More accounts are made on the command line: <code>npx foyer user create</code>
      </Text>
    </Card>
  )
}

const statusOf = (member: Member) => {
  if (member.last_seen_at) {
    return (
      <>
        Seen <RelativeTime at={member.last_seen_at} />
      </>
    )
  }
  return member.has_password ? `Since ${onDay(member.joined_at)}` : 'Not signed in yet'
}
