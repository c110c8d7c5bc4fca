import { counted } from '#web/i18n/format.ts'

/** German of web/src/conversations/voice. */
export default {
'conversations/voice/module': { calls: 'Anrufe', callsLead: 'Ihre Telefonnummer und wohin Sie anrufen können.' },
'conversations/voice/strings': {
title: 'Anrufe', lead: 'Ihre Telefonnummer und die Länder, in die Sie anrufen können.', calls: 'Anrufe', callsFailed: 'Die Anrufe konnten nicht geladen werden', none: 'Noch keine Anrufe', noneText: 'Anrufe mit diesem Kontakt erscheinen hier, mit ihrem Ergebnis.',
noneAtAll: 'Eingehende und ausgehende Anrufe erscheinen hier, mit ihrem Ergebnis.', noneMissed: 'Keine verpassten Anrufe', all: 'Alle', missed: 'Verpasst', filter: 'Angezeigte Anrufe', contactColumn: 'Kontakt', direction: 'Richtung', teammateColumn: 'Teammitglied',
outcome: 'Ergebnis', duration: 'Dauer', startedAt: 'Beginn', states: { queued: 'Wird gewählt', ringing: 'Klingelt', in_progress: 'Läuft', completed: 'Angenommen', busy: 'Besetzt', no_answer: 'Keine Antwort', canceled: 'Abgebrochen', failed: 'Fehlgeschlagen', refused: 'Blockiert' },
missedCall: 'Verpasst', refused: { not_a_number: 'Die gewählte Nummer ist keine gültige Telefonnummer.', country_not_allowed: 'Anrufe in dieses Land sind nicht erlaubt.', premium_rate: 'Kostenpflichtige Sondernummern sind nicht erlaubt.',
not_a_member: 'Die anrufende oder angerufene Person ist kein Mitglied dieses Arbeitsbereichs.', by_a_program: 'Kein Teammitglied hat diesen Anruf gestartet.' },
incoming: 'Eingehend', outgoing: 'Ausgehend', withheld: 'Unterdrückte Nummer', teammate: 'einem Teammitglied', withPerson: (name: string) => `mit ${name}`, forPerson: (name: string) => `für ${name}`, ofPerson: (name: string) => `von ${name}`,
seconds: (n: number) => `${counted(n)} s`, minutes: (n: number) => `${counted(n)} min`, account: 'Konto', loadFailed: 'Die Anrufeinstellungen konnten nicht geladen werden', modes: { live: 'Echtes Konto', test: 'Testkonto', sandbox: 'Sandbox' },
notConnected: 'Nicht verbunden', notConnectedText: 'Verbinden Sie Twilio, um Kontakte von ihrer Seite aus anzurufen.', notUsed: 'Noch keine Anrufe. Die Sandbox simuliert Telefone ab dem ersten Anruf.', number: 'Nummer', toConnections: 'Verbindungen',
webhookText: 'Tragen Sie diese URL in der Twilio Console ein (POST): als Voice request URL der TwiML-App und der Nummer und als deren Status callback.', webhookReady: 'Die Sandbox verwendet diese URL. Es ist nichts zu tun.', webhookLabel: 'Webhook-URL für Anrufe',
ringing: 'Echte eingehende Anrufe klingeln noch nicht im Browser. Sie stehen hier, damit Sie zurückrufen können.', countries: 'Erlaubte Länder', countriesText: 'Nur Nummern in diesen Ländern können angerufen werden, kostenpflichtige Sondernummern nie.', countriesField: 'Länder',
countriesDefault: (names: string) => `Standard: ${names}`, countriesNone: 'Standard: keine', noSuchCountry: 'Keine Ergebnisse', onlyAdmins: 'Nur Admins und Inhaber können das ändern.', save: 'Speichern', saved: 'Gespeichert.', tryIt: 'Ausprobieren',
tryText: 'Rufen Sie Ihre Nummer von einem simulierten Telefon an und sehen Sie den Anruf hier. Kein echtes Telefon klingelt.', usePhone: 'Simulierte Telefone öffnen', useSandbox: 'Sandbox verwenden',
tryReal: 'Rufen Sie Ihre Nummer von Ihrem eigenen Telefon an. Der Anruf erscheint unten, nachdem Sie aufgelegt haben.',
},
'conversations/voice/sentences': { 'get-voice-token': { done: 'hat sich für Anrufe im Browser bereit gemacht', tried: 'hat versucht, sich für Anrufe im Browser bereit zu machen' } },
'conversations/voice/call-strings': { call: 'Anrufen', callTo: (name: string) => `${name} anrufen`, callFailed: 'Der Anruf konnte nicht gestartet werden', ownPhone: 'Ihr eigenes Telefon führt diesen Anruf. Foyer überträgt und verzeichnet ihn nicht.', inSandbox: 'Öffnet die Sandbox, in der Sie beide Seiten spielen.' },
}
