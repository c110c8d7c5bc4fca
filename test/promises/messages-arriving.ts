import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#core/ids.ts'
import type { TestApp } from '../support/app.ts'
import { bodyOf, messageChange, sendWhatsAppWebhook, type TestNumber } from '../support/messaging.ts'

/** Sends as WhatsApp does: again until it is answered 200, though not for ever. Answers how often it took. */
export const insist = async (app: TestApp, body: string, secret: string): Promise<number> => {
  for (let tries = 1, end = Date.now() + 120_000; ; tries++) {
    const answer = await sendWhatsAppWebhook(app, body, { secret }).catch(() => undefined)
    if (answer?.status === 200) return tries
    if (answer) assert.equal(answer.status, 503, 'while it cannot be stored it is refused, so that it is sent again')
    assert.ok(Date.now() < end, 'it is not taken for two minutes')
    await sleep(100)
  }
}

/** All of them, so many at once. Answers how many were refused at first. */
export const inOrder = async (app: TestApp, bodies: readonly string[], secret: string, atOnce: number): Promise<number> => {
  let [next, again] = [0, 0]
  const run = async (): Promise<void> => {
    for (let n = next++; n < bodies.length; n = next++) if ((await insist(app, bodies[n] as string, secret)) > 1) again++
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return again
}

/** What the provider calls the messages that are read. */
export const idsOf = async (app: TestApp, orgId: string): Promise<string[]> =>
  (
    await app.database.inOrg(orgId, (db) =>
      db.selectFrom('messages').select('provider_message_id').where('org_id', '=', orgId).execute(),
    )
  ).map(({ provider_message_id }) => provider_message_id as string)

/** Messages of so many people in turns, each in a body of its own. */
export const messagesOf = (number: TestNumber, count: number, people: number) => {
  const ids = Array.from({ length: count }, () => `wamid.${newId()}`)
  const bodies = ids.map((id, n) =>
    bodyOf({ number, changes: [messageChange(number, { waId: `49151200${10_000 + (n % people)}`, id, text: `${n}` })] }),
  )
  return { ids, bodies }
}
