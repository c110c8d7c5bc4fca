const page = (base: string, title: string, body: string, script = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/sandbox.css">${script && `\n<script src="${base}/${script}" defer></script>`}
</head>
<body>
<header><a class="home" href="${base}/">Sandbox</a><nav><a href="${base}/mailbox">Mailbox</a><a href="/">Foyer</a></nav></header>
${body}
</body>
</html>
`

export const homePage = (base: string, mails: number): string =>
  page(
    base,
    'Sandbox',
    `<main class="prose">
<h1>The sandbox</h1>
<p>Here the outside world is played, so that Foyer can be tried without an account anywhere. Nothing leaves this machine.</p>
<table>
<thead><tr><th scope="col">What</th><th scope="col">Instead of</th><th scope="col">Where</th></tr></thead>
<tbody>
<tr><td>Mail</td><td>Resend, or a mail server of yours (SMTP)</td><td><a href="${base}/mailbox">Mailbox</a>: ${mails === 1 ? 'one mail' : `${mails} mails`}</td></tr>
</tbody>
</table>
<h2>For programs</h2>
<p><code>GET ${base}/mail?to=somebody@example.com</code> answers the mails of an address as JSON, newest first; without <code>to</code> all of them.
<code>DELETE ${base}/mail</code> empties the mailbox. <code>npx foyer sandbox mail --to somebody@example.com</code> prints the same, one mail a line.</p>
<p>Resend’s API is played at <code>${base}/resend</code> (<code>POST /emails</code>, <code>GET /emails/:id</code>), with any key that begins with <code>re_</code>.</p>
<h2>For real mail</h2>
<p>Set <code>SMTP_URL</code> or <code>RESEND_API_KEY</code> and start Foyer again.</p>
</main>`,
  )

export const mailboxPage = (base: string): string =>
  page(
    base,
    'Mailbox · Sandbox',
    `<main class="mailbox" data-base="${base}">
<section class="list" aria-label="Mails">
<form class="tools" role="search"><label class="hidden" for="to">To</label><input id="to" type="search" placeholder="Address" autocomplete="off" spellcheck="false"><button type="button" id="empty">Empty</button></form>
<p id="none" hidden>No mail yet. What Foyer sends comes here within a second or two.</p>
<ul id="mails"></ul>
</section>
<section class="mail" aria-live="polite" aria-label="Mail" id="mail"><p class="quiet">Choose a mail.</p></section>
</main>
<noscript><p class="prose">This page needs JavaScript; <a href="${base}/mail">the same as JSON</a> does not.</p></noscript>`,
    'mailbox.js',
  )
