import { button, type Html, html, moment, page } from '../html.ts'
import type { Refused } from './refusals.ts'
import { type Account, accounts, type Behaviour, type Grant, type Wish } from './rows.ts'

/** What a scope lets an app do, as its page would say it. */
const scopeWords: Readonly<Record<string, string>> = {
  openid: 'Identify you',
  email: 'See your email address',
  profile: 'See your name and picture',
  'https://www.googleapis.com/auth/userinfo.email': 'See your email address',
  'https://www.googleapis.com/auth/userinfo.profile': 'See your name and picture',
  'https://www.googleapis.com/auth/gmail.send': 'Send mail as you',
  'https://www.googleapis.com/auth/gmail.modify': 'Read, write and send your mail',
  'https://www.googleapis.com/auth/calendar.events': 'See and change the events of your calendars',
  'https://www.googleapis.com/auth/calendar.readonly': 'See your calendars',
  'https://www.googleapis.com/auth/documents': 'See and change your documents',
  'https://www.googleapis.com/auth/drive': 'See and change your files',
  'https://www.googleapis.com/auth/business.manage': 'See and change your business listings',
}
/** Identity scopes are part of every consent. */
const alwaysGiven = ['openid', 'email', 'profile']

const consentPolicyNote = 'This is a simulation: no real sign-in, and no data leaves this machine.'

/** Google's consent screen: an account, what the app wants, yes or no. Whatever is decided is decided by its POST. */
export const consentPage = (base: string, wish: Wish, query: Readonly<Record<string, unknown>>): string => {
  const hinted = accounts.find(({ id, email }) => id === wish.loginHint || email === wish.loginHint)
  const chosen = hinted ?? accounts[0]
  const kept = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return page(
    base,
    'Sign in with Google · Sandbox',
    html`<main class="prose">
<p class="notice">${consentPolicyNote}</p>
<h1>Sign in with Google</h1>
<p><strong>${nameOf(wish.clientId)}</strong> wants to use a Google account. Afterwards you go back to <strong>${new URL(wish.redirectUri).host}</strong>.</p>
<form method="post" action="auth" class="card">
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}
<fieldset><legend>Choose an account</legend>
${accounts.map((account) => choice('radio', 'account', account.id, `${account.name} · ${account.email}`, account === chosen))}
</fieldset>
<fieldset><legend>Permissions</legend>
${wish.scopes.map((scope) =>
  alwaysGiven.includes(scope)
    ? html`<p>${scopeWords[scope]}</p>`
    : choice('checkbox', 'granted[]', scope, scopeWords[scope] ?? scope, true),
)}
</fieldset>
<p class="actions"><button class="main" name="answer" value="allow">Allow</button><button name="answer" value="deny">Deny</button></p>
</form>
</main>`,
    { bare: true },
  )
}

const choice = (type: 'radio' | 'checkbox', name: string, value: string, label: string, isOn: boolean): Html =>
  html`<p><label><input type="${type}" name="${name}" value="${value}"${isOn && html` checked`}> ${label}</label></p>`

/** What was ticked, and what goes with every consent. */
export const grantedOf = (wish: Wish, ticked: unknown): readonly string[] => {
  const values = Array.isArray(ticked) ? ticked : [ticked]
  return wish.scopes.filter((scope) => alwaysGiven.includes(scope) || values.includes(scope))
}

/** What Google shows in place of its consent screen when an app asks for something that cannot be. */
export const blockedPage = (base: string, refused: Refused): string =>
  page(
    base,
    'Access blocked · Sandbox',
    html`<main class="prose">
<p class="notice">${consentPolicyNote}</p>
<h1>Access blocked: the app sent an invalid request</h1>
<p>${refused.message}</p>
<p><strong>Error ${refused.status}: ${refused.code}</strong></p>
</main>`,
    { bare: true },
  )

/** For people who look after the double: every consent, and what may befall it. */
export const grantsPage = (
  base: string,
  grants: readonly Grant[],
  behaviour: Behaviour,
  at: { readonly now: Date; readonly path: string },
): string =>
  page(
    base,
    'Google · Sandbox',
    html`<main class="prose">
<h1>Google: consents</h1>
<p>Consents given on the simulated page, newest first. Expire, rotate or revoke them here.</p>
${
  grants.length === 0
    ? html`<p class="card">No consents yet. In Foyer, go to Settings → Connections and connect Google.</p>`
    : html`<ul class="cards">${grants.map((grant) => grantCard(grant, at))}</ul>`
}
<h2>Behavior</h2>
<form method="post" action="${at.path}/behaviour" class="card">
<p><label for="seconds">Access token lifetime (seconds)</label><br><input id="seconds" name="accessTokenSeconds" type="number" min="1" max="86400" required value="${behaviour.accessTokenSeconds}"></p>
${choice('checkbox', 'rotates', 'on', 'Each refresh issues a new refresh token and invalidates the old one', behaviour.rotates)}
${choice('checkbox', 'reuseEndsGrant', 'on', 'Reusing an old refresh token revokes the whole consent', behaviour.reuseEndsGrant)}
<p><button class="main">Save</button></p>
</form>
</main>`,
  )

const grantCard = (grant: Grant, at: { readonly now: Date; readonly path: string }): Html => {
  const account = accounts.find(({ id }) => id === grant.accountId) as Account
  const access = grant.accessTokens.find(({ expiresAt }) => expiresAt > at.now.getTime())
  const isOver = grant.endedAt !== null
  return html`<li class="card">
<h2>${account.email} <span class="quiet">for ${nameOf(grant.clientId)}</span></h2>
<p><span class="pill ${isOver ? 'bad' : access ? 'good' : 'wait'}">${isOver ? 'ended' : access ? 'access token valid' : 'access token expired'}</span></p>
<p>Allowed ${moment(new Date(grant.begunAt))}; refreshed ${grant.refreshes === 1 ? 'once' : `${grant.refreshes} times`}.
${isOver ? html`Ended ${moment(new Date(grant.endedAt as number))}: ${grant.ending}.` : access ? html`The access token is valid until ${moment(new Date(access.expiresAt))}.` : null}</p>
<details><summary>${grant.scopes.length} scopes</summary><ul>${grant.scopes.map((scope) => html`<li>${scope}</li>`)}</ul></details>
${
  isOver
    ? null
    : html`<div class="actions">${button(`${at.path}/grants/${grant.id}/expire`, 'Expire now')}${
        grant.refreshToken === null ? null : button(`${at.path}/grants/${grant.id}/rotate`, 'Rotate silently')
      }${button(`${at.path}/grants/${grant.id}/take-back`, 'Revoke')}</div>`
}
</li>`
}

const nameOf = (clientId: string): string => clientId.replace(/\.apps\.googleusercontent\.com$/, '')
