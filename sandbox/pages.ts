import { type Dial, faults as kinds, type OwnFaults } from './faults.ts'
import { button, type Html, html, moment, page } from './html.ts'
import type { RunningSimulator, Simulator } from './simulators.ts'
import type { Delivery } from './webhooks.ts'

export const homePage = (base: string, running: readonly RunningSimulator[], smtpPort: number | null): string => {
  const ofCatalogue = running.filter(({ simulator }) => simulator.isOfCatalogue)
  return page(
    base,
    'Sandbox',
    html`<main class="prose">
<h1>The sandbox</h1>
<p>Simulators of the providers, for trying Foyer without any account. No data leaves this machine, and no money is real.</p>
<ul class="cards">${running.filter(({ simulator }) => !simulator.isOfCatalogue).map((each) => card(base, each))}</ul>
${
  ofCatalogue.length > 0 &&
  html`<h2>Services</h2>
<p>Each with its page of consent, tokens, and what it can do. Connect one in Foyer, in Settings → Connections.</p>
<ul>${ofCatalogue.map((each) => shortCard(base, each))}</ul>`
}
<h2>For programs</h2>
<p><code>GET ${base}/mail?to=maya@example.com</code> returns the emails to an address as JSON, newest first; without <code>to</code>, all of them.
<code>DELETE ${base}/mail</code> empties the mailbox. <code>npx foyer sandbox mail --to maya@example.com</code> prints the same, one email per line.</p>
<p>Each provider is simulated under <code>${base}/&lt;its name&gt;</code>, with its own paths. <code>npx foyer sandbox</code> runs all simulators on their own port, where the
official SDKs only need a different host: <code>new Stripe('sk_test_any', { host: '127.0.0.1', port: 4000, protocol: 'http' })</code>. <code>PUT ${base}/faults/&lt;its name&gt;</code> makes one fail, <code>GET ${base}/webhooks</code> lists what was sent.</p>
<p>${
      smtpPort === null
        ? html`<code>npx foyer sandbox --smtp-port 2525</code> also simulates a mail server for SMTP clients.`
        : html`A mail server listens on port <code>${smtpPort}</code> (SMTP without TLS, any user and password): its emails are in the mailbox.`
    }</p>
<h2>Going live</h2>
<p>Mail: set <code>SMTP_URL</code> or <code>RESEND_API_KEY</code> and restart Foyer. Everything else: connect your accounts in Foyer, in Settings → Connections.</p>
</main>`,
  )
}

const shortCard = (base: string, { simulator: { slug, title, pages = [] }, context }: RunningSimulator): Html =>
  html`<li><strong>${title}</strong> · <code>${base}/${slug}</code> · ${pages.map(({ path, title: name }) => html`<a href="${base}/${slug}${path}">${name}</a> · `)}<a href="${base}/faults#${slug}">Faults</a>${isTurned(context.faults.dial()) && html` · faults are on`}</li>`

const card = (base: string, { simulator, context }: RunningSimulator): Html => {
  const counts = Object.entries(simulator.counts?.(context) ?? {})
  const deliveries = context.webhooks.list().length
  return html`<li class="card">
<h2>${simulator.title}</h2>
<p class="quiet">Simulates ${simulator.instead}, at <code>${base}/${simulator.slug}</code></p>
<p>${simulator.about}</p>
${counts.length > 0 && html`<p class="quiet">${counts.map(([name, count], at) => html`${at > 0 && ' · '}${count} ${count === 1 ? name.replace(/s$/, '') : name}`)}</p>`}
<p class="links">${(simulator.pages ?? []).map(({ path, title }) => html`<a href="${base}/${path.startsWith('../') ? path.slice(3) : `${simulator.slug}${path}`}">${title}</a>`)}${simulator.sign && html`<a href="${base}/webhooks?of=${simulator.slug}">Webhooks sent: ${deliveries}</a>`}<a href="${base}/faults#${simulator.slug}">Faults</a></p>
${isTurned(context.faults.dial()) && html`<p class="notice">Faults are on: ${told(context.faults.dial())}</p>`}
</li>`
}

const isTurned = ({ kind, latencyMs, webhooks }: Dial): boolean =>
  kind !== 'none' || latencyMs > 0 || webhooks.copies > 1 || webhooks.delayMs > 0 || webhooks.shuffle || webhooks.drop > 0

