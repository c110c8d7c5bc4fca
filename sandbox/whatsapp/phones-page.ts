import { type Html, html, page } from '../html.ts'

/** Our own rules beside those of every page of the sandbox. */
export const ownLooks = (base: string): Html => html`<link rel="stylesheet" href="${base}/whatsapp/whatsapp.css">`

const check = (id: string, label: string): Html => html`<p><label><input type="checkbox" id="${id}"> ${label}</label></p>`

export const phonesPage = (base: string): string =>
  page(
    base,
    'Phones · Sandbox',
    html`${ownLooks(base)}<main class="phones" data-base="${base}/whatsapp">
<h1 class="hidden">Customer phones</h1>
<section class="people" aria-label="Phones">
<h2>Phones</h2>
<p class="business" id="which" hidden><label for="business">Business</label> <select id="business"></select></p>
<p class="notice" id="not-connected" hidden>WhatsApp is not connected yet. In Foyer: Settings → Connections → WhatsApp → Use the sandbox. This page then updates automatically.</p>
<ul id="people"></ul>
<details><summary>Add a phone</summary><form id="new-phone" class="fields">
<p class="wide"><label for="new-name">Name</label><input id="new-name" name="name" required maxlength="100" autocomplete="off"></p>
<p class="wide"><label for="new-number">Number</label><input id="new-number" name="number" inputmode="tel" placeholder="+1 650 555 0100" autocomplete="off"></p>
<p class="wide"><label for="new-username">Username</label><input id="new-username" name="username" maxlength="35" autocomplete="off"></p>
<p class="wide"><label><input type="checkbox" name="hidesNumber"> Hide the number, show the username</label></p>
<p class="wide"><button class="main">Add phone</button></p>
</form></details>
<details><summary>Load test</summary>
<p class="quiet">One webhook with two entries of two changes of three messages each:</p>
<p><button type="button" id="batch">Send a batch of 12</button></p>
<form id="burst" class="actions"><label for="burst-count">Webhooks of one message each</label><input id="burst-count" type="number" min="1" max="2000" value="50"><button>Send</button></form>
</details>
</section>
<section class="chat" id="chat" aria-label="Chat" hidden>
<div class="who"><a class="back" href="#">All phones</a><div><h2 id="name"></h2><p class="quiet" id="about"></p></div></div>
<details class="settings"><summary>This phone</summary>
<div class="fields">
${check('is-online', 'Online')}
${check('is-blocking', 'Blocks the business')}
${check('hides-number', 'Hide the number, show the username')}
</div>
<form id="change-number" class="actions"><label for="number">New number</label><input id="number" inputmode="tel" placeholder="+1 650 555 0101" required autocomplete="off"><button>Change the number</button></form>
<p class="actions"><button type="button" id="a-day">Advance a day</button> <span class="quiet">for WhatsApp, which rejects free text after 24 hours. Foyer uses the time of the message: choose it below.</span></p>
</details>
<div id="messages" role="log" aria-label="Messages" tabindex="0"></div>
<p id="window" class="quiet"></p>
<p id="trouble" class="notice bad" role="alert" hidden></p>
<form id="write">
<p id="replying" hidden><span id="replied"></span> <button type="button" id="no-reply">Cancel reply</button></p>
<p class="line"><label class="hidden" for="text">Message</label><textarea id="text" rows="1" placeholder="Message" autocomplete="off"></textarea><button class="main">Send</button></p>
<p class="line more"><label for="kind">As</label><select id="kind">
<option value="text">Text</option><option value="image">Picture</option><option value="document">Document</option><option value="location">Place</option><option value="contacts">Contact card</option><option value="unsupported">Unsupported</option></select>
<label for="age">written</label><select id="age"><option value="0">now</option><option value="3600">an hour ago</option><option value="86280">23 h 58 min ago</option><option value="90000">25 hours ago</option></select></p>
</form>
</section>
<p class="quiet choose" id="choose">Select a phone.</p>
</main>
<noscript><p class="prose">This page needs JavaScript. Its data is at ${base}/whatsapp/api/state as JSON.</p></noscript>`,
    { script: 'whatsapp/phones.js' },
  )
