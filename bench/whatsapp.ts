import { readConfig } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { newId } from '#core/ids.ts'
import type { Database } from '#db/connect.ts'
import { foyer } from '#domains/catalogue.ts'
import { addConnection } from '#domains/connections/connections/lifecycle.ts'
import { enterNumber } from '#domains/conversations/whatsapp/numbers.ts'
import type { Given } from './candidates/ready.ts'

/** A workspace's WhatsApp number. */
export interface BenchNumber {
  readonly connectionId: string
  readonly phoneNumberId: string
  readonly businessAccountId: string
  readonly appSecret: string
}

let counter = 1_000

/** Connects a WhatsApp number of its own to the workspace. */
export const connectNumber = async (database: Database, { orgId, dataDir }: Given): Promise<BenchNumber> => {
  const n = ++counter
  const number = {
    connectionId: newId(),
    phoneNumberId: `10660${n}`,
    businessAccountId: `20660${n}`,
    appSecret: `secret-${n}`,
  }
  const credentials = { accessToken: 'token', verifyToken: 'verify', ...number }
  const connection = {
    orgId,
    id: number.connectionId,
    provider: 'whatsapp',
    mode: 'test',
    account: '+1 555 0100',
    credentials,
    personId: null,
  } as const
  const vault = openVault(readConfig({ FOYER_DATA: dataDir }))
  await database.inOrg(orgId, async (db) => {
    await addConnection(db, { vault, within: foyer.within, enqueue: async () => {} }, connection)
    await enterNumber(db, { orgId, connectionId: number.connectionId, credentials })
  })
  return number
}

/** A request as WhatsApp sends it, with one message of one of so many people. */
export const requestOf = (
  { phoneNumberId, businessAccountId }: BenchNumber,
  n: number,
  people: number,
  id = `wamid.${newId()}`,
): Buffer => {
  const from = `49151200${10_000 + (n % people)}`
  return Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: businessAccountId,
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '15550100', phone_number_id: phoneNumberId },
                contacts: [{ profile: { name: 'Maya' }, wa_id: from }],
                messages: [
                  {
                    from,
                    id,
                    timestamp: `${Math.floor(Date.now() / 1_000)}`,
                    type: 'text',
                    text: { body: `message ${n}` },
                  },
                ],
              },
            },
          ],
        },
      ],
    }),
  )
}