const told = (dial: Dial): string =>
  [
    dial.kind !== 'none' && `${dial.kind}, for ${Math.round(dial.share * 100)} % of requests`,
    dial.latencyMs > 0 && `${dial.latencyMs} ms late`,
    dial.bytes !== undefined && `at ${dial.bytes} bytes`,
    dial.pauseMs !== undefined && `pauses of ${dial.pauseMs} ms`,
    dial.webhooks.copies > 1 && `webhooks sent ${dial.webhooks.copies} times`,
    dial.webhooks.delayMs > 0 && `webhooks ${dial.webhooks.delayMs} ms late`,
    dial.webhooks.shuffle && 'webhooks out of order',
    dial.webhooks.drop > 0 && `${Math.round(dial.webhooks.drop * 100)} % of webhooks dropped`,
  ]
    .filter(Boolean)
    .join('; ')

export const mailboxPage = (base: string): string =>
  page(
    base,
    'Mailbox · Sandbox',
    html`<main class="mailbox" data-base="${base}">
<section class="list" aria-label="Emails">
<form class="tools" role="search"><label class="hidden" for="to">To</label><input id="to" type="search" placeholder="Address" autocomplete="off" spellcheck="false"><button type="button" id="empty">Empty</button></form>
<p id="none" hidden>No email yet. Emails from Foyer appear here within seconds.</p>
<ul id="mails"></ul>
</section>
<section class="mail" aria-live="polite" aria-label="Mail" id="mail"><p class="quiet">Select an email.</p></section>
</main>
<noscript><p class="prose">This page needs JavaScript. Its data is <a href="${base}/mail">available as JSON</a>.</p></noscript>`,
    { script: 'mailbox.js' },
  )

export const faultsPage = (base: string, running: readonly RunningSimulator[]): string =>
  page(
    base,
    'Faults · Sandbox',
    html`<main class="prose">
<h1>Faults</h1>
<p>Make a provider fail. Random faults depend on the seed: the same seed and the same requests get the same faults, so a run is repeatable.
Pages for people, such as a checkout, keep working.</p>
${running.map((each) => dialForm(base, each))}
</main>`,
  )

/** What people try most, at one press. */
const presets: readonly {
  readonly label: string
  readonly form: Readonly<Record<string, string>>
  readonly isOfWebhooks?: boolean
}[] = [
  { label: 'Slow: 5 s', form: { kind: 'slow', latencyMs: '5000' } },
  { label: 'Unreachable', form: { kind: 'refused' } },
  { label: 'Down: 503', form: { kind: 'error_503' } },
  { label: 'Rate limited: 429', form: { kind: 'rate_limited' } },
  { label: 'Lose every third response', form: { kind: 'lost', percent: '33' } },
  { label: 'HTML instead of JSON', form: { kind: 'html' } },
  { label: 'Webhooks twice', form: { copies: '2' }, isOfWebhooks: true },
  { label: 'Webhooks out of order', form: { shuffle: 'yes' }, isOfWebhooks: true },
  { label: 'No webhooks', form: { dropPercent: '100' }, isOfWebhooks: true },
]

const dialForm = (base: string, { simulator, context }: RunningSimulator): Html => {
  const dial = context.faults.dial()
  const action = `${base}/faults/${simulator.slug}`
  const offered = presets.filter(({ isOfWebhooks }) => !isOfWebhooks || simulator.sign)
  return html`<section class="card" id="${simulator.slug}" aria-labelledby="${simulator.slug}-title">
<h2 id="${simulator.slug}-title">${simulator.title} ${isTurned(dial) ? html`<span class="pill wait">faults on</span>` : html`<span class="pill good">no faults</span>`}</h2>
${isTurned(dial) && html`<p>${told(dial)}. Requests affected: ${context.faults.hits}.</p>`}
<div class="actions">${isTurned(dial) && button(action, 'Turn faults off', {}, 'main')}${offered.map(({ label, form }) => button(action, label, form))}</div>
<details${isTurned(dial) && html` open`}><summary>Advanced</summary>${preciseForm(action, simulator, dial)}</details>
</section>`
}

