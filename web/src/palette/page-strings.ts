import { messages } from '#web/i18n/strings.ts'

/** Everyday words by which a page is looked for beside its name, by its address; in other languages some English ones, too. */
export const pageWords: Readonly<Partial<Record<string, string>>> = messages('palette/page-strings', {
  '/settings/profile':
    'password passwords two-factor 2FA authenticator passkey passkeys recovery codes sessions devices sign in login language time zone account my name',
  '/settings/notifications':
    'push sound sounds quiet hours do not disturb alerts reminders morning summary digest email notifications mute browser',
  '/settings/business':
    'logo bank IBAN account number BIC tax VAT GST number legal name company name address registration brand color currency time zone footer invoice numbers numbering prefix phone website letterhead holidays',
  '/settings/hours': 'holiday holidays vacation day off opening hours closed availability office hours weekend absence',
  '/settings/workspace':
    'default country video room meeting link rate limit quota demo data answer time response target organization',
  '/settings/members': 'team staff colleagues users people invite roles permissions owner admin remove teammate',
  '/settings/connections':
    'WhatsApp Stripe Razorpay Twilio Google Microsoft Outlook Meta Facebook HubSpot Pipedrive Salesforce Canva integrations apps accounts sandbox phone payment provider',
  '/settings/mailboxes': 'email account Gmail Outlook IMAP SMTP signature sender address calendar sync',
  '/settings/calls': 'telephone phone number Twilio countries dialing voice ringing',
  '/settings/website-chat': 'chat widget live chat website bubble snippet code embed',
  '/settings/event-types': 'booking page booking link appointment meeting length duration reminder Calendly',
  '/settings/templates': 'contract templates document templates placeholders Word PDF letter',
  '/settings/pipelines': 'stages sales process board columns chance probability',
  '/settings/fields': 'custom fields properties columns attributes',
  '/settings/tags': 'labels categories colors merge tags',
  '/settings/assignment': 'round robin distribution who gets leads rules rotation',
  '/settings/canned-replies': 'quick replies snippets saved answers shortcuts text blocks',
  '/settings/keys': 'API key token secret developer access',
  '/settings/bin': 'trash deleted recycle restore undelete',
  '/settings/ai': 'artificial intelligence OpenAI model budget tokens spending assistant',
  '/settings/outbox': 'sent emails failed emails delivery mail queue',
  '/settings/sealing': 'signature certificate electronic signature timestamp seal',
  '/settings/cleanup': 'retention delete old data privacy GDPR storage period',
  '/settings/activity': 'audit history who did what log changes',
  '/contacts/duplicates': 'merge contacts same person double entries',
})
