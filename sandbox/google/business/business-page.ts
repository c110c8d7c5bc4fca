import { button, type Html, html, moment, page } from '../../html.ts'
import { type Account, accounts } from '../rows.ts'
import {
  type BusinessAccountRow,
  type BusinessBehaviour,
  type LocationRow,
  type ReviewRow,
  refusals,
  replyStates,
} from './rows.ts'

interface Owned {
  readonly account: BusinessAccountRow
  readonly locations: readonly LocationRow[]
}

/** The accounts and locations of one person. */
export const businessPage = (
  base: string,
  {
    owner,
    owned,
    behaviour,
  }: { readonly owner: Account; readonly owned: readonly Owned[]; readonly behaviour: BusinessBehaviour },
): string =>
  page(
    base,
    'Google Business Profile · Sandbox',
    html`<main class="prose">
<h1>Google Business Profile</h1>
<p>Locations of ${owner.name}. Open one to review it as a customer.</p>
<nav aria-label="Accounts">${accounts.map(({ email, name }) =>
      email === owner.email
        ? html`<strong>${name}</strong> `
        : html`<a href="${base}/google/business?email=${encodeURIComponent(email)}">${name}</a> `,
    )}</nav>
${owned.length === 0 ? html`<p class="card">This person manages no business.</p>` : html`<ul class="cards">${owned.map((each) => accountCard(base, each))}</ul>`}
<h2>Another account</h2>
<form method="post" action="${base}/google/business/accounts/write" class="card">
<input type="hidden" name="email" value="${owner.email}">
<p><label for="name">Name</label><br><input id="name" name="name" maxlength="200" required></p>
<p><label for="type">Type</label><br><select id="type" name="type">${choices(['PERSONAL', 'LOCATION_GROUP'], 'PERSONAL')}</select></p>
<p><button class="main">Create</button></p>
</form>
<h2>Behavior</h2>
${behaviourForm(base, owner, behaviour)}
</main>`,
  )

const accountCard = (base: string, { account, locations }: Owned): Html =>
  html`<li class="card">
<h3>${account.name}${account.isGone && html` <span class="pill wait">closed</span>`}</h3>
<p class="quiet"><code>accounts/${account.id}</code>, ${account.type}</p>
<ul>${locations.map(
    (location) =>
      html`<li><a href="${base}/google/business/locations/${location.id}">${location.title}</a>${!location.isVerified && html` <span class="pill wait">not verified</span>`}</li>`,
  )}</ul>
<form method="post" action="${base}/google/business/accounts/${account.id}/locations">
<p><label for="title-${account.id}">Another location</label><br><input id="title-${account.id}" name="title" maxlength="200" required> <button>Create</button></p>
</form>
<div class="actions">${button(`${base}/google/business/accounts/${account.id}/close`, account.isGone ? 'Open the account again' : 'Close the account')}</div>
</li>`

const choices = (names: readonly string[], chosen: string): readonly Html[] =>
  names.map((name) => html`<option${name === chosen && html` selected`}>${name}</option>`)

const behaviourForm = (base: string, owner: Account, behaviour: BusinessBehaviour): Html =>
  html`<form method="post" action="${base}/google/business/behave" class="card">
<input type="hidden" name="email" value="${owner.email}">
<p><label for="refusal">Refuse calls with</label><br><select id="refusal" name="refusal">${choices(['none', ...Object.keys(refusals)], behaviour.refusal)}</select></p>
<p><label for="calls">Only calls whose method and path hold</label><br><input id="calls" name="refusedCalls" value="${behaviour.refusedCalls}" placeholder="/reviews"></p>
<p><label for="size">Reviews a page, at most</label><br><input id="size" name="pageSize" type="number" min="1" max="50" value="${behaviour.pageSize}"></p>
<p><label for="out">Reviews that are counted and not listed</label><br><input id="out" name="leavesOut" type="number" min="0" value="${behaviour.leavesOut}"></p>
<p><label for="garbled">The review of this id comes without a time (<code>unnamed</code>: the newest, without an id as well)</label><br><input id="garbled" name="garbled" value="${behaviour.garbled}"></p>
<p><label for="replies">A new reply is</label><br><select id="replies" name="replies">${choices([...replyStates, 'none'], behaviour.replies)}</select></p>
<p><label for="edits">Replies a minute and location</label><br><input id="edits" name="editsAMinute" type="number" min="0" value="${behaviour.editsAMinute}"></p>
<p><button class="main">Save</button></p>
</form>`

/** One location, to be reviewed. */
export const locationPage = (base: string, location: LocationRow, reviews: readonly ReviewRow[]): string =>
  page(
    base,
    `${location.title} · Google reviews · Sandbox`,
    html`<main class="prose">
<p><a href="${base}/google/business">Google Business Profile</a></p>
<h1>${location.title}</h1>
<p class="quiet"><code>locations/${location.id}</code>, ${reviews.length} reviews</p>
<div class="actions">${button(`${base}/google/business/locations/${location.id}/verify`, location.isVerified ? 'Take the verification back' : 'Verify')}</div>
<form method="post" action="${base}/google/business/locations/${location.id}/share">
<p><label for="account">Also listed by the account (its number)</label><br><input id="account" name="accountId" maxlength="30" required> <button>Share</button></p>
</form>
<h2>Write a review</h2>
<form method="post" action="${base}/google/business/locations/${location.id}/write" class="card">
<p><label for="reviewer">Your name (empty: a Google user)</label><br><input id="reviewer" name="reviewer" maxlength="200"></p>
${reviewFields('new', 5, '')}
<p><button class="main">Post</button></p>
</form>
<h2>Reviews</h2>
<ul class="cards">${reviews.map((review) => reviewCard(base, review))}</ul>
</main>`,
  )

const reviewFields = (id: string, stars: number, comment: string): Html =>
  html`<p><label for="stars-${id}">Stars</label><br><select id="stars-${id}" name="stars">${choices(['5', '4', '3', '2', '1'], String(stars))}</select></p>
<p><label for="comment-${id}">Review</label><br><textarea id="comment-${id}" name="comment" rows="3" cols="50" maxlength="4096">${comment}</textarea></p>`

const reviewCard = (base: string, review: ReviewRow): Html => {
  const at = (deed: string) => `${base}/google/business/reviews/${review.id}/${deed}`
  const { reply } = review
  return html`<li class="card">
<h3>${review.reviewer ?? 'A Google user'} · ${'★'.repeat(review.stars)}</h3>
<p class="quiet">Posted ${moment(new Date(review.createdAt))}, changed ${moment(new Date(review.updatedAt))}</p>
<form method="post" action="${at('edit')}">
${reviewFields(review.id, review.stars, review.comment ?? '')}
<p><button class="main">Save the edit</button></p>
</form>
<div class="actions">${button(at('remove'), 'Remove')}</div>
${
  reply &&
  html`<p><strong>Reply by the owner</strong> <span class="pill">${reply.state ?? 'no state'}</span>${reply.violation && html` ${reply.violation}`}<br>${reply.comment}</p>
<div class="actions">${button(at('approve'), 'Approve the reply')}${button(at('reject'), 'Reject the reply')}</div>`
}
</li>`
}