const preciseForm = (action: string, { slug, sign, ownFaults }: Simulator, dial: Dial): Html => {
  const all: OwnFaults = { ...kinds, ...ownFaults }
  const id = (name: string): string => `${slug}-${name}`
  const field = (name: string, label: string, value: number | undefined, limits: string): Html =>
    html`<p><label for="${id(name)}">${label}</label><input id="${id(name)}" name="${name}" type="number" value="${value ?? ''}" ${limitsOf(limits)}></p>`
  return html`<form method="post" action="${action}" class="fields">
<p class="wide"><label for="${id('kind')}">Fault</label><select id="${id('kind')}" name="kind">${Object.entries(all).map(
    ([kind, says]) => html`<option value="${kind}"${kind === dial.kind && html` selected`}>${kind}: ${says}</option>`,
  )}</select></p>
${field('percent', 'Share of requests (%)', Math.round(dial.share * 100), '0 100')}
${field('times', 'At most (times)', dial.times, '0 1000000')}
${field('latencyMs', 'Delay (ms)', dial.latencyMs, '0 600000')}
${field('seed', 'Seed', dial.seed, '0 4294967295')}
${ownFaults?.breaks !== undefined && html`${field('bytes', 'Bytes of the stream', dial.bytes, '0 10000000')}${field('pauseMs', 'Pause (ms)', dial.pauseMs, '0 600000')}`}
<p class="wide"><label for="${id('only')}">Only requests whose method and path contain</label><input id="${id('only')}" name="only" value="${dial.only ?? ''}" placeholder="POST /v1/"></p>
${
  sign &&
  html`<fieldset class="wide"><legend>Webhooks</legend>
${field('copies', 'Copies', dial.webhooks.copies, '1 20')}
${field('delayMs', 'Delay (ms)', dial.webhooks.delayMs, '0 86400000')}
${field('dropPercent', 'Dropped (%)', Math.round(dial.webhooks.drop * 100), '0 100')}
<p><label><input name="shuffle" type="checkbox" value="yes"${dial.webhooks.shuffle && html` checked`}> Out of order</label></p></fieldset>`
}
<p class="wide"><button class="main">Apply</button></p>
</form>`
}

const limitsOf = (limits: string): Html => {
  const [least, most] = limits.split(' ')
  return html`min="${least}" max="${most}"`
}

/** The page's form as the API takes it; what is left empty is as it is by itself. */
export const dialOfForm = (body: unknown): unknown => {
  const form = Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).filter(([, value]) => typeof value === 'string' && value !== ''),
  ) as Record<string, string>
  const { percent, dropPercent, copies, delayMs, shuffle, ...rest } = form
  return {
    ...rest,
    ...(percent && { share: Number(percent) / 100 }),
    webhooks: {
      ...(copies && { copies }),
      ...(delayMs && { delayMs }),
      shuffle: shuffle === 'yes',
      ...(dropPercent && { drop: Number(dropPercent) / 100 }),
    },
  }
}

const shownDeliveries = 100

export const webhooksPage = (base: string, running: readonly RunningSimulator[], of: string | null): string => {
  const deliveries = running
    .filter(({ simulator }) => of === null || simulator.slug === of)
    .flatMap(({ simulator, context }) => context.webhooks.list().map((delivery) => ({ simulator, delivery })))
    .sort((a, b) => b.delivery.createdAt.localeCompare(a.delivery.createdAt))
  return page(
    base,
    'Webhooks · Sandbox',
    html`<main class="prose">
<h1>Webhooks</h1>
<p>Webhooks sent to registered endpoints, and their responses. A failed one is retried after a second, then five, thirty, two minutes
and ten: real providers take up to three days. ${of !== null && html`<a href="${base}/webhooks">All providers</a>`}</p>
${deliveries.length === 0 ? html`<p class="quiet">None yet.</p>` : html`<ol class="cards">${deliveries.slice(0, shownDeliveries).map(({ simulator, delivery }) => deliveryCard(base, simulator.slug, delivery))}</ol>`}
${deliveries.length > shownDeliveries && html`<p class="quiet">The newest ${shownDeliveries} of ${deliveries.length}. <a href="${base}/webhooks?of=${of ?? ''}">All of them as JSON</a>.</p>`}
</main>`,
  )
}

const states: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'waiting',
  delivered: 'taken',
  failed: 'failed',
  dropped: 'dropped by a fault',
}

const deliveryCard = (base: string, slug: string, delivery: Delivery): Html => html`<li class="card">
<h2><code>${delivery.type}</code> <span class="pill ${delivery.state}">${states[delivery.state]}</span></h2>
<p class="quiet">${slug} · ${moment(delivery.createdAt)} · <code>${delivery.messageId}</code> → <code>${delivery.url}</code></p>
${delivery.tries.length > 0 && html`<ol class="tries">${delivery.tries.map(({ at, ms, status, said }) => html`<li>${moment(at)} · ${ms} ms · ${status === null ? 'no response' : `status ${status}`}${said && html`: <code>${said}</code>`}</li>`)}</ol>`}
${delivery.nextTryAt && html`<p class="quiet">Next attempt: ${moment(delivery.nextTryAt)}</p>`}
<details><summary>Body</summary><pre tabindex="0">${pretty(delivery.body)}</pre></details>
${button(`${base}/webhooks/${slug}/${delivery.id}/again`, 'Resend')}
</li>`

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
