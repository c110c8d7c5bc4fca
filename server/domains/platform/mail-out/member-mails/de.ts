import { instantIn, type MemberMails, severalIn, titleOf } from './member-mail.ts'

const instant = instantIn('de')
const several = severalIn('de')

const roles = { owner: 'als Inhaber', admin: 'als Admin', member: 'als Mitglied' } as const
const changes = {
  password_changed: 'Ihr Passwort wurde geändert',
  totp_on: 'Zwei-Faktor-Codes wurden eingeschaltet',
  totp_off: 'Zwei-Faktor-Codes wurden ausgeschaltet',
  recovery_codes_renewed: 'Neue Wiederherstellungscodes wurden erstellt',
  recovery_code_used: 'Ein Wiederherstellungscode wurde zur Anmeldung benutzt',
  passkey_added: 'Ein Passkey wurde hinzugefügt',
  passkey_removed: 'Ein Passkey wurde entfernt',
} as const
const meetings = {
  requested: 'Terminanfrage',
  confirmed: 'Neuer Termin',
  moved: 'Termin verschoben',
  cancelled: 'Termin abgesagt',
  declined: 'Termin abgelehnt',
  handed: 'Termin mit neuem Gastgeber',
  unanswered: 'Terminanfrage nicht rechtzeitig beantwortet',
  released: 'Nicht mehr Ihr Termin',
} as const
const asks = {
  asked: (workflow: string) => `Der Workflow „${workflow}“ bittet um Ihre Antwort.`,
  reminded: (workflow: string) => `Der Workflow „${workflow}“ wartet noch auf Ihre Antwort.`,
  escalated: (workflow: string) => `Der Workflow „${workflow}“ hat noch keine Antwort und fragt deshalb Sie.`,
  delegated: (workflow: string) => `Ein Teammitglied hat Ihnen diesen Schritt des Workflows „${workflow}“ übertragen.`,
  passed: (workflow: string) =>
    `Das Mitglied, das der Workflow „${workflow}“ gefragt hatte, ist nicht mehr da. Deshalb fragt er die Admins.`,
} as const
const because = (organization: string): string =>
  `Sie erhalten diese E-Mail wegen Ihrer Mitteilungseinstellungen bei ${organization}.`
const buttonOf = (button: string, more: string): string =>
  more === '' ? button : `${button} (${several(more, 'weitere', 'weitere')})`

