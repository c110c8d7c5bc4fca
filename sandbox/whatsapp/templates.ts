import { invalidParameter, Refused } from './refusals.ts'
import type { Component, Template, TemplateStatus } from './rows.ts'

const body = (text: string, examples: readonly string[] = []): Component => ({
  type: 'BODY',
  text,
  ...(examples.length > 0 && { example: { body_text: [examples] } }),
})

type Sample = Pick<Template, 'name' | 'language' | 'category' | 'components'> & { status?: TemplateStatus; reason?: string }

/** What every business of the sandbox has from the start: none to three values, two languages, one paused, one rejected. */
export const sampleTemplates: readonly Sample[] = [
  {
    name: 'hello_world',
    language: 'en_US',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      body('Welcome and congratulations! This message shows that you can send templates.'),
      { type: 'FOOTER', text: 'WhatsApp in the sandbox' },
    ],
  },
  {
    name: 'follow_up',
    language: 'en_US',
    category: 'UTILITY',
    components: [body('Hello {{1}}, may we come back to your question?', ['Sheena'])],
  },
  {
    name: 'follow_up',
    language: 'de',
    category: 'UTILITY',
    components: [body('Hallo {{1}}, dürfen wir auf Ihre Frage zurückkommen?', ['Sheena'])],
  },
  {
    name: 'appointment_reminder',
    language: 'en_US',
    category: 'UTILITY',
    components: [
      body('Hello {{1}}, we meet on {{2}}.', ['Sheena', 'Monday at 10:00']),
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'See you then' },
          { type: 'QUICK_REPLY', text: 'Another time' },
        ],
      },
    ],
  },
  {
    name: 'appointment_reminder',
    language: 'de',
    category: 'UTILITY',
    components: [body('Hallo {{1}}, wir sehen uns am {{2}}.', ['Sheena', 'Montag um 10:00'])],
  },
  {
    name: 'order_update',
    language: 'en_US',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['A-17'] } },
      body('Your order is {{1}}.', ['on its way']),
      {
        type: 'BUTTONS',
        buttons: [{ type: 'URL', text: 'Follow it', url: 'https://shop.example.com/orders/{{1}}' }],
      },
    ],
  },
  {
    name: 'booking_confirmed',
    language: 'en_US',
    category: 'UTILITY',
    components: [body('Hello {{customer_name}}, your booking for {{starts_at}} is confirmed.')],
  },
  {
    name: 'spring_offer',
    language: 'en_US',
    category: 'MARKETING',
    status: 'PAUSED',
    components: [body('Everything is green again, {{1}}: 20 % off until Sunday.', ['Sheena'])],
  },
  {
    name: 'free_money',
    language: 'en_US',
    category: 'MARKETING',
    status: 'REJECTED',
    reason: 'ABUSIVE_CONTENT',
    components: [body('You have won! Send us your bank details.')],
  },
]

/** What a template message becomes on the phone. Throws what the platform refuses it with. */
export const filledTemplate = (
  template: Template | undefined,
  wanted: { readonly name: string; readonly language: string; readonly components: readonly unknown[] },
): { readonly text: string; readonly buttons: readonly string[] } => {
  if (!template || template.status === 'PENDING' || template.status === 'REJECTED')
    throw new Refused(132001, 'Template name does not exist in the translation', {
      status: 404,
      details: `template name (${wanted.name}) does not exist in ${wanted.language}`,
    })
  if (template.status === 'PAUSED')
    throw new Refused(132015, 'Template is paused', { details: 'Template is paused due to low quality.' })
  if (template.status === 'DISABLED')
    throw new Refused(132016, 'Template is disabled', { details: 'Template was paused too often and is disabled.' })

  const given = wanted.components.map((each) => readGiven(each))
  const lines = template.components.flatMap((component) => {
    if (component.type === 'BUTTONS') {
      for (const [index, button] of (component.buttons ?? []).entries())
        if (button.type === 'URL')
          fill(button.url ?? '', given.find((each) => each.type === 'button' && each.index === index)?.values ?? [], 'button')
      return []
    }
    const of = component.type.toLowerCase()
    return [fill(component.text ?? '', given.find(({ type }) => type === of)?.values ?? [], of)]
  })
  const buttons = template.components.flatMap((component) => (component.buttons ?? []).map(({ text }) => text))
  return { text: lines.join('\n'), buttons }
}

interface Value {
  readonly name: string | null
  readonly text: string
}

const readGiven = (given: unknown): { type: string; index: number; values: readonly Value[] } => {
  const { type, index, parameters } = (given ?? {}) as { type?: unknown; index?: unknown; parameters?: unknown }
  if (typeof type !== 'string') throw invalidParameter('A component of the template has no type.')
  const values = (Array.isArray(parameters) ? parameters : []).map((each: Record<string, unknown>) => {
    const text = each.type === 'text' ? each.text : (each.payload ?? each.coupon_code ?? each.type)
    if (typeof text !== 'string' || text === '')
      throw new Refused(131008, 'Required parameter is missing', { details: 'Parameter of type text is missing text value' })
    return { name: typeof each.parameter_name === 'string' ? each.parameter_name : null, text }
  })
  return { type: type.toLowerCase(), index: Number(index ?? 0), values }
}

const fill = (text: string, values: readonly Value[], of: string): string => {
  const names = [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))]
  const isNamed = names.some((name) => !/^\d+$/.test(name))
  const byName = new Map(values.map((value, at) => [isNamed ? value.name : String(at + 1), value.text]))
  if (names.length !== values.length || names.some((name) => !byName.has(name)))
    throw new Refused(132000, 'Number of parameters does not match the expected number of params', {
      details: `${of}: number of localizable_params (${values.length}) does not match the expected number of params (${names.length})`,
    })
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => byName.get(name) ?? '')
}
