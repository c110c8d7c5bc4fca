import { appNameOf } from '../app-names.ts'
import type { Behaviour, Grant } from '../google/rows.ts'
import { button, type Html, html, moment, page } from '../html.ts'
import { type ConsentVendor, consentAccounts } from './consent-vendors.ts'

const note = 'This is a simulation: no real sign-in, and no data leaves this machine.'

/** A CRM's page of consent: an account, what the app wants, yes or no. */
export const consentPage = (
  base: string,
  vendor: ConsentVendor,
  wish: { readonly clientId: string; readonly redirectUri: string; readonly scopes: readonly string[] },
  query: Readonly<Record<string, unknown>>,
): string => {
  const sent = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return page(
    base,
    `${vendor.title} · Sandbox`,
    html`<main class="prose">
<p class="notice">${note}</p>
<h1>Connect an app to ${vendor.title}</h1>
<p><strong>${appNameOf(wish.clientId)}</strong> wants to use an account. Afterwards you go back to <strong>${new URL(wish.redirectUri).host}</strong>.</p>
<form method="post" action="${vendor.authorizePath.split('/').at(-1)}" class="card">
${sent.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}
<fieldset><legend>Choose an account</legend>
${consentAccounts.map(
  ({ id, name }, at) =>
    html`<p><label><input type="radio" name="account" value="${id}"${at === 0 && html` checked`}> ${name} · ${id}@sandbox.example</label></p>`,
)}
</fieldset>
${wish.scopes.length > 0 && html`<details><summary>${wish.scopes.length} permissions</summary><ul>${wish.scopes.map((scope) => html`<li>${scope}</li>`)}</ul></details>`}
<p class="actions"><button class="main" name="answer" value="allow">Connect app</button><button name="answer" value="deny">Decline</button></p>
</form>
</main>`,
    { bare: true },
  )
}

/** What stands in its place when an app asks for something that cannot be. */
export const refusedPage = (base: string, vendor: ConsentVendor, reason: string): string =>
  page(
    base,
    `${vendor.title} · Sandbox`,
    html`<main class="prose">
<p class="notice">${note}</p>
<h1>The app sent an invalid request</h1>
<p>${reason}</p>
</main>`,
    { bare: true },
  )

/** For people who look after the simulator: every consent, and what can happen to it. */
export const consentsPage = (
  base: string,
  vendor: ConsentVendor,
  grants: readonly Grant[],
  at: { readonly behaviour: Behaviour; readonly now: Date; readonly path: string },
): string =>
  page(
    base,
    `${vendor.title}: consents · Sandbox`,
    html`<main class="prose">
<h1>${vendor.title}: consents</h1>
<p>Consents given on the simulated page, newest first. Expire, rotate or revoke them here.</p>
${
  grants.length === 0
    ? html`<p class="card">No consents yet.</p>`
    : html`<ul class="cards">${grants.map((grant) => grantCard(grant, at))}</ul>`
}
<h2>Behavior</h2>
<form method="post" action="${at.path}/consents/behaviour" class="card">
<p><label for="seconds">Access token lifetime (seconds)</label><br><input id="seconds" name="accessTokenSeconds" type="number" min="1" max="86400" required value="${at.behaviour.accessTokenSeconds}"></p>
${choice('rotates', 'Each refresh issues a new refresh token and invalidates the old one', at.behaviour.rotates)}
${choice('reuseEndsGrant', 'Reusing an old refresh token revokes the whole consent', at.behaviour.reuseEndsGrant)}
<p><button class="main">Save</button></p>
</form>
</main>`,
  )

const choice = (name: string, label: string, isOn: boolean): Html =>
  html`<p><label><input type="checkbox" name="${name}" value="on"${isOn && html` checked`}> ${label}</label></p>`

const grantCard = (grant: Grant, at: { readonly now: Date; readonly path: string }): Html => {
  const account = consentAccounts.find(({ id }) => id === grant.accountId)
  const access = grant.accessTokens.find(({ expiresAt }) => expiresAt > at.now.getTime())
  const isOver = grant.endedAt !== null
  const deeds = `${at.path}/consents/${grant.id}`
  return html`<li class="card">
<h2>${account?.name} <span class="quiet">for ${appNameOf(grant.clientId)}</span></h2>
<p><span class="pill ${isOver ? 'bad' : access ? 'good' : 'wait'}">${isOver ? 'ended' : access ? 'access token valid' : 'access token expired'}</span></p>
<p>Allowed ${moment(new Date(grant.begunAt))}; refreshed ${grant.refreshes === 1 ? 'once' : `${grant.refreshes} times`}.
${isOver ? html`Ended ${moment(new Date(grant.endedAt as number))}: ${grant.ending}.` : access ? html`The access token is valid until ${moment(new Date(access.expiresAt))}.` : null}</p>
${
  isOver
    ? null
    : html`<div class="actions">${button(`${deeds}/expire`, 'Expire now')}${button(`${deeds}/rotate`, 'Rotate silently')}${button(`${deeds}/take-back`, 'Revoke')}</div>`
}
</li>`
}
