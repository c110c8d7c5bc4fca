import { counted } from '#web/i18n/format.ts'

/** German of web/src/crm/timeline. */
export default {
'crm/timeline/strings': {
notVerified: 'Nicht bestätigt', failed: 'Die Zeitleiste konnte nicht geladen werden', empty: 'Noch keine Aktivität. Nachrichten, Anrufe, Zahlungen und Änderungen an Deals erscheinen hier.', today: 'Heute',
formerMember: 'ehemaliges Mitglied', more: 'Mehr anzeigen', less: 'Weniger anzeigen', lead: 'Lead eingegangen', leadFrom: (source: string) => `Lead von ${source} eingegangen`,
message: { in: 'Nachricht empfangen', out: 'Nachricht gesendet', note: 'Notiz' }, by: { whatsapp: 'über WhatsApp', web_chat: 'im Website-Chat', email: 'per E-Mail', voice: 'telefonisch', api: 'über die API' },
fromAd: (headline: string) => (headline === '' ? 'Aus einer Anzeige' : `Aus der Anzeige „${headline}“`), noText: 'Kein Text', callIn: 'Eingehender Anruf', callOut: 'Ausgehender Anruf', callMissed: 'Verpasster Anruf',
callUnanswered: 'Ausgehender Anruf, keine Antwort', callRefused: 'Anruf blockiert', lasted: (minutes: number, seconds: number) => minutes === 0 ? `${counted(seconds)} s` : `${counted(minutes)} min ${counted(seconds)} s`,
payment: 'Zahlung', paymentKinds: { received: 'Zahlung erhalten', paid: 'Zahlung erhalten', succeeded: 'Zahlung erhalten', processing: 'Zahlung in Bearbeitung', failed: 'Zahlung fehlgeschlagen', refunded: 'Zahlung erstattet',
disputed: 'Zahlung angefochten', lost: 'Zahlungsstreit verloren' },
invoice: 'Rechnung', invoiceKinds: { created: 'Rechnung erstellt', sent: 'Rechnung gesendet', reminded: 'Zahlungserinnerung gesendet', paid: 'Rechnung bezahlt', voided: 'Rechnung storniert' }, stage: 'Phase geändert',
stageTo: (to: string) => `Verschoben nach ${to}`, stageFromTo: (from: string, to: string) => `Verschoben von ${from} nach ${to}`, mail: 'E-Mail gesendet', mailIn: 'E-Mail empfangen', taskDone: 'Aufgabe erledigt', task: 'Aufgabe hinzugefügt',
assignedTo: (name: string) => `${name} zugewiesen`, unassigned: 'Zuweisung aufgehoben', mergedWith: (name: string) => `Mit ${name} zusammengeführt`, merge: 'Kontakte zusammengeführt', mergeUndone: 'Zusammenführung rückgängig gemacht',
fact: 'Profil angereichert', meeting: 'Termin', meetings: { pending: 'Termin angefragt', confirmed: 'Termin gebucht', cancelled: 'Termin gebucht, dann abgesagt', declined: 'Termin angefragt, dann abgelehnt' }, document: 'Dokument',
documentKinds: { made: 'Dokument zum Unterschreiben gesendet', signed: 'Dokument unterschrieben', completed: 'Dokument von allen unterschrieben', declined: 'Dokument abgelehnt', voided: 'Dokument zurückgezogen', expired: 'Frist eines Dokuments abgelaufen' },
proposal: 'Angebot', proposalKinds: { sent: 'Angebot gesendet', accepted: 'Angebot angenommen', declined: 'Angebot abgelehnt', withdrawn: 'Angebot zurückgezogen', expired: 'Angebot abgelaufen' }, workflowRun: (name: string) => `Workflow: ${name}`,
runStates: { queued: 'In der Warteschlange', running: 'Läuft', waiting: 'Wartet', paused: 'Pausiert', completed: 'Abgeschlossen', failed: 'Fehlgeschlagen', cancelled: 'Abgebrochen' },
proposalAcceptedBy: (name: string) => `Angebot angenommen von ${name}`, note: 'Notiz hinzugefügt', edited: 'bearbeitet', fileAdded: (name: string) => `Datei hinzugefügt: ${name}`, design: 'Design verknüpft',
documentSignedBy: (name: string) => `Dokument unterschrieben von ${name}`, deal: 'Deal angelegt', dealNamed: (name: string) => `Deal angelegt: ${name}`, other: 'Aktivität', causedBy: (name: string) => `von ${name}`,
causes: { person: 'von einem Teammitglied', prd: 'durch Formular', form: 'durch Formular', web_chat: 'durch Website-Chat', whatsapp: 'durch WhatsApp', voice: 'durch Anruf', lead: 'durch Lead', link: 'durch Zusammenführen von Kontakten',
undo: 'durch rückgängig gemachte Zusammenführung', turns: 'durch Verteilung reihum', round_robin: 'durch Verteilung reihum', rule: 'durch Regel', provider: 'vom Anbieter', upload: 'durch Import', api: 'durch die API', page: 'auf der Buchungsseite',
key: 'per API-Schlüssel', demo: 'mit Demodaten', system: 'automatisch', signer: 'von einem Unterzeichner', client: 'vom Kunden', same_email: 'gleiche E-Mail', same_phone: 'gleiche Telefonnummer', same_whatsapp: 'gleiches WhatsApp-Konto',
number_changed: 'Nummer geändert', model: 'durch KI' },
},
}
