import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { connectionOf } from '#domains/connections/connections/connections.ts'
import type { MessageTemplate } from '#ports/messaging.ts'
import { shape } from '#shapes'
import { faultOfValues, fillParts, readTemplate, TemplatePart } from '#shapes/whatsapp-templates.ts'

export const Template = shape('WhatsappTemplate', {
  id: z.uuid(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.string().describe('As reported by WhatsApp; only APPROVED can be sent'),
  reason: z.string().nullable(),
  body: z.string().nullable().describe('Its text, with {{1}} in place of the first value'),
  variables: z.int().describe('Number of required values, in order: header, body, buttons'),
  values: z
    .array(shape('TemplateValue', { name: z.string(), of: z.enum(['header', 'body', 'button']), kind: z.string() }))
    .describe(
      'The values, in the order of `templateVars`. kind: text; image, video or document (an https URL); latitude, longitude, place, address; url (the end of a button’s URL); copy_code',
    ),
  parts: z.array(TemplatePart).describe('What the client receives, top to bottom; {{3}} is the place of the third value'),
  unusable: z
    .string()
    .nullable()
    .describe('The part that Foyer does not support; such a template is rejected before it is sent'),
  components: z.array(z.record(z.string(), z.unknown())),
  synced_at: z.iso.datetime(),
})
export type Template = z.output<typeof Template>

const Components = z.array(z.record(z.string(), z.unknown()))

/** Those of the number that is connected; none where none is. */
export const findTemplatesInUse = async (
  db: Db,
  orgId: string,
  filter: Parameters<typeof findTemplates>[3],
): Promise<Template[]> => {
  const connection = await connectionOf(db, orgId, 'whatsapp')
  return connection ? findTemplates(db, orgId, connection.id, filter) : []
}

export const findTemplates = async (
  db: Db,
  orgId: string,
  connectionId: string,
  { search, name }: { search?: string | undefined; name?: string },
): Promise<Template[]> => {
  let query = db
    .selectFrom('whatsapp_templates')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .where('gone_at', 'is', null)
    .orderBy('name')
    .orderBy('language')
    // More than the platform allows.
    .limit(6_000)
  if (name !== undefined) query = query.where('name', '=', name)
  if (search) query = query.where(sql<boolean>`strpos(lower(name || ' ' || components::text), ${search.toLowerCase()}) > 0`)
  return (await query.execute()).map((row) => {
    const components = Components.parse(row.components)
    const form = readTemplate(components)
    const body = components.find(({ type }) => String(type).toUpperCase() === 'BODY')?.text
    return {
      id: row.id,
      name: row.name,
      language: row.language,
      category: row.category,
      status: row.status,
      reason: row.reason,
      body: typeof body === 'string' ? body : null,
      variables: form.values.length,
      values: form.values.map(({ name, of, kind }) => ({ name, of, kind })),
      parts: [...form.parts],
      unusable: form.unusable,
      components,
      synced_at: row.synced_at.toISOString(),
    }
  })
}

/** Writes down what the platform has; what it has no longer is gone. */
export const keepTemplates = async (
  db: Db,
  orgId: string,
  connectionId: string,
  found: readonly MessageTemplate[],
): Promise<void> => {
  for (const template of found) {
    await sql`
      insert into whatsapp_templates as t (org_id, id, connection_id, provider_id, name, language, category, status, reason, components, variables)
      values (${orgId}, ${newId()}, ${connectionId}, ${template.id}, ${template.name}, ${template.language}, ${template.category},
        ${template.status}, ${template.reason}, ${JSON.stringify(template.components)}::jsonb, ${template.variables})
      on conflict (org_id, connection_id, name, language) do update set
        provider_id = excluded.provider_id, category = excluded.category, status = excluded.status, reason = excluded.reason,
        components = excluded.components, variables = excluded.variables, synced_at = now(), gone_at = null`.execute(db)
  }
  await sql`
    update whatsapp_templates set gone_at = now()
    where org_id = ${orgId} and connection_id = ${connectionId} and gone_at is null
      and not (name || ' ' || language = any(${found.map(({ name, language }) => `${name} ${language}`)}::text[]))`.execute(db)
}

/** Why a template cannot be sent as asked. */
export type TemplateFault =
  | { readonly code: 'template_not_found' }
  | { readonly code: 'template_language'; readonly languages: readonly string[] }
  | { readonly code: 'template_not_approved'; readonly status: string }
  | { readonly code: 'template_values'; readonly fault: string }
  | { readonly code: 'template_unusable'; readonly unusable: string }

/**
 * The language in which a template goes: the wanted one, else one of the same language and script (`inLanguage`). Where the templates
 * of a number were never read, the platform has the say. Answers with what the client will get; `shown`: with these in place of the values.
 */
export const chooseTemplate = async (
  db: Db,
  orgId: string,
  connectionId: string,
  wanted: { name: string; language: string; values: readonly string[] },
  shown: readonly string[] = wanted.values,
): Promise<{ language: string; parts: TemplatePart[] } | TemplateFault> => {
  const named = await findTemplates(db, orgId, connectionId, { name: wanted.name })
  if (named.length === 0)
    return (await hasTemplates(db, orgId, connectionId))
      ? { code: 'template_not_found' }
      : { language: wanted.language, parts: [{ part: 'body', text: [wanted.name, ...shown].join(' · ') }] }
  const approved = named.filter(({ status }) => status === 'APPROVED')
  const chosen = inLanguage(approved, wanted.language)
  const refused = chosen ? undefined : inLanguage(named, wanted.language)
  if (refused) return { code: 'template_not_approved', status: refused.status }
  if (!chosen) return { code: 'template_language', languages: named.map(({ language }) => language) }
  if (chosen.unusable !== null) return { code: 'template_unusable', unusable: chosen.unusable }
  const form = readTemplate(chosen.components)
  const fault = faultOfValues(form, wanted.values)
  if (fault !== null) return { code: 'template_values', fault }
  return { language: chosen.language, parts: fillParts(form.parts, shown) }
}

const hasTemplates = async (db: Db, orgId: string, connectionId: string): Promise<boolean> =>
  (await db
    .selectFrom('whatsapp_templates')
    .select('id')
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .where('gone_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * The template in a language: in that very one, in the language without its country, in that of the country which the language is
 * first thought of with (pt_BR for pt), or in the only one that is left. Never in another language, nor in another script of it: who
 * reads zh_CN does not get zh_HK.
 */
const inLanguage = (templates: readonly Template[], language: string): Template | undefined => {
  const wanted = readLanguage(language)
  const fitting = templates.filter((template) => {
    const found = readLanguage(template.language)
    return found.tongue === wanted.tongue && found.script === wanted.script
  })
  return (
    templates.find((template) => template.language === language) ??
    fitting.find((template) => template.language === wanted.tongue) ??
    fitting.find((template) => readLanguage(template.language).region === readLanguage(wanted.tongue).region) ??
    (fitting.length === 1 ? fitting[0] : undefined)
  )
}

/** What a code such as zh_CN means (CLDR's likely subtags): its language, script and country; of one that is none, itself. */
const readLanguage = (code: string): { tongue: string; script: string; region: string } => {
  try {
    const { language, script, region } = new Intl.Locale(code.replaceAll('_', '-')).maximize()
    return { tongue: language, script: script ?? '', region: region ?? '' }
  } catch {
    return { tongue: code, script: '', region: '' }
  }
}
