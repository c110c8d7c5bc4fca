import { createHmac } from 'node:crypto'
import { newId } from '#core/ids.ts'
import { addConnection } from '#domains/connections/connections/lifecycle.ts'
import { enterNumber } from '#domains/conversations/whatsapp/numbers.ts'
import type { TestApp } from './app.ts'
import { connecting } from './connecting.ts'

/** The key of test/support/app.ts. */

/** A WhatsApp number of an organization, as if somebody had connected it. */
export interface TestNumber {
  readonly connectionId: string
  readonly phoneNumberId: string
  readonly businessAccountId: string
  readonly appSecret: string
  readonly verifyToken: string
}

let counter = 1_000

export const connectNumber = async (app: TestApp, orgId: string, appSecret = `secret-of-${orgId}`): Promise<TestNumber> => {
  const n = ++counter
  const number: TestNumber = {
    connectionId: newId(),
    phoneNumberId: `1066${n}`,
    businessAccountId: `2066${n}`,
    appSecret,
    verifyToken: `verify-${orgId}`,
  }
  const credentials = { accessToken: `token-${n}`, ...number }
  await app.database.inOrg(orgId, async (db) => {
    await addConnection(db, connecting, {
      orgId,
      id: number.connectionId,
      provider: 'whatsapp',
      mode: 'test',
      account: '+1 555 0100',
      credentials,
      personId: null,
    })
    await enterNumber(db, { orgId, connectionId: number.connectionId, credentials })
  })
  return number
}

export interface Sent {
  readonly waId?: string
  readonly userId?: string
  readonly name?: string
  readonly id?: string
  readonly text?: string
  readonly atMs?: number
  readonly message?: Readonly<Record<string, unknown>>
}

export const messageChange = (
  number: TestNumber,
  { waId, userId, name = 'Maya', id, text = 'Hello', atMs, message }: Sent,
) => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550100', phone_number_id: number.phoneNumberId },
    contacts: [{ profile: { name }, ...(waId && { wa_id: waId }), ...(userId && { user_id: userId }) }],
    messages: [
      {
        ...(waId && { from: waId }),
        ...(userId && { from_user_id: userId }),
        id: id ?? `wamid.${newId()}`,
        timestamp: String(Math.floor((atMs ?? Date.now()) / 1_000)),
        ...(message ?? { type: 'text', text: { body: text } }),
      },
    ],
  },
})

export const statusChange = (
  number: TestNumber,
  {
    id,
    status,
    waId = '15550123',
    atMs,
    ours,
    code,
  }: { id: string; status: string; waId?: string; atMs?: number; ours?: string; code?: number },
) => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550100', phone_number_id: number.phoneNumberId },
    statuses: [
      {
        id,
        status,
        timestamp: String(Math.floor((atMs ?? Date.now()) / 1_000)),
        recipient_id: waId,
        ...(ours && { biz_opaque_callback_data: ours }),
        ...(code && { errors: [{ code, title: 'Refused' }] }),
      },
    ],
  },
})

export const bodyOf = (...entries: { number: TestNumber; changes: readonly object[] }[]): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: entries.map(({ number, changes }) => ({ id: number.businessAccountId, changes })),
  })

export const signatureOf = (body: string | Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Posts a webhook as WhatsApp would. */
export const sendWhatsAppWebhook = (
  app: Pick<TestApp, 'url'>,
  body: string | Buffer,
  { secret, path = '/gateway', signature }: { secret?: string; path?: string; signature?: string },
): Promise<Response> => {
  const signed = signature ?? (secret === undefined ? undefined : signatureOf(body, secret))
  return fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signed && { 'x-hub-signature-256': signed }) },
    body: body as string,
  })
}
