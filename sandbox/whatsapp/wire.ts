import { createHash } from 'node:crypto'
import type { Business, Phone, Received, Written } from './rows.ts'

/** What a change of the field `messages` says, beside whose number it is. */
export interface Value {
  readonly contacts?: readonly object[]
  readonly messages?: readonly object[]
  readonly statuses?: readonly object[]
}

/** The body of a webhook: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components */
export const webhookOf = (business: Business, entries: readonly (readonly object[])[]): object => ({
  object: 'whatsapp_business_account',
  entry: entries.map((changes) => ({ id: business.businessAccountId ?? '0', changes })),
})

export const changeOf = (business: Business, value: Value): object => ({
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: business.displayNumber, phone_number_id: business.phoneNumberId ?? '0' },
    ...value,
  },
  field: 'messages',
})

/**
 * The id of a person that only this business knows, and that changes with the number:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
 */
export const userIdOf = (business: Pick<Business, 'id'>, phone: Pick<Phone, 'id' | 'number' | 'generation'>): string => {
  const hash = createHash('sha256').update(`${business.id} ${phone.id} ${phone.generation}`).digest('hex')
  return `${countryOf(phone.number)}.${BigInt(`0x${hash.slice(0, 16)}`)}`
}

const countries: readonly (readonly [string, string])[] = [
  ['1', 'US'],
  ['44', 'GB'],
  ['49', 'DE'],
  ['52', 'MX'],
  ['54', 'AR'],
  ['55', 'BR'],
  ['91', 'IN'],
]
const countryOf = (number: string): string => countries.find(([code]) => number.startsWith(code))?.[1] ?? 'FR'

export const customerOf = (business: Business, phone: Phone): object => ({
  profile: { name: phone.name, ...(phone.username !== null && { username: phone.username }) },
  ...(!phone.hidesNumber && { wa_id: phone.number }),
  user_id: userIdOf(business, phone),
})

export const messageOnWire = (business: Business, phone: Phone, message: Written): object => ({
  ...(!phone.hidesNumber && { from: phone.number }),
  from_user_id: userIdOf(business, phone),
  id: message.id,
  timestamp: String(message.at),
  ...(message.replyTo !== null && { context: { from: business.displayNumber, id: message.replyTo } }),
  type: message.type,
  // What the platform does not pass on comes with the reason in its place.
  ...(message.type === 'unsupported'
    ? { errors: [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown', ...unknownDetails }] }
    : { [message.type]: message.type === 'contacts' ? message.content.cards : message.content }),
})
const unknownDetails = { error_data: { details: 'Message type is currently not supported.' } }

export const statusOnWire = (business: Business, phone: Phone, message: Received, at: number): object => ({
  id: message.id,
  status: message.status,
  timestamp: String(at),
  ...(!phone.hidesNumber && { recipient_id: phone.number }),
  recipient_user_id: userIdOf(business, phone),
  ...(message.callbackData !== null && { biz_opaque_callback_data: message.callbackData }),
  ...(message.status === 'failed'
    ? {
        errors: [
          {
            code: message.trouble?.code ?? 131000,
            title: message.trouble?.title ?? 'Something went wrong',
            message: message.trouble?.title ?? 'Something went wrong',
            error_data: { details: message.trouble?.details ?? '' },
          },
        ],
      }
    : { pricing: { billable: false, pricing_model: 'PMP', category: message.type === 'template' ? 'utility' : 'service' } }),
})
