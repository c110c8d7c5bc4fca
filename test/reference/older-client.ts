import {
  type ActionName,
  type Actions,
  type CodeOf,
  type DownloadInput,
  type ErrorCode,
  type EventType,
  FoyerError,
  type Input,
  type Lead,
  makeFoyer,
  type Output,
  type PublicApi,
  type Result,
  type TakenLead,
  type WebhookEvents,
} from '#client'

/**
 * A program as it was written against the client before its shapes had names: every type is reached through the action that answers it.
 * `npm run check` compiles it against the sources, a test against the packed client. It is never run, and only ever grows: what stands here
 * keeps compiling.
 */

const foyer = makeFoyer({ address: 'https://foyer.test', token: async () => 'token', key: () => 'fo_live_key', retries: 2 })

// ── Records, by the path to them ────────────────────────────────────────────────────────────────────────────────────

type Deal = Output<'list-deals'>['deals'][number]
type BoardStage = Output<'show-board'>['stages'][number]
type BoardDeal = BoardStage['deals'][number]
type WholeDeal = Output<'show-deal'>['deal']
type Task = Output<'list-tasks'>['tasks'][number]
type Stage = Output<'list-pipelines'>['pipelines'][number]['stages'][number]
type Contact = Output<'show-contact'>['contact']
type Claim = Output<'show-contact'>['claims'][number]
type ListedLead = Output<'list-leads'>['leads'][number]
type WholeLead = Output<'show-lead'>['lead']
type Upload = Output<'show-upload'>['upload']
type UploadState = Upload['state']
type Invoice = Output<'show-invoice'>['invoice']
type InvoiceLine = Invoice['lines'][number]
type ListedInvoice = Output<'list-invoices'>['invoices'][number]
type Payment = Output<'show-invoice'>['payments'][number]
type Conversation = Output<'fetch-admin-chats'>['conversations'][number]
type Message = Output<'fetch-chat-history'>['history'][number]
type Attachment = Message['attachments'][number]
type Key = Output<'list-keys'>['keys'][number]
type Webhook = Output<'list-webhooks'>['webhooks'][number]
type Delivery = Output<'show-delivery'>['delivery']
type Mail = Output<'list-mails'>['mails'][number]
type Entry = Output<'list-audit'>['entries'][number]
type Notice = Output<'list-notices'>['notices'][number]
type Call = Output<'list-calls'>['calls'][number]
type Invitation = Extract<Output<'validate-invite'>, { valid: true }>['invitation']
type CheckoutPage = Extract<Output<'create-payment'>, { provider: 'stripe' }>
type Widget = Extract<Output<'pay-invoice'>, { provider: 'razorpay' }>
type Session = Omit<Output<'get-token'>, 'token' | 'expires_at'>

/** One action's record goes where another's is wanted. */
export const sameRecord = (deal: BoardDeal, whole: WholeDeal, lead: WholeLead, invoice: Invoice): unknown[] => {
  const listed: Deal = deal
  const asListed: Deal = whole
  const asListedLead: ListedLead = lead
  const asListedInvoice: ListedInvoice = invoice
  const ofCompany: Output<'show-company'>['deals'][number] = listed
  const moved: Output<'move-deal'> = { success: true, deal: asListed }
  return [ofCompany, moved, asListedLead, asListedInvoice]
}

/** A record was a literal type, and so goes where members of any name are wanted: an interface would not. */
const columnsOf = (rows: readonly Record<string, unknown>[]): string[] => Object.keys(rows[0] ?? {})
export const columns = (
  deals: Deal[],
  contacts: Contact[],
  leads: ListedLead[],
  invoices: Invoice[],
  messages: Message[],
  keys: Key[],
): string[][] => [deals, contacts, leads, invoices, messages, keys].map((rows: Record<string, unknown>[]) => columnsOf(rows))

/** A record made by hand, as in a test of one's own. */
export const made = {
  stage: { id: '1', slug: 'won', name: 'Won', kind: 'won', position: 1, chance: null, deals: 0, open_deals: 0 } satisfies Stage,
  line: {
    id: '1',
    description: 'Consulting',
    quantity: '1',
    unit_minor: 100,
    tax_rate: '19',
    amount_minor: 100,
    tax_minor: 19,
    tax_code: null,
  } satisfies InvoiceLine,
  contact: {
    id: '1',
    full_name: null,
    email: 'maya@example.com',
    phone: null,
    company: null,
    job_title: null,
    linkedin_url: null,
    subscription: 'none',
    opted_in_at: null,
    owner_id: null,
    deleted_at: null,
    created_at: '2026-11-22T10:00:00Z',
    updated_at: '2026-11-22T10:00:00Z',
  } satisfies Contact,
}

