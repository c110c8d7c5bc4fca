import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forPeople, type SimulatorContext } from '../../simulators.ts'
import type { Grants } from '../grants.ts'
import { type Account, accounts } from '../rows.ts'
import { type MailKind, mailKinds, replierOf, writeBounce, writeStranger } from './compose.ts'
import { folders, listPage } from './mail-list-page.ts'
import { mailPage } from './mail-page.ts'
import { readParts, textOf } from './mime.ts'
import { MailRefusal, type MailRow, refusals, usualBehaviour } from './rows.ts'
import { openMails, type SimulatedMails } from './store.ts'

const asPage = 'text/html; charset=utf-8'
type Form = Readonly<Record<string, string | undefined>>

/** Mailboxes of those who consented: what arrived, what Foyer sent, and what strangers do. */
export const serveMailPages = (app: FastifyInstance, context: SimulatorContext, grants: Grants): void => {
  const store = openMails(context)
  const owners = (): Account[] => {
    const given = new Set(grants.list().flatMap(({ accountId, scopes }) => (scopes.some(isOfMail) ? accountId : [])))
    return accounts.filter(({ id }) => given.has(id))
  }
  serveViews(app, context, { store, owners })
  serveBody(app, store)
  serveDeeds(app, context, { store, owners })
}
const isOfMail = (scope: string): boolean => /mail\.google\.com|\/auth\/gmail\./.test(scope)

interface Parts {
  readonly store: SimulatedMails
  readonly owners: () => readonly Account[]
}

const formOf = (request: FastifyRequest): Form => ({ ...(request.query as Form), ...((request.body ?? {}) as Form) })
const ownerOf = (owners: readonly Account[], { email }: Form): Account | undefined =>
  owners.find((each) => each.email === email) ?? owners[0]
const rowIn = (store: SimulatedMails, id: string): MailRow | undefined =>
  accounts.flatMap(({ email }) => store.of(email)).find((row) => row.id === id)

const serveViews = (app: FastifyInstance, context: SimulatorContext, { store, owners }: Parts): void => {
  app.get('/mail', forPeople, (request, reply) => {
    const form = formOf(request)
    const owner = ownerOf(owners(), form)
    const rows = owner ? store.of(owner.email) : []
    if (!request.headers.accept?.includes('text/html')) return reply.send({ mails: rows })
    const folder = folders.find(({ name }) => name === form.folder) ?? folders[0]
    const watch = owner ? (store.watches.find(owner.email) ?? null) : null
    const shown = { owners: owners(), owner: owner ?? null, rows, folder, watch, behaviour: store.behaviour() }
    return reply.type(asPage).send(listPage(context.base, shown))
  })
  app.get<{ Params: { id: string } }>('/mail/:id', forPeople, (request, reply) => {
    const row = rowIn(store, request.params.id)
    if (!row) return reply.redirect(`${context.base}/google/mail`)
    const hasPictures = formOf(request).pictures === '1'
    return reply.type(asPage).send(mailPage(context.base, { row, part: readParts(store.rawOf(row)), hasPictures }))
  })
  app.get<{ Params: { id: string } }>('/mail/:id/source', forPeople, (request, reply) => {
    const row = rowIn(store, request.params.id)
    return reply.type('text/plain; charset=utf-8').send(row ? store.rawOf(row) : '')
  })
}

/** A mail alone in a frame that runs nothing, sends no form and is of no origin. Pictures from elsewhere load only if asked for. */
const serveBody = (app: FastifyInstance, store: SimulatedMails): void => {
  app.get<{ Params: { id: string } }>('/mail/:id/body', forPeople, (request, reply) => {
    const row = rowIn(store, request.params.id)
    const part = row && readParts(store.rawOf(row))
    const pictures = formOf(request).pictures === '1' ? 'data: http: https:' : 'data:'
    const policy = `sandbox; default-src 'none'; img-src ${pictures}; style-src 'unsafe-inline'; frame-ancestors 'self'`
    return reply
      .header('Content-Security-Policy', policy)
      .type(asPage)
      .send(part ? (textOf(part, 'text/html') ?? '') : '')
  })
}