export const de: MemberMails = {
  orCopy: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
  invitation: ({ organization, inviter, role, days }) => ({
    subject: inviter ? `${inviter} lädt Sie zu ${organization} ein` : `Einladung zu ${organization}`,
    title: `${organization} beitreten`,
    paragraphs: [
      `${inviter || 'Ein Teammitglied'} lädt Sie ${roles[role]} zu ${organization} in Foyer ein.`,
      'Öffnen Sie den Link, um anzunehmen und ein Passwort zu wählen.',
    ],
    button: 'Einladung annehmen',
    footer: `Der Link gilt einmal und läuft nach ${several(days, 'Tag', 'Tagen')} ab. Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.`,
  }),
  'set-password': ({ organization, hours }) => ({
    subject: `Willkommen bei ${organization}`,
    title: `Willkommen bei ${organization}`,
    paragraphs: [
      `Sie sind jetzt Mitglied von ${organization} in Foyer.`,
      'Öffnen Sie den Link, um ein Passwort zu wählen. Wenn Sie mit dieser E-Mail-Adresse schon ein Konto haben, verwenden Sie dessen Passwort.',
    ],
    button: 'Foyer öffnen',
    footer: `Der Link gilt einmal und läuft nach ${several(hours, 'Stunde', 'Stunden')} ab. Ist er abgelaufen, bitten Sie Ihren Admin um einen neuen. Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.`,
  }),
  'reset-password': ({ hours }) => ({
    subject: 'Neues Passwort wählen',
    title: 'Neues Passwort wählen',
    paragraphs: ['Für Ihr Foyer-Konto wurde ein neues Passwort angefordert. Wenn Sie das waren, öffnen Sie den Link.'],
    button: 'Neues Passwort wählen',
    footer: `Der Link gilt einmal und läuft nach ${several(hours, 'Stunde', 'Stunden')} ab. Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren: Ihr Passwort bleibt unverändert.`,
  }),
  'security-notice': ({ what, at, where }) => ({
    subject: `Ihr Konto: ${changes[what]}`,
    title: changes[what],
    paragraphs: [`Das war am ${instant(at)}${where ? `, von ${where}` : ''}.`, 'Wenn Sie das waren, ist nichts zu tun.'],
    button: 'Konto prüfen',
    footer: 'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort und melden Sie alle anderen Sitzungen ab.',
  }),
  notices: ({ organization, only, isTest, count, more }) => {
    const title = only || several(count, 'Mitteilung', 'Mitteilungen')
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: isTest ? [`${only}, wie Sie sie in Ihren Einstellungen angefordert haben.`] : [],
      button: buttonOf(only ? 'In Foyer öffnen' : 'Mitteilungen ansehen', more),
      footer: because(organization),
      settings: 'Auswählen, was Sie per E-Mail erhalten',
    }
  },
  'notice-summary': ({ organization, count, more }) => {
    const title = `Ihre Morgenübersicht: ${several(count, 'Mitteilung', 'Mitteilungen')}`
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: ['Was seit Ihrer letzten Übersicht dazukam und noch ungelesen ist.'],
      button: buttonOf('Mitteilungen ansehen', more),
      footer: because(organization),
      settings: 'Auswählen, was in Ihrer Übersicht steht',
    }
  },
  'webhook-disabled': ({ url, reason, days, organization }) => ({
    subject: `Ein Webhook von ${organization} wurde ausgeschaltet`,
    title: 'Ein Webhook wurde ausgeschaltet',
    paragraphs: [
      `Foyer sendet keine Ereignisse von ${organization} mehr an ${url}: ${
        reason === 'gone'
          ? 'Der Endpunkt hat mit 410 (Gone) geantwortet und sich damit abgemeldet'
          : `Alle Zustellungen sind ${several(days, 'Tag', 'Tage')} lang fehlgeschlagen`
      }.`,
      'Verpasste Ereignisse sind gespeichert. Wenn der Empfänger wieder funktioniert, schalten Sie den Webhook ein und holen Sie sie nach.',
    ],
    button: 'Webhook öffnen',
    footer: `Sie erhalten diese E-Mail, weil Sie Inhaber oder Admin von ${organization} sind.`,
  }),
  'proposal-answered': ({ title, client, organization, answer, name, amount, reason }) => ({
    subject: `${client} hat „${title}“ ${answer === 'accepted' ? 'angenommen' : 'abgelehnt'}`,
    title: `${client} hat Ihr Angebot ${answer === 'accepted' ? 'angenommen' : 'abgelehnt'}`,
    paragraphs: [
      `„${title}“${amount ? `, insgesamt ${amount}` : ''}.`,
      name ? `Angenommen als: ${name}. Was angenommen wurde, ist als PDF angehängt.` : '',
      reason ? `In den Worten des Kunden: „${reason}“` : '',
    ],
    button: 'Angebot öffnen',
    footer: `Sie erhalten diese E-Mail, weil Sie dieses Angebot bei ${organization} erstellt haben. Den Namen und den zitierten Text hat der Kunde geschrieben.`,
  }),
  'human-step': ({ because: reason, heading, workflow, text, about, until, organization }) => ({
    subject: `${reason === 'reminded' ? 'Erinnerung' : 'Zu tun'}: ${heading}`,
    title: heading,
    paragraphs: [asks[reason](workflow), text, about && `Es geht um: ${about}`, until && `Sie können bis ${until} antworten.`],
    button: 'Schritt öffnen',
    footer: `Sie erhalten diese E-Mail, weil ein Workflow von ${organization} eine Antwort braucht. Das Öffnen des Links beantwortet nichts: Sie antworten auf der Seite. Namen und Texte können von Kunden stammen.`,
  }),
  'booking-host': ({ news, when, who, place, where, said, organization }) => ({
    subject: `${meetings[news]}: ${who}, ${when}`,
    title: meetings[news],
    paragraphs: [
      who,
      when,
      place === 'phone' ? 'Per Telefon' : place === 'other_host' ? `Jetzt mit ${where}` : where,
      said && `„${said}“`,
    ],
    button: 'Termin öffnen',
    footer: `Sie erhalten diese E-Mail, weil Sie Gastgeber dieses Termins bei ${organization} sind. Den Namen und den zitierten Text hat die buchende Person geschrieben.`,
  }),
}
