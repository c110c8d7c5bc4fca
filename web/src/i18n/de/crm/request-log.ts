import { counted } from '#web/i18n/format.ts'

/** German of web/src/crm/request-log. */
export default {
'crm/request-log/module': { deliveries: 'Anfrageprotokoll', deliveriesLead: 'Jede Anfrage mit einem Schlüssel und ihr Ergebnis.' },
'crm/request-log/strings': {
deliveries: 'Anfrageprotokoll', about: 'Jede Anfrage mit einem gültigen Schlüssel oder an eine Lead-Quelle und ihr Ergebnis. Abgelehnte können korrigiert und wiederholt werden. Anfragen ohne Lead werden 90 Tage aufbewahrt.',
deliveriesFailed: 'Das Anfrageprotokoll konnte nicht geladen werden.', outcome: 'Ergebnis', anyOutcome: 'Alle Ergebnisse', ofKey: 'Schlüssel', ofSource: 'Lead-Quelle', allKeys: 'Alle Schlüssel', noSuchKey: 'Kein passender Schlüssel',
nothingMatches: 'Keine Ergebnisse', nothingMatchesText: 'Wählen Sie einen anderen Schlüssel oder ein anderes Ergebnis.', noRequest: 'Noch keine Anfragen',
noRequestText: 'Anfragen mit einem gültigen Schlüssel erscheinen hier; abgelehnte mit dem Grund und einer Möglichkeit, sie zu korrigieren.', createKey: 'Schlüssel erstellen', notUsed: (names: string) => `Nicht verwendete Felder: ${names}`,
outcomes: { accepted: 'Angenommen', deduplicated: 'Duplikat', replayed: 'Wiederholt', rejected: 'Abgelehnt', held: 'Zurückgehalten', test: 'Test', ignored: 'Ignoriert' }, fixed: 'Korrigiert', released: 'Freigegeben', conflict: 'Konflikt',
wasRejected: 'Die Anfrage wurde abgelehnt', wasHeld: 'Sie könnte von einem Bot stammen.', wasTest: 'Ein Test: Er erzeugt keinen Lead.', wasIgnored: 'Sie meldet etwas anderes als einen neuen Lead.',
heldText: 'Wenn eine Person sie gesendet hat, geben Sie sie frei: Sie wird einmal zu einem Lead.', release: 'Freigeben', releasedTitle: 'Freigegeben und angenommen.',
wasReplayed: 'Derselbe Idempotency-Key wurde noch einmal gesendet und erhielt die erste Antwort.', wasConflict: 'Die external_id gibt es für einen anderen Kontakt aus einer anderen Quelle. Der erste Lead wurde behalten.',
wasDuplicate: 'Die external_id gibt es schon: Der erste Lead wurde zurückgegeben, nichts wurde doppelt gespeichert.', wasFixed: 'Eine korrigierte Anfrage; sie hat einen Lead angelegt.', wasAccepted: 'Sie hat einen Lead angelegt.',
delivery: 'Anfrage', deliveryFailed: 'Die Anfrage konnte nicht geladen werden.', openLead: 'Lead öffnen', fixedTitle: 'Korrigiert und angenommen.', atFirst: (why: string) => `Sie wurde zuerst abgelehnt: ${why}`,
sameIds: 'Vielleicht verwenden zwei Werkzeuge dieselben IDs.', details: 'Details', received: 'Eingegangen', response: 'Antwort', field: 'Feld', keyUnknown: 'Unbekannt', fixedBy: 'Korrigiert durch', fixes: 'Korrigiert', fieldsNotUsed: 'Nicht verwendete Felder',
requestId: 'Anfrage-ID', anotherDelivery: 'Eine andere Anfrage', original: 'Ursprüngliche Anfrage', neverRead: 'Der Inhalt wurde nicht bis zum Ende gelesen: Die Anfrage wurde vorher beantwortet, oder er war zu groß.',
showPersonal: 'Personenbezogene Daten anzeigen', bytes: (n: number) => `${counted(n)} Byte`, bytesBase64: (n: number) => `${counted(n)} Byte, kein gültiges UTF-8: als Base64 angezeigt`,
bytesMasked: (n: number) => `${counted(n)} Byte; E-Mail-Adressen, Telefonnummern und Geheimnisse sind unkenntlich gemacht`, body: 'Inhalt', asCurl: 'Als curl-Befehl', curlLine: 'curl-Befehl', show: 'Anzeigen',
asCurlText: 'Sendet dieselben Bytes noch einmal, personenbezogene Daten inbegriffen. Setzen Sie vorher FOYER_KEY auf den Schlüssel: Foyer speichert seinen Text nicht.', fixTitle: 'Korrigieren und wiederholen',
fixText: 'Korrigieren Sie den Inhalt und nehmen Sie den Lead an. Es gelten dieselben Regeln wie für eine Anfrage, und er wird einmal angenommen.', fixBody: 'Inhalt korrigieren', goTo: (field: string) => `Zu ${field}`, goToPlace: 'Zum Fehler',
check: 'Prüfen', acceptLead: 'Lead annehmen', notUtf8: 'Der Inhalt ist kein gültiges UTF-8: Schreiben Sie ihn neu.', neverArrived: 'Der Inhalt kam nicht vollständig an: Fügen Sie ihn hier ein.', valid: 'Gültig: kann angenommen werden.',
willBeDuplicate: 'Die external_id gibt es schon: Der vorhandene Lead wird zurückgegeben, ein zweiter entsteht nicht.', openThatLead: 'Diesen Lead öffnen', willBeKnownContact: 'Es wird ein neuer Lead eines vorhandenen Kontakts.',
willBeNew: 'Es wird ein neuer Lead eines neuen Kontakts.',
},
'crm/request-log/sentences': {
'replay-deliveries': { done: 'hat die abgelehnten Anfragen einer Quelle wiederholt', tried: 'hat versucht, Anfragen einer Quelle zu wiederholen' },
'replay-delivery': { done: 'hat eine abgelehnte Anfrage wiederholt', tried: 'hat versucht, eine abgelehnte Anfrage zu wiederholen' },
},
}
