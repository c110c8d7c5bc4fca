import { type MailKind, mailKinds, replierOf, type Wish, writeBounce, writeStranger } from '../google/gmail/compose.ts'
import { readParts, textOf } from '../google/gmail/mime.ts'
import type { MailRow } from './rows.ts'
import type { MailStore } from './store.ts'

export type Form = Readonly<Record<string, string | undefined>>

const dayMs = 86_400_000
const mostAtOnce = 500

const addressOf = (from: string): string => /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? 'stranger@example.com'

/** What arrives from outside: in the inbox, and junk where a server puts it. */
export const strangersOf = (store: MailStore, now: () => Date) => {
  const wishIn = (form: Form): Omit<Wish, 'to' | 'answers'> => ({
    kind: Object.hasOwn(mailKinds, form.kind ?? '') ? (form.kind as MailKind) : 'person',
    from: form.from || 'sam.stranger@example.com',
    ...{ name: form.name ?? '', cc: form.cc ?? '', subject: form.subject ?? '', text: form.text ?? '', html: form.html ?? '' },
    hasFile: form.hasFile === 'on',
    calendar: form.calendar ?? '',
    at: new Date(now().getTime() - (Number(form.daysAgo) || 0) * dayMs),
  })
  const arrive = (email: string, raw: Buffer, { kind, at }: Pick<Wish, 'kind' | 'at'>): void => {
    const junk = store.folderOf(email, 'Junk')
    store.add({ email, path: kind === 'junk' && junk ? 'Junk' : 'INBOX' }, raw, { at: at.getTime() })
  }
  return {
    write(email: string, form: Form): void {
      const wish = wishIn(form)
      arrive(email, writeStranger({ ...wish, to: email, answers: null }), wish)
    },
    reply(row: MailRow, form: Form): void {
      const raw = store.rawOf(row)
      const replier = row.path === 'Sent' ? replierOf(raw) : { ...replierOf(raw), from: addressOf(row.from) }
      const wish = wishIn({ ...form, from: replier.from, subject: replier.subject })
      const said = (textOf(readParts(raw), 'text/plain') ?? '').replace(/\s+/g, ' ').trim().slice(0, 200)
      const text = `${form.text || 'Thank you, that works for me.'}\r\n\r\n${replier.text}\r\n> ${said}`
      arrive(row.email, writeStranger({ ...wish, text, to: row.email, answers: raw }), wish)
    },
    bounce(row: MailRow): void {
      arrive(row.email, writeBounce(store.rawOf(row), row.email, now()), { kind: 'person', at: now() })
    },
    /** Many at once, an hour apart. */
    fill(email: string, count: number): void {
      for (let n = Math.max(0, Math.min(Math.trunc(count) || 0, mostAtOnce)); n > 0; n--) {
        const form = { from: `client${n}@example.com`, subject: `Question ${n}`, text: `Is the ${n}th still free?` }
        const wish = wishIn({ ...form, daysAgo: String(n / 24) })
        arrive(email, writeStranger({ ...wish, to: email, answers: null }), wish)
      }
    },
  }
}
