import type { Step } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { connectionEvents } from '#domains/connections/connections/events.ts'
import type { UsableConnection } from '#domains/connections/connections/usable-connections.ts'
import type { MessageTemplate, MessagingAccount, MessagingPort } from '#ports/messaging.ts'
import { keepTemplates } from './templates.ts'

/** Reads every page of a number's templates and keeps them. Answers how many there are. Throws ProviderError. */
export const readAllTemplates = async (
  connection: UsableConnection,
  {
    orgId,
    messaging,
    inOrg,
  }: {
    orgId: string
    messaging: MessagingPort
    inOrg: <T>(work: (step: Pick<Step, 'db'>) => Promise<T>) => Promise<T>
  },
): Promise<number> => {
  const number = messaging.open(connection as MessagingAccount)
  const found: MessageTemplate[] = []
  let cursor: string | null = null
  do {
    const page = await number.listTemplates(cursor)
    found.push(...page.items)
    cursor = page.next
  } while (cursor !== null && found.length < 10_000)
  await inOrg(async ({ db }) => {
    await keepTemplates(db, orgId, connection.connectionId, found)
    await wake(db, orgId, connectionEvents.changed)
  })
  return found.length
}
