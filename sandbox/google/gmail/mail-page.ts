import { button, type Html, html, moment, page } from '../../html.ts'
import { mailKinds } from './compose.ts'
import { leavesOf, type Part, textOf } from './mime.ts'
import type { MailRow } from './rows.ts'

interface Shown {
  readonly row: MailRow
  readonly part: Part
  readonly hasPictures: boolean
}

/** One mail, as its reader sees it, with what can be done to it. */
export const mailPage = (base: string, { row, part, hasPictures }: Shown): string => {
  const path = `${base}/google/mail`
  const { facts, email, id, labelIds } = row
  const fields = { id, email }
  const act = (deed: string, label: string): Html => button(`${path}/${deed}`, label, fields)
  const has = (label: string): boolean => labelIds.includes(label)
  const files = leavesOf(part).filter(({ filename }) => filename !== '')
  return page(
    base,
    `${facts.subject || 'No subject'} · Gmail · Sandbox`,
    html`<main class="prose"><p><a href="${path}?${new URLSearchParams({ email }).toString()}">${email}</a></p>
<h1>${facts.subject || 'No subject'}</h1>
<dl class="facts"><dt>From</dt><dd>${facts.from || 'nothing'}</dd><dt>To</dt><dd>${facts.to || 'nothing'}</dd>
${facts.cc !== '' && html`<dt>Cc</dt><dd>${facts.cc}</dd>`}
<dt>Date</dt><dd>${moment(new Date(row.internalDate))}</dd><dt>Message-ID</dt><dd>${facts.messageId || 'none'}</dd>
<dt>Labels</dt><dd>${labelIds.join(', ') || 'none'}</dd></dl>
${content(path, row, part, hasPictures)}
${files.length > 0 && html`<h2>Files</h2><ul>${files.map(({ filename, body }) => html`<li>${filename}, ${body.length} bytes</li>`)}</ul>`}
<h2>Answer as ${has('SENT') ? 'the recipient' : 'the sender, once more'}</h2>
<form method="post" action="${path}/reply" class="fields"><input type="hidden" name="id" value="${id}"><input type="hidden" name="email" value="${email}">
<p class="wide"><label>Text <textarea name="text" rows="4">Thank you, that works for me.</textarea></label></p>
<p class="wide"><label>Kind <select name="kind">${Object.entries(mailKinds).map(([kind, words]) => html`<option value="${kind}">${words}</option>`)}</select></label></p>
<p class="wide"><label><input type="checkbox" name="hasFile"> With a file</label></p>
<p class="wide"><button class="main">Send the reply</button></p></form>
<h2>In this mailbox</h2>
<div class="actions">${has('SENT') && act('bounce', 'Bounce')}
${has('UNREAD') ? act('read', 'Mark as read') : act('unread', 'Mark as unread')}
${has('INBOX') ? act('archive', 'Archive') : act('inbox', 'To the inbox')}
${!has('SPAM') && act('spam', 'Report spam')}${!has('Label_1') && act('label', 'Label «Leads»')}
${!has('TRASH') && act('trash', 'Move to trash')}${act('delete', 'Delete forever')}</div>
<p><a href="${path}/${id}/source">Source</a></p>
</main>`,
  )
}

const content = (path: string, { id }: MailRow, part: Part, hasPictures: boolean): Html => {
  if (textOf(part, 'text/html') === null) return html`<pre class="mail-text">${textOf(part, 'text/plain') ?? 'No text'}</pre>`
  const query = hasPictures ? '?pictures=1' : ''
  return html`<iframe class="mail-body" title="Mail" sandbox src="${path}/${id}/body${query}"></iframe>
${!hasPictures && html`<p><a href="${path}/${id}?pictures=1">Load pictures</a> <span class="quiet">as a reader does: the sender learns of it.</span></p>`}`
}
