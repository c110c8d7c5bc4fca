import { createHash, randomBytes } from 'node:crypto'
import { Failure } from '#core/errors.ts'
import { leadLimits } from '#domains/crm/leads/lead-input.ts'
import { isLongerThan } from '#shapes/texts.ts'
import { webhookServiceOf } from '#shapes/webhook-services.ts'
import { isSameSecret } from '../equal-secrets.ts'
import { leadSourceErrors } from '../errors.ts'
import type { KnownSource, LeadSourceKind, SetAside, SourceAnswer, SourceRequest } from '../source-kind.ts'
import { answersByLabel, answersIn, at, readPlace, textOf } from './sample-fields.ts'
import { answerToChallenge, isSigned } from './signatures.ts'
import { openBody } from './webhook-bodies.ts'
import { type MappedMember, WebhookSettings } from './webhook-settings.ts'

type WebhookSource = KnownSource<WebhookSettings>

/** Any service that can post what was filled in there: proven by signature, header or address, and mapped by places of a sample. */
export const leadWebhook = {
  kind: 'webhook',
  path: 'lead-webhook',
  settings: WebhookSettings,
  bodyLimitBytes: 262_144,
  limitOfAddress: null,
  showsSecret: false,
  newSecret: ({ proof }) => madeSecret(proof),

  open: openBody,

  prove: (request, { value }, source, now) => {
    requireProof(request, source, now)
    return asideOf(value, source.settings)
  },
  asideOf: ({ value }, { settings }) => asideOf(value, settings),

  read: ({ text, value }, { id, name, settings, hasBareIds }) => {
    const answers = answersIn(value, settings)
    const sent = sentMembers(value, settings, answers)
    return {
      lead: {
        email: sent.email,
        phone: sent.phone,
        name: sent.name || [sent.first_name, sent.last_name].filter(Boolean).join(' '),
        company: sent.company,
        title: sent.title,
        note: sent.note,
        linkedin_url: sent.linkedin_url,
        source: name,
        // Of this source alone: another one may count from one as well, and the same words may come to it.
        external_id: `${id}:${sent.external_id ? shortened(sent.external_id, id.length + 1) : sha256(text)}`,
      },
      metadata: {
        ...(sent.external_id && { external_id: sent.external_id }),
        answers: answersByLabel(value, settings, answers),
      },
      // Before ids were of one source, its leads had them as they were sent: a lead of then is still the same.
      otherIds: hasBareIds && sent.external_id ? [{ id: shortened(sent.external_id) }] : [],
    }
  },

  // Some senders show their visitor an error on anything but exactly 200, and some switch a hook off that answers 4xx: what is kept is
  // taken, whether a lead was made of it or waits to be mended.
  answer: (result) =>
    result.outcome === 'refused' && !(result.isStored && !isToBeSentAgain(result.failure))
      ? null
      : {
          status: 200,
          type: json,
          body: JSON.stringify({ success: true, outcome: result.outcome === 'refused' ? 'rejected' : result.outcome }),
        },

  greet: (request, source) => (request.method === 'GET' ? challengeOf(request, source) : null),
} as const satisfies LeadSourceKind<WebhookSettings>

/** What the sender may try again later, though it is kept: a sender that does need not wait for a person. */
const isToBeSentAgain = ({ code }: Failure): boolean =>
  code === leadSourceErrors.lead_source_off.code || code === 'rate_limited'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A sender's id, or its digest where it is too long behind so many characters. */
const shortened = (sent: string, behind = 0): string =>
  isLongerThan(sent, leadLimits.external_id - behind) ? sha256(sent) : sent

const json = 'application/json; charset=utf-8'

/** A secret by chance for a sender that lets its own be typed in; of Standard Webhooks in their form. */
const madeSecret = (proof: WebhookSettings['proof']): string | null => {
  if (proof.by === 'address') return null
  const bytes = randomBytes(24)
  return proof.by === 'signature' && proof.signed === 'id.timestamp.body'
    ? `whsec_${bytes.toString('base64')}`
    : bytes.toString('base64url')
}

const requireProof = (request: SourceRequest, { settings: { proof }, secret }: WebhookSource, now: Date): void => {
  const unproven = (): Failure => new Failure(leadSourceErrors.lead_source_unproven)
  switch (proof.by) {
    case 'address':
      return
    case 'header':
      if (!isSameSecret(request.headers[proof.header.toLowerCase()], secret)) throw unproven()
      return
    case 'signature':
      if (secret === null || !isSigned(request, secret, proof, now)) throw unproven()
  }
}

const asideOf = (value: unknown, { only, unless }: WebhookSettings): SetAside | null => {
  if (only !== null && !only.is.includes(textOf(at(value, only.place))))
    return { outcome: 'ignored', code: 'not_a_new_lead', message: `What stands at ${only.place} is not that of a new lead.` }
  if (unless !== null && textOf(at(value, unless)) !== '')
    return { outcome: 'ignored', code: 'not_a_new_lead', message: `Something stands at ${unless}: it is no new lead.` }
  return null
}

/** The text of each member that has a place. What makes no lead because of the mapping says so, with the places to change. */
const sentMembers = (
  value: unknown,
  { mapping, service }: WebhookSettings,
  answers: ReturnType<typeof answersIn>,
): Partial<Record<MappedMember, string>> => {
  if (mapping.email === undefined && mapping.phone === undefined && webhookServiceOf(service)?.hasNoAnswers)
    throw new Failure(leadSourceErrors.lead_source_without_answers)
  if (mapping.email === undefined && mapping.phone === undefined) throw new Failure(leadSourceErrors.lead_source_unmapped)
  const sent: Partial<Record<MappedMember, string>> = {}
  for (const [member, place] of Object.entries(mapping) as [MappedMember, string | undefined][])
    if (place !== undefined) sent[member] = readPlace(value, place, answers)
  if (!sent.email && !sent.phone)
    throw new Failure(leadSourceErrors.lead_source_mapping_empty, {
      message: `Nothing stands at ${[mapping.email, mapping.phone].filter((place) => place !== undefined).join(' or ')} in this request.`,
    })
  return sent
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The answer to a challenge is a signature: only what has the form of one is signed, or the address would sign forgeries. */
const challengeOf = ({ url }: SourceRequest, { settings, secret }: WebhookSource): SourceAnswer | null => {
  const challenge = new URLSearchParams(url.split('?')[1] ?? '').get('challengeCode')
  if (settings.service !== 'linkedin-lead-gen' || secret === null || challenge === null) return null
  if (!uuid.test(challenge)) return { status: 400, type: json, body: '{"error":"challengeCode must be a UUID"}' }
  return {
    status: 200,
    type: json,
    body: JSON.stringify({ challengeCode: challenge, challengeResponse: answerToChallenge(challenge, secret) }),
  }
}
