/** German of web/src/platform/audit. */
export default {
'platform/audit/module': { activity: 'Audit-Protokoll', activityLead: 'Wer was wann und von wo getan hat.' },
'platform/audit/strings': {
title: 'Audit-Protokoll', about: 'Jeder Aufruf, der etwas geändert hat oder ändern wollte: wer, was, wann, von wo und mit welchem Ergebnis. Einträge werden nie bearbeitet.', export: 'Exportieren', exportHint: 'Diese Einträge als CSV herunterladen', person: 'Person', anyPerson: 'Alle Personen', noPerson: 'Keine Ergebnisse', action: 'Aktion',
anyAction: 'Alle Aktionen', noAction: 'Keine Ergebnisse', outcome: 'Ergebnis', anyOutcome: 'Alle Ergebnisse', outcomes: { done: 'Ausgeführt', refused: 'Abgelehnt' }, from: 'Von', to: 'Bis', list: 'Audit-Protokoll, neueste zuerst', event: 'Ereignis', record: 'Datensatz', loadFailed: 'Das Audit-Protokoll konnte nicht geladen werden',
emptyTitle: 'Noch keine Einträge', emptyText: 'Änderungen erscheinen hier: neue Schlüssel, geänderte Rollen, Anmeldungen.', toKeys: 'API-Schlüssel erstellen', toMembers: 'Teammitglied einladen', noMatchTitle: 'Keine Ergebnisse', noMatchText: 'Kein Eintrag passt zu allen Filtern.', clear: 'Filter leeren', visitor: 'Ein Kunde oder Besucher',
claimed: (name: string) => `Nicht bestätigt: ${name}`, byAssistant: 'durch Foyer, von dieser Person freigegeben', byKey: (name: string) => `API-Schlüssel „${name}“`, byWorkflow: (name: string) => `Workflow: ${name}`, called: (summary: string) => `hat aufgerufen: ${summary}`, done: 'Ausgeführt', rejected: (why: string) => `Abgelehnt: ${why}`,
when: 'Zeit', who: 'Wer', what: 'Aktion', where: 'IP-Adresse', version: 'Version', run: 'Ausführung', agent: 'User-Agent', noAgent: 'Nicht gesendet', requestId: 'Anfrage-ID', target: 'Datensatz', idOf: (field: string) => `ID: ${field}`, onlyThese: 'Nur diese Aktion', onlyThisPerson: 'Nur diese Person',
},
'platform/audit/strings#refusals': { bad_request: 'die Anfrage war nicht lesbar', missing_field: 'ein Feld fehlte', rate_limited: 'zu viele Anfragen', forbidden: 'für diese Rolle nicht erlaubt', not_signed_in: 'nicht angemeldet', server_error: 'Serverfehler', unavailable: 'vorübergehend nicht verfügbar',
idempotency_in_flight: 'dieselbe Anfrage lief noch', idempotency_mismatch: 'der Idempotency-Key wurde für eine andere Anfrage verwendet', scope_missing: 'dem Schlüssel fehlt die Berechtigung' },
}
