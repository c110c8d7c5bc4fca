import { mailKinds } from '../google/gmail/compose.ts'
import { button, type Html, html, moment, page } from '../html.ts'
import { type FolderRow, type MailRow, type Refusal, refusals } from './rows.ts'

interface Shown {
  readonly accounts: readonly string[]
  readonly email: string
  readonly folders: readonly FolderRow[]
  readonly folder: FolderRow | undefined
  readonly rows: readonly MailRow[]
  readonly refusal: Refusal
  /** Where clients on this machine find the servers; null while they start. */
  readonly ports: { readonly imap: number; readonly smtp: number } | null
}

/** A page shows so many of the newest. */
const mostShown = 50

/** The mailbox of an account, by forms. */
export const mailPage = (base: string, shown: Shown): string => {
  const path = `${base}/imap/mail`
  const { accounts, email, folder } = shown
  return page(
    base,
    'Mail server · Sandbox',
    html`<main class="prose"><h1>Mail server</h1>
${connecting(shown)}
${accounts.length > 1 && html`<p class="links">${accounts.map((each) => html`<a href="${linkTo(path, each, 'INBOX')}">${each}</a> `)}</p>`}
${folder && html`<nav aria-label="Folders">${shown.folders.map((each) => html`<a href="${linkTo(path, email, each.path)}"${each === folder && html` aria-current="page"`}>${each.path}</a> `)}</nav>`}
${folder && mailList(path, shown, folder)}
${folder && writeForm(path, email)}
${behaviourForm(path, shown)}
</main>`,
  )
}

const linkTo = (path: string, email: string, folder: string): string => `${path}?${new URLSearchParams({ email, folder })}`

const connecting = ({ accounts, email, ports }: Shown): Html =>
  html`<p class="card">${accounts.length === 0 ? 'No mailbox yet. ' : html`${email}. `}In Foyer, go to Settings → Mailboxes → Connect another server. Of an address at <code>mail.sandbox.example</code> or <code>sandbox.example</code> the servers are found; of any other type IMAP
<code>mail.sandbox.example</code> port <code>143</code>, SMTP the same on port <code>587</code>, any password but <code>wrong</code>.${
    ports &&
    html` Other programs on this machine find them at 127.0.0.1, IMAP <code>${ports.imap}</code>, SMTP <code>${ports.smtp}</code>.`
  }</p>`

const mailList = (path: string, { rows, folders, email }: Shown, folder: FolderRow): Html => {
  if (rows.length === 0) return html`<h2>${folder.path}</h2><p class="quiet">No mail</p>`
  const newest = [...rows].reverse().slice(0, mostShown)
  const others = folders.filter((each) => each !== folder)
  return html`<h2>${folder.path}</h2><ul class="cards">${newest.map((row) => mailItem(path, email, row, others))}</ul>
${rows.length > mostShown && html`<p class="quiet">${rows.length - mostShown} older ones are not shown.</p>`}`
}

const mailItem = (path: string, email: string, row: MailRow, others: readonly FolderRow[]): Html => {
  const isSeen = row.flags.includes('\\Seen')
  const isSent = row.path === 'Sent'
  const fields = { id: row.id, email, folder: row.path }
  const act = (name: string, label: string, more = {}): Html => button(`${path}/${name}`, label, { ...fields, ...more })
  return html`<li class="card"><p><strong>${row.subject || 'No subject'}</strong>${!isSeen && html` <span class="pill wait">unread</span>`}</p>
<p class="quiet">${isSent ? `to ${row.to}` : `from ${row.from || 'nothing'}`} · ${moment(new Date(row.at))} · <a href="${path}/${row.id}/source">Source</a></p>
<div class="actions">${act('reply', 'Reply')}${isSent && act('bounce', 'Bounce')}${act(isSeen ? 'unread' : 'read', isSeen ? 'Mark as unread' : 'Mark as read')}${act('delete', 'Delete forever')}</div>
<form method="post" action="${path}/move" class="fields">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><label>Move to <select name="to">${others.map((each) => html`<option>${each.path}</option>`)}</select></label> <button>Move</button></p></form></li>`
}

const writeForm = (path: string, email: string): Html => html`<h2>Write to ${email} as a stranger</h2>
<form method="post" action="${path}/write" class="fields"><input type="hidden" name="email" value="${email}">
<p class="wide"><label>From <input type="email" name="from" required value="sam.stranger@example.com"></label></p>
<p class="wide"><label>Name <input name="name" value="Sam Stranger"></label></p>
<p class="wide"><label>Kind <select name="kind">${Object.entries(mailKinds).map(([kind, words]) => html`<option value="${kind}">${words}</option>`)}</select></label></p>
<p class="wide"><label>Subject <input name="subject" required value="A question"></label></p>
<p class="wide"><label>Text <textarea name="text" rows="4">Hello, do you have time next week?</textarea></label></p>
<p class="wide"><label>HTML <textarea name="html" rows="3"></textarea></label></p>
<p class="wide"><label><input type="checkbox" name="hasFile"> With a file</label></p>
<p class="wide"><label>Days ago <input type="number" name="daysAgo" min="0" max="3650" value="0"></label></p>
<p class="wide"><button class="main">Send</button></p></form>
<form method="post" action="${path}/fill" class="fields"><input type="hidden" name="email" value="${email}">
<p class="wide"><label>Or as many strangers <input type="number" name="count" min="1" max="500" value="50"></label></p>
<p class="wide"><button>Send them</button></p></form>`

const behaviourForm = (path: string, { email, folder, refusal }: Shown): Html => html`<h2>How the server behaves</h2>
<form method="post" action="${path}/behave" class="fields"><input type="hidden" name="email" value="${email}">
<p class="wide"><label>It refuses <select name="refusal">${Object.entries(refusals).map(([name, words]) => html`<option value="${name}"${name === refusal && html` selected`}>${words}</option>`)}</select></label></p>
<p class="wide"><button>Save</button></p></form>
${folder && button(`${path}/renumber`, `Let ${folder.path} count anew (UIDVALIDITY)`, { email, folder: folder.path })}
<p class="quiet">Slow answers and connections that break are on the page Faults, also for single commands such as <code>UID FETCH</code>.</p>`
