import { counted } from '#web/i18n/format.ts'

/** German of web/src/platform/mail-out. */
export default {
'platform/mail-out/module': { outbox: 'Postausgang', outboxLead: 'Jede E-Mail, die Foyer sendet, und ihr Status.' },
'platform/mail-out/strings': {
title: 'Postausgang', about: 'Jede E-Mail, die Foyer sendet, und ihr Status. Inhalte werden nicht angezeigt: Ihre Links sind nur für den Empfänger.', setupFailed: 'Die E-Mail-Einrichtung konnte nicht geladen werden', providers: { smtp: 'Über SMTP', resend: 'Über Resend', sandbox: 'In der Sandbox: E-Mails werden nicht wirklich versendet.' },
noProvider: 'Kein E-Mail-Konto verbunden: E-Mails warten hier. Verbinden Sie eines in der Konfiguration des Servers.', from: (address: string) => `von ${address}`, openMailbox: 'Postfach öffnen', state: 'Status', anyState: 'Jeder Status', states: { queued: 'In der Warteschlange', sent: 'Gesendet', failed: 'Fehlgeschlagen' },
list: 'E-Mails, neueste zuerst', loadFailed: 'Die E-Mails konnten nicht geladen werden', emptyTitle: 'Noch keine E-Mails', emptyText: 'E-Mails erscheinen hier, wenn Foyer sie sendet, beginnend mit Ihrer ersten Einladung.', toMembers: 'Teammitglied einladen', noMatch: 'Keine Ergebnisse', all: 'Alle E-Mails anzeigen', subject: 'Betreff', to: 'An',
kind: 'Art', when: 'Datum', recipient: (address: string, name: string | null) => (name ? `${name} <${address}>` : address), templates: { invitation: 'Einladung', 'set-password': 'Erstes Passwort', 'reset-password': 'Passwort zurücksetzen', 'security-notice': 'Sicherheitshinweis', 'webhook-disabled': 'Webhook ausgeschaltet',
notices: 'Mitteilung', 'notice-summary': 'Morgenübersicht' }, attempts: (n: number) => (n === 1 ? '1 Versuch' : `${counted(n)} Versuche`), held: 'nach einer Wiederherstellung zurückgehalten, bis ein Inhaber sie freigibt', nextAttempt: 'nächster Versuch', sentAt: 'gesendet', queuedAt: 'eingereiht', retry: 'Jetzt senden',
retryFailed: 'Die E-Mail konnte nicht neu eingereiht werden', retried: (n: number) => (n === 1 ? 'E-Mail neu eingereiht.' : `${counted(n)} E-Mails neu eingereiht.`), oneTitle: 'E-Mail', oneFailed: 'Diese E-Mail konnte nicht geladen werden',
},
'platform/mail-out/sentences#audit': { 'retry-mail': { done: 'hat eine E-Mail erneut versucht', tried: 'hat versucht, eine E-Mail erneut zu senden' } },
'platform/mail-out/sentences': { mailFailed: (to: string) => `Eine E-Mail an ${to} konnte nicht zugestellt werden` },
}
