import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { BaseContext, Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Tables } from '#db/tables.ts'
import type { Brand } from '#domains/platform/business-identity/brands.ts'
import { choice, shape } from '#shapes'
import { Locale } from '#shapes/languages.ts'
import { mostOrigins, readOrigin, triableAt } from '#shapes/origins.ts'
import { webChatErrors } from './errors.ts'

export type ChatWidgetRow = Selectable<Tables['chat_widgets']>

/** More than a workspace needs. */
export const mostWidgets = 50

const Theme = choice('ChatWidgetTheme', ['auto', 'light', 'dark']).describe('auto: follows the visitor’s device')
const Side = choice('ChatWidgetCorner', ['left', 'right']).describe('The corner of the page')

/** What a visitor's browser is told of a widget. */
export const ShownWidget = shape('ChatWidgetAppearance', {
  title: z.string().describe('Empty: the default text of the language'),
  greeting: z.string(),
  accent: z.string().describe('#rrggbb'),
  theme: Theme,
  side: Side,
  locale: z.string(),
  asks_email: z.boolean().describe('Ask visitors who have written for an email address'),
  organization: z.string(),
  logo_path: z.string().nullable().describe('Of the logo, on this server'),
})

/** A widget as Settings shows it. */
export const ChatWidget = shape('ChatWidget', {
  id: z.uuid(),
  name: z.string(),
  allowed_origins: z.array(z.string()).describe('Origins whose pages may include the chat'),
  greeting: z.string(),
  title: z.string(),
  accent: z.string(),
  theme: Theme,
  side: Side,
  locale: z.string(),
  asks_email: z.boolean(),
  is_enabled: z.boolean(),
  script: z.string().describe('The script tag for your pages'),
  try_url: z.string().nullable().describe('A sandbox page that includes it; null without the sandbox'),
  created_at: z.iso.datetime(),
})

/** What of a widget can be given, when it is made and later. */
export const WidgetFields = z.object({
  name: z.string().trim().min(1).max(100),
  allowedOrigins: z
    .array(z.string().trim().min(1).max(2_048))
    .max(mostOrigins)
    .describe('Such as https://www.example.com; a page URL is reduced to its origin'),
  greeting: z.string().trim().max(500),
  title: z.string().trim().max(60),
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'must be a color such as #2563eb')
    .describe('#rrggbb'),
  theme: Theme,
  side: Side,
  locale: Locale,
  asksEmail: z.boolean(),
})

type Given = { [Field in keyof z.output<typeof WidgetFields>]?: z.output<typeof WidgetFields>[Field] | undefined }

/** The columns of what was given. Throws `chat_origin_invalid`, with the place in the list. */
export const columnsOf = ({ allowedOrigins, asksEmail, ...rest }: Given) => ({
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  ...(asksEmail !== undefined && { asks_email: asksEmail }),
  ...(allowedOrigins !== undefined && { allowed_origins: readOrigins(allowedOrigins) }),
})

const readOrigins = (list: readonly string[]): string[] => [
  ...new Set(
    list.map((text, at) => {
      const origin = readOrigin(text)
      if (origin === null) throw new Failure(webChatErrors.chat_origin_invalid, { field: `allowedOrigins.${at}` })
      return origin
    }),
  ),
]

export const findWidgets = (db: Db, orgId: string): Promise<ChatWidgetRow[]> =>
  db.selectFrom('chat_widgets').selectAll().where('org_id', '=', orgId).orderBy('id').execute()

export const findWidget = (db: Db, orgId: string, id: string): Promise<ChatWidgetRow | undefined> =>
  db.selectFrom('chat_widgets').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const showWidget = (
  row: ChatWidgetRow,
  { publicUrl, hasSandbox }: BaseContext['settings'],
): z.output<typeof ChatWidget> => ({
  id: row.id,
  name: row.name,
  allowed_origins: row.allowed_origins,
  greeting: row.greeting,
  title: row.title,
  accent: row.accent,
  theme: Theme.parse(row.theme),
  side: Side.parse(row.side),
  locale: row.locale,
  asks_email: row.asks_email,
  is_enabled: row.is_enabled,
  script: `<script async src="${publicUrl}/chat/widget.js" data-widget="${row.id}"></script>`,
  try_url: hasSandbox ? `${triableAt(publicUrl)[0]}/sandbox/website?widget=${row.id}` : null,
  created_at: row.created_at.toISOString(),
})

/** The widget as the page that carries it may know it. */
export const showToVisitor = (row: ChatWidgetRow, { name, logo_path }: Brand): z.output<typeof ShownWidget> => ({
  title: row.title,
  greeting: row.greeting,
  accent: row.accent,
  theme: Theme.parse(row.theme),
  side: Side.parse(row.side),
  locale: row.locale,
  asks_email: row.asks_email,
  organization: name,
  logo_path,
})
