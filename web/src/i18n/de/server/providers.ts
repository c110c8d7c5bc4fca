/** German of what services are for, by the English text of the service. */
export default {
  'server/providers/abouts': {
    'Answers and writes drafts when Gemini and OpenAI are unavailable, or when a Claude model is chosen.':
      'Antwortet und schreibt Entwürfe, wenn Gemini und OpenAI nicht verfügbar sind oder ein Claude-Modell gewählt ist.',
    'Finds people at work, and their addresses for credits.': 'Findet Menschen in Unternehmen und gegen Credits ihre Adressen.',
    'Designs, their files, and brand templates.': 'Designs, ihre Dateien und Markenvorlagen.',
    'Answers with models of your own, on any server that speaks chat completions: vLLM, Ollama, llama.cpp, LM Studio.':
      'Antwortet mit eigenen Modellen auf jedem Server, der Chat Completions spricht: vLLM, Ollama, llama.cpp, LM Studio.',
    'Writes requirements documents and enriches companies.':
      'Schreibt Anforderungsdokumente und ergänzt Angaben zu Unternehmen.',
    'Email and calendars of your team, Google Docs as templates, rows in Google Sheets, and the reviews of your business.':
      'E-Mails und Kalender Ihres Teams, Google Docs als Vorlagen, Zeilen in Google Sheets und die Bewertungen Ihres Unternehmens.',
    'Contacts, companies and deals.': 'Kontakte, Unternehmen und Deals.',
    'Email and calendars of your team at any server that speaks IMAP, SMTP and CalDAV.':
      'E-Mails und Kalender Ihres Teams auf jedem Server, der IMAP, SMTP und CalDAV spricht.',
    'Leads of ads on Facebook and Instagram.': 'Leads aus Anzeigen auf Facebook und Instagram.',
    'Writes drafts when Gemini is unavailable. The operator can set any compatible server (OPENAI_API_BASE).':
      'Schreibt Entwürfe, wenn Gemini nicht verfügbar ist. Der Betreiber kann jeden kompatiblen Server einstellen (OPENAI_API_BASE).',
    'People, organizations and deals.': 'Personen, Organisationen und Deals.',
    'Collects payments in Indian rupees.': 'Nimmt Zahlungen in indischen Rupien an.',
    'Sends email over an HTTP API.': 'Sendet E-Mails über eine HTTP-API.',
    'Contacts, accounts and opportunities.': 'Kontakte, Accounts und Opportunities.',
    'Sends email through any mail server.': 'Sendet E-Mails über jeden Mailserver.',
    'Collects payments in every currency except the Indian rupee.':
      'Nimmt Zahlungen in jeder Währung außer der indischen Rupie an.',
    'Inbound and outbound phone calls in the browser.': 'Ein- und ausgehende Telefonate im Browser.',
    'Chat with customers on your WhatsApp Business number.': 'Unterhaltungen mit Kunden über Ihre WhatsApp-Business-Nummer.',
    'Contacts, accounts and deals.': 'Kontakte, Accounts und Deals.',
    'Tables of your team: add a row when something happens here.':
      'Tabellen Ihres Teams: Fügen Sie eine Zeile hinzu, wenn hier etwas geschieht.',
    'Tasks of your team: add one when something happens here.':
      'Aufgaben Ihres Teams: Fügen Sie eine hinzu, wenn hier etwas geschieht.',
    'Issues in Jira: create one when something happens here.':
      'Vorgänge in Jira: Legen Sie einen an, wenn hier etwas geschieht.',
    'Files of your team.': 'Dateien Ihres Teams.',
    'Repositories: open an issue when something happens here.':
      'Repositorys: Eröffnen Sie ein Issue, wenn hier etwas geschieht.',
    'Issues of your team: create one when something happens here.':
      'Issues Ihres Teams: Legen Sie eines an, wenn hier etwas geschieht.',
    'Pages and databases of your team: add a page when something happens here.':
      'Seiten und Datenbanken Ihres Teams: Fügen Sie eine Seite hinzu, wenn hier etwas geschieht.',
    'The books of your company at Intuit.': 'Die Bücher Ihres Unternehmens bei Intuit.',
    'Customers and orders of your shop.': 'Kunden und Bestellungen Ihres Shops.',
    'Accounts of others at Stripe, for platforms. For payments of your own, connect Stripe with a key.':
      'Konten anderer bei Stripe, für Plattformen. Für eigene Zahlungen verbinden Sie Stripe mit einem Schlüssel.',
    'The books of your company at Xero.': 'Die Bücher Ihres Unternehmens bei Xero.',
    'Envelopes of your company at DocuSign.': 'Umschläge Ihres Unternehmens bei DocuSign.',
    'Channels of your team: post a message when something happens here.':
      'Kanäle Ihres Teams: Posten Sie eine Nachricht, wenn hier etwas geschieht.',
    'The account of your team at Microsoft.': 'Das Konto Ihres Teams bei Microsoft.',
    'The account of your team at Zoom.': 'Das Konto Ihres Teams bei Zoom.',
    'The workspace of your team at Intercom.': 'Der Workspace Ihres Teams bei Intercom.',
    'Event types and meetings at Calendly.': 'Terminarten und Termine bei Calendly.',
    'Your account at LinkedIn.': 'Ihr Konto bei LinkedIn.',
    'Audiences and campaigns at Mailchimp.': 'Zielgruppen und Kampagnen bei Mailchimp.',
    'Forms and their answers.': 'Formulare und ihre Antworten.',
  },
}
