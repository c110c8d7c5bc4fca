import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { domainToASCII } from 'node:url'
import { digestOf, isMissing, writeWhole } from './folder.ts'

/** One mail as it was handed in. */
export interface SandboxMail {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly received_at: string
  /** Files that came with it; mails of before there were any have none. */
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly bytes: number }[]
}

/** A file as it was handed in. */
export interface Attached {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** The same as it is shown, with every address that one could click on. */
export interface ShownMail extends Omit<SandboxMail, 'to'> {
  readonly to: string
  readonly links: readonly string[]
  readonly attachments: NonNullable<SandboxMail['attachments']>
}

/** What came under a key: of a repeat nothing new is kept. */
export interface Receipt {
  readonly id: string
  /** Digest of the payload. */
  readonly digest: string
  readonly at: string
  readonly tries: number
}

/** The oldest go when there are more. */
const mailsKept = 1_000
const keyHours = 24

/** The files of mails, newest first by their names; each is read once. */
const openMails = (folder: string) => {
  const known = new Map<string, SandboxMail>()
  return {
    names(): string[] {
      try {
        return readdirSync(folder)
          .filter((name) => name.endsWith('.json'))
          .sort()
          .reverse()
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    read(name: string): SandboxMail | undefined {
      const before = known.get(name)
      if (before) return before
      try {
        const mail = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as SandboxMail
        known.set(name, mail)
        return mail
      } catch (error) {
        if (isMissing(error)) return undefined // gone since the folder was listed
        throw error
      }
    },
    write(name: string, mail: SandboxMail): void {
      writeWhole(path.join(folder, name), JSON.stringify(mail))
    },
    remove(name: string): void {
      rmSync(path.join(folder, name), { force: true })
      known.delete(name)
    },
    empty(): void {
      rmSync(folder, { recursive: true, force: true })
      known.clear()
    },
  }
}

/**
 * Mails in a folder, a file each: they outlive a restart, and the command line reads them beside the running product.
 * Files are never changed once they are written, so that what was read need not be read again.
 */
export const openMailbox = (folder: string, now: () => Date = () => new Date()) => {
  const mails = openMails(path.join(folder, 'mails'))
  const keys = path.join(folder, 'keys')
  const attachments = path.join(folder, 'attachments')
  let counter = 0

  const keyFile = (key: string): string => path.join(keys, `${digestOf(key)}.json`)

  return {
    /** Newest first; with `to`, those of one address. */
    list(to?: string): ShownMail[] {
      const wanted = to === undefined ? undefined : bareAddress(to)
      return mails
        .names()
        .map(mails.read)
        .filter((mail) => mail !== undefined)
        .filter((mail) => wanted === undefined || mail.to.some((each) => bareAddress(each) === wanted))
        .map(show)
    },

    find: (id: string): SandboxMail | undefined =>
      mails
        .names()
        .filter((name) => name.endsWith(`-${id}.json`))
        .map(mails.read)[0],

    /** What came as the `index`th file with a mail, counted from 0. */
    attachment(id: string, index: number): Attached | undefined {
      const mail = this.find(id)
      const about = mail?.attachments?.[index]
      if (!mail || !about) return undefined
      return { ...about, content: readFileSync(path.join(attachments, mail.id, String(index))) }
    },

    keep({
      attached = [],
      ...mail
    }: Omit<SandboxMail, 'received_at' | 'attachments'> & { attached?: readonly Attached[] }): void {
      const at = now()
      for (const [index, { content }] of attached.entries()) writeWhole(path.join(attachments, mail.id, String(index)), content)
      counter = (counter + 1) % 10_000
      // The name sorts by time; the counter tells those of one millisecond apart.
      const name = `${String(at.getTime()).padStart(15, '0')}-${String(counter).padStart(4, '0')}-${mail.id}.json`
      const whole: SandboxMail = {
        ...mail,
        received_at: at.toISOString(),
        attachments: attached.map(({ name, type, content }) => ({ name, type, bytes: content.length })),
      }
      mails.write(name, whole)
      for (const old of mails.names().slice(mailsKept)) {
        const gone = mails.read(old)
        if (gone) rmSync(path.join(attachments, gone.id), { recursive: true, force: true })
        mails.remove(old)
      }
    },

    empty(): void {
      mails.empty()
      rmSync(attachments, { recursive: true, force: true })
    },

    /** What came under this key within the last 24 hours. */
    receipt(key: string): Receipt | undefined {
      try {
        const receipt = JSON.parse(readFileSync(keyFile(key), 'utf8')) as Receipt
        return now().getTime() - Date.parse(receipt.at) < keyHours * 3_600_000 ? receipt : undefined
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    recordReceipt(key: string, receipt: Receipt): void {
      writeWhole(keyFile(key), JSON.stringify(receipt))
      if (receipt.tries === 1) forgetOld(keys, now())
    },
  }
}
export type Mailbox = ReturnType<typeof openMailbox>

/** The address within `Name <address>`, small, with its domain as it travels. */
export const bareAddress = (text: string): string => {
  const address = (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase()
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at))
}

const show = (mail: SandboxMail): ShownMail => ({
  id: mail.id,
  from: mail.from,
  to: mail.to.map(bareAddress).join(', '),
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  links: linksOf(mail),
  attachments: mail.attachments ?? [],
  received_at: mail.received_at,
})

const linksOf = ({ html, text }: SandboxMail): string[] => [
  ...new Set([
    ...[...html.matchAll(/href="(https?:[^"]+)"/gi)].map(([, link = '']) => unescapeHtml(link)),
    ...(text.match(/https?:\/\/[^\s<>"]+/g) ?? []),
  ]),
]

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const forgetOld = (folder: string, at: Date): void => {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    const found = statSync(file, { throwIfNoEntry: false })
    if (found && at.getTime() - found.mtimeMs > keyHours * 3_600_000) rmSync(file, { force: true })
  }
}
