import { button, type Html, html, moment, page } from '../../html.ts'
import { type Account, accounts } from '../rows.ts'
import { writtenTabs } from './notation.ts'
import { type DocsBehaviour, documentType, type FileRow, refusals } from './rows.ts'

/** The files of one person. */
export const filesPage = (
  base: string,
  {
    owner,
    files,
    behaviour,
  }: { readonly owner: Account; readonly files: readonly FileRow[]; readonly behaviour: DocsBehaviour },
): string =>
  page(
    base,
    'Google Docs · Sandbox',
    html`<main class="prose">
<h1>Google Docs</h1>
<p>Documents of ${owner.name}, newest first. Copy the address of one into Foyer, under Settings → Templates → From a Google Doc.</p>
<nav aria-label="Accounts">${accounts.map(({ email, name }) =>
      email === owner.email
        ? html`<strong>${name}</strong> `
        : html`<a href="${base}/google/docs?email=${encodeURIComponent(email)}">${name}</a> `,
    )}</nav>
<ul class="cards">${files.map((file) => fileCard(base, file))}</ul>
<h2>Another document</h2>
<form method="post" action="${base}/google/docs/write" class="card">
<input type="hidden" name="email" value="${owner.email}">
<p><label for="name">Name</label><br><input id="name" name="name" maxlength="200" required></p>
<p><label for="text">Text</label><br><textarea id="text" name="text" rows="6" cols="60"></textarea></p>
<p><button class="main">Create</button></p>
</form>
<h2>Behavior</h2>
${behaviourForm(base, owner, behaviour)}
</main>`,
  )

const addressOf = ({ id }: FileRow): string => `https://docs.google.com/document/d/${id}/edit`

const fileCard = (base: string, file: FileRow): Html => {
  const marks = Object.entries(file.appProperties)
  return html`<li class="card">
<h3><a href="${base}/google/docs/${file.id}">${file.name}</a>${file.mimeType === documentType ? null : html` <span class="pill wait">no document</span>`}${
    marks.length > 0 && html` <span class="pill wait">copy by Foyer</span>`
  }</h3>
<p><code>${addressOf(file)}</code></p>
<p class="quiet">Changed ${moment(new Date(file.modifiedAt))}, revision ${file.revision}, owner ${file.owner}</p>
<div class="actions">${button(`${base}/google/docs/${file.id}/delete`, 'Delete')}</div>
</li>`
}

const behaviourForm = (base: string, owner: Account, behaviour: DocsBehaviour): Html => {
  const names = ['none', ...Object.keys(refusals)]
  return html`<form method="post" action="${base}/google/docs/behave" class="card">
<input type="hidden" name="email" value="${owner.email}">
<p><label for="refusal">Refuse calls with</label><br><select id="refusal" name="refusal">${names.map(
    (name) => html`<option${name === behaviour.refusal && html` selected`}>${name}</option>`,
  )}</select></p>
<p><label for="calls">Only calls whose method and path hold</label><br><input id="calls" name="refusedCalls" value="${behaviour.refusedCalls}" placeholder="/copy"></p>
<p><label for="listed">A new file is found by a search after seconds</label><br><input id="listed" name="listedAfterSeconds" type="number" min="0" value="${behaviour.listedAfterSeconds}"></p>
<p><label for="most">Largest export, bytes</label><br><input id="most" name="exportMostBytes" type="number" min="1" value="${behaviour.exportMostBytes}"></p>
<p><button class="main">Save</button></p>
</form>`
}

/** One document, to be written at. */
export const documentPage = (base: string, row: FileRow): string =>
  page(
    base,
    `${row.name} · Google Docs · Sandbox`,
    html`<main class="prose">
<p><a href="${base}/google/docs?email=${encodeURIComponent(row.owner)}">Documents of ${row.owner}</a></p>
<h1>${row.name}</h1>
<p><label for="address">Address</label><br><input id="address" readonly size="60" value="${addressOf(row)}"></p>
<form method="post" action="${base}/google/docs/${row.id}/edit" class="card">
<p><label for="name">Name</label><br><input id="name" name="name" value="${row.name}" maxlength="200" required></p>
<p><label for="text">Text</label><br><textarea id="text" name="text" rows="22" cols="80" spellcheck="false">${writtenTabs(row.tabs)}</textarea></p>
<p class="quiet">A line is a paragraph. <code># </code> begins a heading, <code>**bold**</code>, <code>*italic*</code>, <code>| a | b |</code> a table, <code>---</code> a new page, <code>header: </code>, <code>footer: </code>, <code>tab: </code>, <code>drawing: </code>, <code>+[proposed]</code>, <code>-[proposed away]</code>.</p>
<p><label for="shared">Shared with (addresses, as readers)</label><br><input id="shared" name="sharedWith" size="60" value="${row.sharedWith.join(' ')}"></p>
<p><label><input type="checkbox" name="isLocked" value="on"${row.isLocked && html` checked`}> Readers may not copy or export it</label></p>
<p><button class="main">Save</button></p>
</form>
<div class="actions">${button(`${base}/google/docs/${row.id}/as-sheet`, 'Turn into a spreadsheet')}${button(`${base}/google/docs/${row.id}/delete`, 'Delete')}</div>
</main>`,
  )
