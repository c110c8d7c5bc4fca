import { invalidParameter } from './refusals.ts'

const sendTypes = [
  'text',
  'template',
  'reaction',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
]

/** A message as a business sends it: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages */
export const readMessage = (given: Readonly<Record<string, unknown>>) => {
  if (given.messaging_product !== 'whatsapp') throw invalidParameter('messaging_product must be whatsapp.')
  const type = given.type ?? 'text'
  if (typeof type !== 'string' || !sendTypes.includes(type))
    throw invalidParameter(`Param type must be one of {${sendTypes.join(', ').toUpperCase()}}.`)
  // A number goes before an id.
  const to = given.to ?? given.recipient
  if (typeof to !== 'string' || to === '') throw invalidParameter('The parameter to is required.')
  const inside = given[type]
  if (inside === null || typeof inside !== 'object') throw invalidParameter(`The parameter ${type} is required.`)
  const content = inside as Readonly<Record<string, unknown>>
  const callbackData = given.biz_opaque_callback_data ?? null
  if (callbackData !== null && (typeof callbackData !== 'string' || callbackData.length > 512))
    throw invalidParameter('Param biz_opaque_callback_data must be at most 512 characters long.')
  const { message_id: replyTo = null } = (given.context ?? {}) as { message_id?: string }
  const common = { type, to, callbackData, replyTo, about: null, template: null, text: `[${type}]` }

  if (type === 'text') {
    const { body } = content
    if (typeof body !== 'string' || body.trim() === '') throw invalidParameter("The parameter text['body'] is required.")
    if (body.length > 4_096) throw invalidParameter("Param text['body'] must be at most 4096 characters long.")
    return { ...common, text: body }
  }
  if (type === 'reaction') {
    const { message_id, emoji } = content
    if (typeof message_id !== 'string') throw invalidParameter("The parameter reaction['message_id'] is required.")
    return { ...common, about: message_id, text: typeof emoji === 'string' ? emoji : '' }
  }
  if (type === 'template') {
    const { name, language, components } = content as { name?: unknown; language?: { code?: unknown }; components?: unknown }
    if (typeof name !== 'string') throw invalidParameter("The parameter template['name'] is required.")
    if (typeof language?.code !== 'string') throw invalidParameter("The parameter template['language'] is required.")
    return {
      ...common,
      text: '',
      template: { name, language: language.code, components: Array.isArray(components) ? components : [] },
    }
  }
  return common
}
