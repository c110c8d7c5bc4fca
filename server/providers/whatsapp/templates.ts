import { z } from 'zod'
import { MessagingTrouble } from '#ports/messaging.ts'

/**
 * Where a template's values go, in their order: header, text, buttons. `name`: what a named placeholder is called
 * (https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates/components).
 */
type Place =
  | { readonly of: 'header' | 'body'; readonly type: 'text'; readonly name: string | null }
  | { readonly of: 'header'; readonly type: 'image' | 'video' | 'document' }
  | { readonly of: 'button'; readonly index: number; readonly type: 'url' | 'copy_code' }

/** How many values a template wants. */
export const countVariables = (components: readonly unknown[]): number => placesOf(components).length

/** The components of a message with each value in its place. Throws MessagingTrouble when there are too few or too many. */
export const filledComponents = (components: readonly unknown[] | null, values: readonly string[]): object[] => {
  // Without the template everything is its text's, which is right for most.
  const places: readonly Place[] =
    components === null ? values.map(() => ({ of: 'body', type: 'text', name: null })) : placesOf(components)
  if (places.length !== values.length)
    throw new MessagingTrouble('refused', `The template wants ${places.length} values, and ${values.length} were given.`, {
      code: '132000',
    })
  const filled = places.map((place, at) => ({ place, parameter: parameterOf(place, values[at] ?? '') }))
  const inPlace = (of: Place['of']): object[] => filled.filter(({ place }) => place.of === of).map((each) => each.parameter)
  const [header, body] = [inPlace('header'), inPlace('body')]
  return [
    ...(header.length > 0 ? [{ type: 'header', parameters: header }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
    ...filled.flatMap(({ place, parameter }) =>
      place.of === 'button'
        ? [{ type: 'button', sub_type: place.type, index: String(place.index), parameters: [parameter] }]
        : [],
    ),
  ]
}

const parameterOf = (place: Place, value: string): object => {
  if (place.of === 'button')
    return place.type === 'url' ? { type: 'text', text: value } : { type: 'coupon_code', coupon_code: value }
  if (place.type !== 'text') return { type: place.type, [place.type]: { link: value } }
  return { type: 'text', ...(place.name !== null && { parameter_name: place.name }), text: value }
}

const Component = z.object({
  type: z.string(),
  format: z.string().nullish(),
  text: z.string().nullish(),
  buttons: z.array(z.unknown()).nullish(),
})
const Button = z.object({ type: z.string(), url: z.string().nullish() })
const mediaOf = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' } as const

const placesOf = (components: readonly unknown[]): Place[] => {
  const read = components.flatMap((each) => {
    const found = Component.safeParse(each)
    return found.success ? [{ ...found.data, type: found.data.type.toUpperCase() }] : []
  })
  const [header, body, buttons] = ['HEADER', 'BODY', 'BUTTONS'].map((type) => read.find((each) => each.type === type))
  const media = mediaOf[header?.format?.toUpperCase() as keyof typeof mediaOf]
  const inText = (of: 'header' | 'body', text: string | null | undefined): Place[] =>
    placeholders(text ?? '').map((name) => ({ of, type: 'text', name }))
  return [
    ...(media ? [{ of: 'header', type: media } as const] : inText('header', header?.text)),
    ...inText('body', body?.text),
    ...(buttons?.buttons ?? []).flatMap((each, index): Place[] => {
      const button = Button.safeParse(each).data
      if (button?.type === 'URL' && placeholders(button.url ?? '').length > 0) return [{ of: 'button', index, type: 'url' }]
      return button?.type === 'COPY_CODE' ? [{ of: 'button', index, type: 'copy_code' }] : []
    }),
  ]
}

/** `{{1}}` and `{{2}}` are null and null; `{{name}}` is its name. Each once, as the platform counts them. */
const placeholders = (text: string): (string | null)[] => {
  const names = [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))]
  return names.map((name) => (/^\d+$/.test(name) ? null : name))
}