/** Members by their names, nulls and lists as they were. */
export const readings = {
  deal: ({ name, stage, contact, company, next_task, response, value_minor }: Deal): string =>
    [
      name,
      stage.slug,
      // Null of a deal without a contact, which there were none of then.
      contact?.email ?? '',
      company?.name ?? '',
      next_task?.title ?? '',
      response.due_at ?? '',
      value_minor ?? 0,
    ].join(),
  stage: ({ deals, sums, next_cursor }: BoardStage): string => `${deals.length} ${sums[0]?.currency} ${next_cursor ?? ''}`,
  task: (task: Task): string | undefined => task.contact?.name ?? task.deal?.name ?? undefined,
  claim: ({ known_as }: Claim): string | null => known_as?.name ?? null,
  upload: ({ state, problem, import: done, created_by }: Upload): [UploadState, string | undefined, number, string] => [
    state,
    problem?.failed_in,
    done?.imported ?? 0,
    created_by?.name ?? '',
  ],
  payment: ({ state, method }: Payment): `${Payment['state']} ${string}` => `${state} ${method ?? ''}`,
  conversation: ({ channel, whatsapp_window }: Conversation): boolean => channel === 'whatsapp' && !!whatsapp_window?.is_open,
  message: ({ attachments, reactions, template, location }: Message): (string | null)[] => [
    ...attachments.map((each: Attachment) => each.name),
    ...reactions.map(({ emoji }) => emoji),
    ...(template?.parts ?? []).map(({ part, text }) => `${part}${text}`),
    location?.address ?? null,
  ],
  webhook: ({ state, last_delivery, disabled_reason }: Webhook): string => `${state}${last_delivery?.status}${disabled_reason}`,
  delivery: ({ key, body, unused_fields }: Delivery): string => `${key?.hint}${body?.redacted}${unused_fields.join()}`,
  mail: ({ attachments, held }: Mail): string[] => (held ? [] : attachments),
  entry: ({ about, person, target }: Entry): string[] => [
    ...about.map(({ kind, id }) => kind + id),
    person?.name ?? '',
    target.id ?? '',
  ],
  notice: ({ facts, read }: Notice): (string | number | null)[] => (read ? [] : Object.values(facts)),
  call: ({ contact, person, duration_s }: Call): string => `${contact?.name}${person?.name}${(duration_s ?? 0) + 1}`,
  invitation: ({ organization, role }: Invitation): string => organization + role,
  page: ({ url, amount }: CheckoutPage): string => url + amount.toFixed(2),
  widget: ({ scriptUrl, orderId }: Widget): string => scriptUrl + orderId,
  session: ({ person, organization }: Session): string => person.email + organization.slug,
}

/** Every kind of a record is handled, and the compiler knows it. */
export const stateInWords = (state: Invoice['state']): string => {
  switch (state) {
    case 'draft':
    case 'sent':
    case 'processing':
    case 'paid':
    case 'refunded':
    case 'void':
      return state
    default:
      return state satisfies never
  }
}

// ── Inputs ──────────────────────────────────────────────────────────────────────────────────────────────────────────

type Line = Input<'create-invoice'>['lines'][number]
const line: Line = { description: 'Consulting', quantity: '2.5', unitMinor: 9_000 }
const lines: readonly Line[] = [line, { ...line, taxRate: 19 }]
export const wishes: Omit<Input<'configure-upload'>, 'uploadId'> = { hasHeader: true, mapping: ['email', null] }
export const handedOn = (search: string | undefined): Input<'list-leads'> => ({ search, limit: 20 })
export const lead: Lead = { email: 'maya@example.com', external_id: 7, consent: { basis: 'consent' } }
export const file: DownloadInput<'export-leads'> = { source: 'apollo' }

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export const calls = async (): Promise<void> => {
  const { invoice }: Output<'create-invoice'> = await foyer.call(
    'create-invoice',
    { clientName: 'Maya Rao', clientEmail: 'maya@example.com', currency: 'EUR', lines },
    { idempotencyKey: 'invoice-1' },
  )
  const whole: Invoice = invoice
  await foyer.call('list-keys')
  const {
    key,
    secret,
  }: Pick<Output<'create-key'>, 'key' | 'secret'> = await foyer.call('create-key', {
    name: 'Zapier',
    scopes: ['leads:write'],
  })
  const known: Key = key
  for await (const { contacts } of foyer.pages('list-contacts', {})) {
    const first: Contact | undefined = contacts[0]
    first?.subscription
  }
  const taken: TakenLead = await foyer.leads.create(lead)
  const answered: PublicApi['create-lead']['output'] = taken
  const result: Result<Output<'sign-in'>, CodeOf<'sign-in'>> = await foyer.try.call('sign-in', {
    email: 'maya@example.com',
    password: 'a long password',
  })
  const challenge: string | undefined = result.ok && result.value.needs === 'code' ? result.value.challenge : undefined
  console.log(whole.label, secret, known.hint, answered.deduplicated, challenge)
}

/** A wrapper over all actions, as many programs have one. */
export const call = async <Name extends ActionName>(name: Name, input: Input<Name>): Promise<Output<Name> | CodeOf<Name>> => {
  const result = await foyer.try.call(name, input)
  return result.ok ? result.value : (result.error.code as CodeOf<Name>)
}

// ── Error codes ─────────────────────────────────────────────────────────────────────────────────────────────────────

type MoveError = Actions['move-deal']['errors']
export const moveErrors: MoveError[] = [
  'deal_not_found',
  'stage_not_found',
  'forbidden',
  'rate_limited',
  'idempotency_mismatch',
]
const texts: Partial<Record<ErrorCode, string>> = { lead_not_found: 'It is gone.', upload_too_large: 'It is too large.' }
export const inWords = (error: unknown): string | undefined =>
  error instanceof FoyerError ? texts[error.code as ErrorCode] : undefined

// ── Events ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export const followed: readonly EventType[] = ['lead.received', 'deal.changed', 'message.received', 'invoice.changed']

type Handlers = { [Type in keyof WebhookEvents]?: (data: WebhookEvents[Type]) => unknown }
export const handlers: Handlers = {
  'lead.received': ({ contact_id, email }) => [contact_id, email],
  'deal.created': (deal) => deal.name,
  'deal.changed': (deal: WebhookEvents['deal.created']) => deal.status,
  'message.received': ({ text, referral }) => text ?? referral?.headline,
  'contact.merged': ({ source_id, target_id }) => [source_id, target_id],
  'payment.received': ({ amount_minor, currency }) => [amount_minor.toFixed(), currency],
  'connection.failed': ({ provider, reason }) => `${provider}: ${reason}`,
  'member.left': ({ role }) => role?.toUpperCase(),
}

foyer.live(({ type }) => followed.includes(type as EventType))
