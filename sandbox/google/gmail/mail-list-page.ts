import { button, type Html, html, moment, page } from '../../html.ts'
import type { Account } from '../rows.ts'
import { mailKinds } from './compose.ts'
import { type MailBehaviour, type MailRow, refusals, type WatchRow } from './rows.ts'

export interface Folder {
  readonly name: string
  has(row: MailRow): boolean
}
const isHidden = ({ labelIds }: MailRow): boolean => labelIds.includes('SPAM') || labelIds.includes('TRASH')
export const folders: readonly [Folder, ...Folder[]] = [
  { name: 'Inbox', has: ({ labelIds }) => labelIds.includes('INBOX') },
  { name: 'Sent', has: (row) => row.labelIds.includes('SENT') && !isHidden(row) },
  { name: 'Spam', has: ({ labelIds }) => labelIds.includes('SPAM') },
  { name: 'Trash', has: ({ labelIds }) => labelIds.includes('TRASH') },
  { name: 'All mail', has: (row) => !isHidden(row) },
]

interface Shown {
  readonly owners: readonly Account[]
  readonly owner: Account | null
  readonly rows: readonly MailRow[]
  readonly folder: Folder
  readonly watch: WatchRow | null
  readonly behaviour: MailBehaviour
}

/** A page shows so many of the newest. */
const mostShown = 50

/** The mailbox of an account, by forms. */
export const listPage = (base: string, shown: Shown): string => {
  const { owners, owner, folder } = shown
  const path = `${base}/google/mail`
  return page(
    base,
    'Gmail · Sandbox',
    owner === null
      ? html`<main class="prose"><h1>Gmail</h1>
<p class="card">No mailbox yet. In Foyer, go to Settings → Mailboxes and connect Google with mail.</p></main>`
      : html`<main class="prose"><h1>Gmail</h1><p class="quiet">${owner.email}</p>
${owners.length > 1 && html`<p class="links">${owners.map((each) => html`<a href="${linkTo(path, each.email, folder.name)}">${each.name}</a> `)}</p>`}
<nav aria-label="Folders">${folders.map((each) => folderLink(path, owner.email, each, shown))}</nav>
${mailList(path, owner.email, shown)}
${writeForm(path, owner.email)}
${behaviourForm(path, owner.email, shown)}
</main>`,
  )
}

const linkTo = (path: string, email: string, folder: string): string => `${path}?${new URLSearchParams({ email, folder })}`

const folderLink = (path: string, email: string, folder: Folder, { rows, folder: current }: Shown): Html => {
  const count = rows.filter(folder.has).length
  const isHere = folder === current
  return html`<a href="${linkTo(path, email, folder.name)}"${isHere && html` aria-current="page"`}>${folder.name} (${count})</a>`
}

const mailList = (path: string, email: string, { rows, folder }: Shown): Html => {
  const own = rows.filter(folder.has)
  if (own.length === 0) return html`<h2>${folder.name}</h2><p class="quiet">No mail</p>`
  return html`<h2>${folder.name}</h2><ul class="cards">${own.slice(0, mostShown).map((row) => mailItem(path, email, folder, row))}</ul>
${own.length > mostShown && html`<p class="quiet">${own.length - mostShown} older ones are not shown.</p>`}`
}

const mailItem = (path: string, email: string, folder: Folder, row: MailRow): Html => {
  const { facts, labelIds } = row
  const isSent = labelIds.includes('SENT')
  const fields = { id: row.id, email, folder: folder.name }
  return html`<li class="card"><p><a href="${path}/${row.id}"><strong>${facts.subject || 'No subject'}</strong></a>
${labelIds.includes('UNREAD') && html` <span class="pill wait">unread</span>`}</p>
<p class="quiet">${isSent ? `to ${facts.to}` : `from ${facts.from || 'nothing'}`} · ${moment(new Date(row.internalDate))}</p>
<p>${row.snippet}</p>
<div class="actions">${button(`${path}/reply`, 'Reply', fields)}${isSent && button(`${path}/bounce`, 'Bounce', fields)}</div></li>`
}

const writeForm = (path: string, email: string): Html => html`<h2>Write to ${email} as a stranger</h2>
<form method="post" action="${path}/write" class="fields"><input type="hidden" name="email" value="${email}">
<p class="wide"><label>From <input type="email" name="from" required value="sam.stranger@example.com"></label></p>
<p class="wide"><label>Name <input name="name" value="Sam Stranger"></label></p>
<p class="wide"><label>Cc <input name="cc"></label></p>
<p class="wide"><label>Kind <select name="kind">${Object.entries(mailKinds).map(([kind, words]) => html`<option value="${kind}">${words}</option>`)}</select></label></p>
<p class="wide"><label>Subject <input name="subject" required value="A question"></label></p>
<p class="wide"><label>Text <textarea name="text" rows="4">Hello, do you have time next week?</textarea></label></p>
<p class="wide"><label>HTML <textarea name="html" rows="3"></textarea></label></p>
<p class="wide"><label>Calendar part <textarea name="calendar" rows="3" placeholder="BEGIN:VCALENDAR"></textarea></label></p>
<p class="wide"><label><input type="checkbox" name="hasFile"> With a file</label></p>
<p class="wide"><label>Days ago <input type="number" name="daysAgo" min="0" max="3650" value="0"></label></p>
<p class="wide"><button class="main">Send</button></p></form>
<form method="post" action="${path}/fill" class="fields"><input type="hidden" name="email" value="${email}">
<p class="wide"><label>Or as many strangers <input type="number" name="count" min="1" max="500" value="50"></label></p>
<p class="wide"><button>Send them</button></p></form>`

const behaviourForm = (path: string, email: string, { behaviour, watch }: Shown): Html => {
  const check = (name: 'replacesMessageId' | 'losesAnswers' | 'hasBareHistory', words: string): Html =>
    html`<p class="wide"><label><input type="checkbox" name="${name}"${behaviour[name] && html` checked`}> ${words}</label></p>`
  const names = ['none', ...Object.keys(refusals)]
  return html`<h2>How Gmail behaves</h2>
<form method="post" action="${path}/behave" class="fields"><input type="hidden" name="email" value="${email}">
<p class="wide"><label>Mails of a page <input name="pageSize" type="number" min="1" max="500" value="${behaviour.pageSize}"></label></p>
${check('replacesMessageId', 'Replace the Message-ID of what is sent')}
${check('losesAnswers', 'Send, and lose the answer')}
${check('hasBareHistory', 'Leave labels out of the history')}
<p class="wide"><label>Refuse calls with <select name="refusal">${names.map((name) => html`<option${name === behaviour.refusal && html` selected`}>${name}</option>`)}</select></label></p>
<p class="wide"><button>Save</button></p></form>
${button(`${path}/expire-history`, 'Expire history', { email })}
<p class="quiet">${watch ? html`Changes are published to ${watch.topic} until ${moment(new Date(watch.expiresAt))}.` : 'No topic is watched.'}</p>`
}