const serveDeeds = (app: FastifyInstance, context: SimulatorContext, { store, owners }: Parts): void => {
  const path = `${context.base}/google/mail`
  /** What a person does with a mailbox, and back to the list of it. */
  const deed = (name: string, work: (owner: Account, form: Form) => void) =>
    app.post(`/mail/${name}`, forPeople, (request, reply) => {
      const form = formOf(request)
      const owner = ownerOf(owners(), form)
      if (!owner) return reply.redirect(path, 303)
      return done(reply, () => work(owner, form), { email: owner.email, folder: form.folder ?? '' })
    })
  const ofMail = (name: string, work: (row: MailRow, form: Form) => void) =>
    deed(name, ({ email }, form) => work(store.find(email, form.id ?? ''), form))
  const done = (reply: FastifyReply, work: () => void, query: Record<string, string>) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof MailRefusal)) throw error
      return reply.code(error.status).send(error.body)
    }
    return reply.redirect(`${path}?${new URLSearchParams(query)}`, 303)
  }
  const strangers = strangersOf(context, store)
  deed('write', (owner, form) => strangers.write(owner.email, form))
  deed('fill', (owner, form) => strangers.fill(owner.email, Number(form.count)))
  ofMail('reply', strangers.reply)
  ofMail('bounce', strangers.bounce)
  ofMail('read', (row) => store.relabel(row, [], ['UNREAD']))
  ofMail('unread', (row) => store.relabel(row, ['UNREAD'], []))
  ofMail('archive', (row) => store.relabel(row, [], ['INBOX']))
  ofMail('spam', (row) => store.relabel(row, ['SPAM'], ['INBOX']))
  ofMail('label', (row) => store.relabel(row, ['Label_1'], []))
  ofMail('trash', (row) => store.relabel(row, ['TRASH'], ['INBOX']))
  ofMail('inbox', (row) => store.relabel(row, ['INBOX'], ['TRASH', 'SPAM']))
  ofMail('delete', store.remove)
  deed('expire-history', store.expireHistory)
  deed('behave', (_owner, { pageSize, refusal = 'none', ...on }) => {
    const size = Math.trunc(Number(pageSize))
    store.behave({
      pageSize: size >= 1 && size <= 500 ? size : usualBehaviour.pageSize,
      replacesMessageId: on.replacesMessageId === 'on',
      losesAnswers: on.losesAnswers === 'on',
      hasBareHistory: on.hasBareHistory === 'on',
      refusal: Object.hasOwn(refusals, refusal) ? (refusal as keyof typeof refusals) : 'none',
    })
  })
}

/** What arrives from outside. */
const strangersOf = (context: SimulatorContext, store: SimulatedMails) => {
  const dayMs = 86_400_000
  const arrive = (email: string, raw: Buffer, kind: MailKind, at: Date): void => {
    const labelIds =
      kind === 'junk' ? ['SPAM', 'UNREAD'] : ['INBOX', 'UNREAD', kind === 'bulk' ? 'CATEGORY_PROMOTIONS' : 'CATEGORY_PERSONAL']
    store.add(email, raw, { labelIds, internalDate: at.getTime() })
  }
  const wishIn = (form: Form) => ({
    kind: Object.hasOwn(mailKinds, form.kind ?? '') ? (form.kind as MailKind) : 'person',
    from: form.from || 'sam.stranger@example.com',
    ...{ name: form.name ?? '', cc: form.cc ?? '', subject: form.subject ?? '', text: form.text ?? '', html: form.html ?? '' },
    hasFile: form.hasFile === 'on',
    isProven: form.isProven === 'on',
    calendar: form.calendar ?? '',
    at: new Date(context.now().getTime() - (Number(form.daysAgo) || 0) * dayMs),
  })
  return {
    write(email: string, form: Form): void {
      const wish = wishIn(form)
      // To one of its aliases, where that is said.
      arrive(email, writeStranger({ ...wish, to: form.to || email, answers: null }), wish.kind, wish.at)
    },
    /** With nothing said, a short answer: one click. */
    reply(row: MailRow, form: Form): void {
      const raw = store.rawOf(row)
      const isOurs = row.labelIds.includes('SENT')
      const replier = isOurs ? replierOf(raw) : { ...replierOf(raw), from: addressOf(row.facts.from) }
      const wish = wishIn({ ...form, from: replier.from, subject: replier.subject })
      const text = `${form.text || 'Thank you, that works for me.'}\r\n\r\n${replier.text}\r\n> ${row.snippet}`
      arrive(row.email, writeStranger({ ...wish, text, to: row.email, answers: raw }), wish.kind, wish.at)
    },
    bounce(row: MailRow): void {
      arrive(row.email, writeBounce(store.rawOf(row), row.email, context.now()), 'person', context.now())
    },
    /** Many at once, an hour apart. */
    fill(email: string, count: number): void {
      const most = Math.max(0, Math.min(Math.trunc(count) || 0, 500))
      for (let n = most; n > 0; n--) {
        const form = {
          from: `client${n}@example.com`,
          subject: `Question ${n}`,
          text: `Is the ${n}th still free?`,
          daysAgo: String(n / 24),
        }
        const wish = wishIn(form)
        arrive(email, writeStranger({ ...wish, to: email, answers: null }), 'person', wish.at)
      }
    },
  }
}
const addressOf = (from: string): string => /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? 'stranger@example.com'
