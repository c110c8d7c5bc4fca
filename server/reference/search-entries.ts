import { foyer } from '#domains/catalogue.ts'
import type { Described } from './api-model.ts'
import { guide } from './guide.ts'
import { anchorOf, describeShapes } from './named-shapes.ts'
import { publicEventsDescribed } from './public-events.ts'
import { quickStarts } from './quick-starts.ts'

/** What the search looks through: each page with its words. Small enough to be fetched whole, so it works offline. Of equals, actions come first. */
export const searchable = (
  actions: readonly Described[],
): { name: string; title: string; href: string; words: string; order: number; effect?: 'read' | 'write' }[] => [
  ...actions.map((action) => ({
    name: action.name,
    title: action.summary,
    href: `/docs/${action.name}`,
    words: [
      action.heading,
      action.description,
      action.scope ?? '',
      ...action.inputFields.map(({ name }) => name),
      ...action.outputFields.map(({ name }) => name),
      ...action.named.map(({ id }) => id),
      ...action.errors.filter(({ own }) => own).map(({ code }) => code),
    ]
      .join(' ')
      .toLowerCase(),
    order: 0,
    effect: action.effect,
  })),
  ...publicEventsDescribed().map((event) => ({
    name: event.type,
    title: event.about,
    href: `/docs/events#${event.type}`,
    words: `webhook event ${event.fields.map(({ name }) => name).join(' ')}`,
    order: 2,
  })),
  ...describeShapes(actions).map((shape) => ({
    name: shape.name,
    title: `Schema: ${(shape.words.length > 0
      ? shape.words
      : shape.fields.map(({ name }) => name).filter((name) => !/[.[]/.test(name))
    )
      .slice(0, 6)
      .join(', ')}`,
    href: `/docs/schemas#${anchorOf(shape.name)}`,
    words: `schema ${shape.fields.map(({ name }) => name).join(' ')}`,
    order: 2,
  })),
  ...[...foyer.errors].map(([code, error]) => ({
    name: code,
    title: error.message,
    href: `/docs/errors#${code}`,
    words: `error ${error.status} ${error.fix.toLowerCase()}`,
    order: 3,
  })),
  ...quickStarts('').map(({ title, text, steps }) => ({
    name: title,
    title: 'Quick start',
    href: `/docs/quick-starts#${anchor(title)}`,
    words: [text, ...steps.flatMap(({ about, action }) => [about, action])].join(' ').toLowerCase(),
    order: 1,
  })),
  ...guide(actions, '').map(({ title, text }) => ({
    name: title,
    title: 'Using the API',
    href: `/docs/guide#${anchor(title)}`,
    words: text.toLowerCase(),
    order: 1,
  })),
]

/** Of a heading, as the pages have it. */
export const anchor = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
