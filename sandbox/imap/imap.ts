import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeWhole } from '../folder.ts'
import type { Mailbox } from '../mailbox.ts'
import { forPeople, type Simulator, type SimulatorContext } from '../simulators.ts'
import { openSmtp } from '../smtp/smtp.ts'
import { mailPage } from './page.ts'
import { type FolderRow, type MailRow, type Refusal, refusals } from './rows.ts'
import { openImap } from './server.ts'
import { type MailStore, openMailStore } from './store.ts'
import { type Form, strangersOf } from './strangers.ts'

const asPage = 'text/html; charset=utf-8'

/** In the simulator's folder: where its servers listen. Read by those who reach them under the sandbox's name. */
export const portsFile = 'ports.json'

/** A mail server of IMAP and SMTP for mailboxes whose servers are typed. `mailbox` takes what is sent. */
export const imap = (mailbox: Mailbox): Simulator => ({
  slug: 'imap',
  title: 'Mail server',
  instead: 'a server of IMAP and SMTP',
  about:
    'Connect a mailbox in Settings → Mailboxes → Connect another server; write to it as a stranger, and see what was sent.',
  pages: [{ path: '/mail', title: 'Mailbox' }],
  counts: (context) => ({ mails: openMailStore(context).count() }),
  register(app, context) {
    const store = openMailStore(context)
    const servers = serveSockets(app, context, { store, mailbox })
    servePages(app, context, store, servers.ports)
  },
})

const serveSockets = (
  app: FastifyInstance,
  { folder, faults }: SimulatorContext,
  { store, mailbox }: { readonly store: MailStore; readonly mailbox: Mailbox },
) => {
  const closing: (() => Promise<void>)[] = []
  let ports: { readonly imap: number; readonly smtp: number } | null = null
  app.addHook('onReady', async () => {
    const byImap = await openImap({ store, faults })
    closing.push(byImap.close)
    const bySmtp = await openSmtp({ mailbox, faults, host: '127.0.0.1', port: 0, isOpen: false })
    closing.push(bySmtp.close)
    ports = { imap: byImap.port, smtp: bySmtp.port }
    writeWhole(path.join(folder, portsFile), JSON.stringify(ports))
  })
  app.addHook('onClose', async () => {
    for (const close of closing) await close()
  })
  return { ports: () => ports }
}

const formOf = (request: FastifyRequest): Form => ({ ...(request.query as Form), ...((request.body ?? {}) as Form) })

const servePages = (
  app: FastifyInstance,
  context: SimulatorContext,
  store: MailStore,
  ports: () => { readonly imap: number; readonly smtp: number } | null,
): void => {
  const home = `${context.base}/imap/mail`
  const emailOf = ({ email }: Form): string => {
    const accounts = store.accounts()
    return accounts.find((each) => each === email) ?? accounts[0] ?? ''
  }
  const folderOf = (email: string, { folder = 'INBOX' }: Form): FolderRow | undefined =>
    store.folderOf(email, folder) ?? store.folderOf(email, 'INBOX')

  app.get('/mail', forPeople, (request, reply) => {
    const form = formOf(request)
    const email = emailOf(form)
    const [folders, folder] = [store.foldersOf(email), folderOf(email, form)]
    if (!request.headers.accept?.includes('text/html'))
      return reply.send({ ports: ports(), folders, mails: folders.flatMap(store.mailsIn) })
    const shown = { accounts: store.accounts(), email, folders, folder, ports: ports() }
    const rows = folder ? store.mailsIn(folder) : []
    return reply.type(asPage).send(mailPage(context.base, { ...shown, rows, refusal: store.behaviour().refusal }))
  })
  app.get<{ Params: { id: string } }>('/mail/:id/source', forPeople, (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(store.rawOf(request.params)),
  )

  /** What a person does, and back to the folder. */
  const deed = (name: string, work: (email: string, form: Form) => void) =>
    app.post(`/mail/${name}`, forPeople, (request, reply) => {
      const form = formOf(request)
      const email = emailOf(form)
      work(email, form)
      return reply.redirect(`${home}?${new URLSearchParams({ email, folder: form.folder ?? 'INBOX' })}`, 303)
    })
  const ofMail = (name: string, work: (row: MailRow, form: Form) => void) =>
    deed(name, (email, form) => {
      const row = store.find(form.id ?? '')
      if (row?.email === email) work(row, form)
    })
  const strangers = strangersOf(store, context.now)
  const ofAccount = (work: (email: string, form: Form) => void) => (email: string, form: Form) => {
    if (email !== '') work(email, form)
  }
  deed('write', ofAccount(strangers.write))
  deed(
    'fill',
    ofAccount((email, form) => strangers.fill(email, Number(form.count))),
  )
  ofMail('reply', strangers.reply)
  ofMail('bounce', strangers.bounce)
  ofMail('read', (row) => store.setFlags(row, [...row.flags, '\\Seen']))
  ofMail('unread', (row) =>
    store.setFlags(
      row,
      row.flags.filter((flag) => flag !== '\\Seen'),
    ),
  )
  ofMail('delete', (row) => store.expunge([row]))
  ofMail('move', (row, { to = '' }) => {
    if (!store.folderOf(row.email, to) || to === row.path) return
    store.copy([row], to)
    store.expunge([row])
  })
  deed('renumber', (email, form) => {
    const folder = folderOf(email, form)
    if (folder) store.renumber(folder)
  })
  deed('behave', (_email, { refusal = '' }) => store.behave(Object.hasOwn(refusals, refusal) ? (refusal as Refusal) : 'none'))
}
