import { counted } from '#web/i18n/format.ts'

/** German of web/src/platform/notifications. */
export default {
'platform/notifications/module': { notices: 'Mitteilungen', noticesAbout: 'Was Ihre Aufmerksamkeit braucht.', settings: 'Mitteilungen', settingsAbout: 'Wovon Sie in der App, per E-Mail und im Browser erfahren, und wann.' },
'platform/notifications/strings': { title: 'Mitteilungen', list: 'Mitteilungen, neueste zuerst', emptyTitle: 'Sie sind auf dem neuesten Stand', emptyText: 'Fehlgeschlagene E-Mails, Jobs und Webhooks, Erwähnungen und neue Mitglieder erscheinen hier.', loadFailed: 'Die Mitteilungen konnten nicht geladen werden', markAll: 'Alle als gelesen markieren',
markFailed: 'Die Mitteilungen konnten nicht als gelesen markiert werden', unread: 'Ungelesen', seeAll: 'Alle ansehen', bell: (n: number) => (n === 0 ? 'Mitteilungen' : `Mitteilungen, ${counted(n)} ungelesen`), other: 'Etwas braucht Ihre Aufmerksamkeit' },
'platform/notifications/settings-strings': {
title: 'Mitteilungen', about: 'Wie Sie von Ereignissen in diesem Arbeitsbereich erfahren. Nur Sie sehen diese Einstellungen.', failed: 'Ihre Mitteilungseinstellungen konnten nicht geladen werden', saved: 'Mitteilungseinstellungen gespeichert.', channels: 'Wovon Sie erfahren',
channelsText: (email: string) => `E-Mails gehen an ${email}. Eine E-Mail geht zwei Minuten nach dem Ereignis ab, sofern Sie die Mitteilung bis dahin nicht gelesen haben.`, topic: 'Thema', app: 'App', mail: 'E-Mail', push: 'Push', of: (topic: string, channel: string) => `${topic}: ${channel}`, mails: { at_once: 'Sofort', summary: 'Übersicht', off: 'Aus' },
topics: { mentions: { name: 'Erwähnungen', about: 'Jemand aus dem Team erwähnt Sie in einer Notiz.' }, assignments: { name: 'Zuweisungen', about: 'Ihnen wird ein Deal, eine Unterhaltung oder eine Aufgabe zugewiesen.' }, messages: { name: 'Neue Nachrichten', about: 'Ein Kunde schreibt in einer Ihrer Unterhaltungen.' },
promises: { name: 'Erste Antworten', about: 'Eine erste Antwort ist bald fällig oder überfällig.' }, invoices: { name: 'Rechnungen', about: 'Eine Rechnung ist bezahlt, überfällig oder ihre Zahlung passt nicht.' }, meetings: { name: 'Termine', about: 'Einer Ihrer Termine wurde geändert oder hat einen Konflikt.' },
documents: { name: 'Dokumente', about: 'Ein Dokument ist unterschrieben oder braucht Sie.' }, imports: { name: 'Importe', about: 'Einer Ihrer Importe ist fertig.' }, connections: { name: 'Verbindungen', about: 'Eine Verbindung, ein Webhook oder eine Lead-Quelle ist gestört.' }, workflows: { name: 'Workflows', about: 'Ein Workflow fragt Sie, ist fehlgeschlagen oder wurde gestoppt.' },
workspace: { name: 'Alles andere', about: 'Neue Mitglieder, Bewertungen, fehlgeschlagene E-Mails und Jobs.' } },
times: 'Wann', timesText: (zone: string) => `In Ihrer Zeitzone, ${zone}. Ändern Sie sie in Ihrem Profil.`, summaryAt: 'Morgenübersicht um', quiet: 'Ruhezeiten', quietHint: 'E-Mails und Push-Mitteilungen warten, bis sie enden. Die App zeigt alles sofort.', quietFrom: 'Von', quietTo: 'Bis', timeMissing: 'Geben Sie eine Zeit ein.', sound: 'In einer geöffneten Seite einen Ton abspielen', hear: 'Anhören',
browsers: 'Push-Mitteilungen', browsersText: 'Von Ihrem Browser angezeigt, auch wenn Foyer geschlossen ist. Sie enthalten Namen und einen Link, nie das Geschriebene.', turnOn: 'In diesem Browser einschalten', turnOff: 'Ausschalten', turnOffOf: (browser: string) => `Push-Mitteilungen in ${browser} ausschalten`, thisBrowser: 'Dieser Browser', lastSent: 'zuletzt gesendet',
neverSent: 'noch nichts gesendet', notSupported: 'Dieser Browser unterstützt keine Push-Mitteilungen. Fügen Sie Foyer auf iPhone oder iPad zuerst zum Home-Bildschirm hinzu.', denied: 'Sie haben Mitteilungen dieser Website blockiert. Erlauben Sie sie in den Einstellungen Ihres Browsers und laden Sie diese Seite neu.', notSecure: 'Push-Mitteilungen brauchen https.',
turnOnFailed: 'Push-Mitteilungen konnten nicht eingeschaltet werden', turnOffFailed: 'Push-Mitteilungen konnten nicht ausgeschaltet werden', turnedOn: 'Push-Mitteilungen sind in diesem Browser eingeschaltet.', turnedOff: 'Push-Mitteilungen sind dort ausgeschaltet.', tests: 'Ausprobieren', testsText: 'Wird sofort gesendet, egal was oben eingestellt ist.',
testMail: 'Test-E-Mail senden', testPush: 'Test-Push senden', testFailed: 'Der Test konnte nicht gesendet werden', testSent: { mail: 'Test-E-Mail gesendet.', push: 'Test-Push gesendet.' },
},
'platform/notifications/sentences#audit': {
'mark-notices-read': { done: 'hat Mitteilungen als gelesen markiert', tried: 'hat versucht, Mitteilungen als gelesen zu markieren' },
'save-notification-settings': { done: 'hat die eigenen Mitteilungseinstellungen geändert', tried: 'hat versucht, die eigenen Mitteilungseinstellungen zu ändern' },
'send-test-notification': { done: 'hat sich eine Testmitteilung gesendet', tried: 'hat versucht, sich eine Testmitteilung zu senden' },
'subscribe-push': { done: 'hat einen Browser für Push-Mitteilungen angemeldet', tried: 'hat versucht, einen Browser für Push-Mitteilungen anzumelden' },
'unsubscribe-push': { done: 'hat einen Browser von Push-Mitteilungen abgemeldet', tried: 'hat versucht, einen Browser von Push-Mitteilungen abzumelden' },
},
'platform/notifications/sentences': { test: 'Das ist eine Testmitteilung', testText: 'Es funktioniert.', deal: 'Sie haben einen neuen Deal', deals: (n: number) => `${counted(n)} neue Deals wurden Ihnen zugewiesen`, conversation: (name: string) => `Die Unterhaltung mit ${name} wurde Ihnen zugewiesen`, visitor: 'einem Besucher', task: 'Sie haben eine neue Aufgabe',
message: (name: string) => `${name} hat Ihnen geschrieben`, someVisitor: 'Ein Besucher', paid: (label: string) => `Rechnung ${label} wurde bezahlt`, overdue: (label: string) => `Rechnung ${label} ist überfällig`, amountOf: (name: string, amount: string) => `${name} · ${amount}`, signed: (title: string) => `Alle haben „${title}“ unterschrieben`,
imported: (name: string) => `„${name}“ wurde importiert`, importFailed: (name: string) => `Der Import von „${name}“ ist fehlgeschlagen`, leads: (n: number) => (n === 1 ? '1 Lead' : `${counted(n)} Leads`) },
}
