import { counted } from '#web/i18n/format.ts'

/** German of web/src/business/proposals. */
export default {
'business/proposals/module': { proposals: 'Angebote', proposalsAbout: 'Was Sie anbieten und wer angenommen hat.' },
'business/proposals/strings': {
title: 'Angebote', proposal: 'Angebot', list: 'Angebote, neueste zuerst', loadFailed: 'Die Angebote konnten nicht geladen werden', oneFailed: 'Dieses Angebot konnte nicht geladen werden', filter: 'Nach Status', all: 'Alle',
states: { draft: 'Entwurf', sent: 'Gesendet', accepted: 'Angenommen', declined: 'Abgelehnt', expired: 'Abgelaufen', withdrawn: 'Zurückgezogen' },
noneIn: { draft: 'Keine Entwürfe', sent: 'Kein Angebot wartet auf Antwort', accepted: 'Keine angenommenen Angebote', declined: 'Keine abgelehnten Angebote', expired: 'Keine abgelaufenen Angebote', withdrawn: 'Keine zurückgezogenen Angebote' }, showAll: 'Alle Angebote anzeigen', emptyTitle: 'Noch keine Angebote',
emptyText: 'Schreiben Sie, was Sie anbieten, mit Optionen, die Ihr Kunde ankreuzen kann. Er nimmt es online an.', create: 'Angebot erstellen', newTitle: 'Neues Angebot', titleColumn: 'Titel', client: 'Kunde', state: 'Status', amount: 'Angenommener Betrag', until: 'Gültig bis', deal: 'Deal', openDeal: 'Deal öffnen',
content: 'Angebot', titleField: 'Titel', titleMissing: 'Geben Sie einen Titel ein.', language: 'Sprache', validDays: 'Gültig für Tage', validHint: 'Ab dem Tag des Versands, 1 bis 365.', validWrong: 'Geben Sie 1 bis 365 Tage ein.', clientName: 'Name des Kunden', clientEmail: 'E-Mail des Kunden',
emailMissing: 'Geben Sie eine E-Mail-Adresse ein.', clientHint: 'Vom Kontakt des Deals. Der Link geht an diese Adresse.', sections: 'Text', section: (n: number) => `Abschnitt ${counted(n)}`, heading: 'Überschrift', body: 'Text', addSection: 'Abschnitt hinzufügen',
removeSection: (n: number) => `Abschnitt ${counted(n)} entfernen`, prices: 'Preise', line: (n: number) => `Position ${counted(n)}`, optional: 'Option: Der Kunde entscheidet', optionalHint: 'Nie vorab angekreuzt.', addLine: 'Position hinzufügen', removeLine: (n: number) => `Position ${counted(n)} entfernen`,
currency: 'Währung', noPrices: 'Keine Preise.', option: 'Option', leastTotal: 'Summe ohne Optionen', mostTotal: 'Summe mit allen Optionen', total: 'Gesamtbetrag', whenAccepted: 'Nach der Annahme', whenAcceptedHint: 'Geschieht einmal, wenn der Kunde annimmt.', saveDraft: 'Entwurf speichern', saved: 'Gespeichert.',
notSaved: 'Das Angebot konnte nicht gespeichert werden', edit: 'Bearbeiten', preview: 'Vorschau', previewTitle: 'So sieht es der Kunde', send: 'Senden', sendAgain: 'Erneut senden', sendVersion: 'Neue Version senden', sendTitle: 'Dieses Angebot senden?',
sendText: (name: string, email: string) => `${name} erhält eine E-Mail mit einem Link an ${email}. Ein früher gesendeter Link funktioniert dann nicht mehr.`, sent: (email: string) => `An ${email} gesendet.`, withdraw: 'Zurückziehen', withdrawTitle: 'Dieses Angebot zurückziehen?',
withdrawText: 'Es kann nicht mehr angenommen werden. Die Seite hinter dem Link sagt das, mit Ihrem Grund.', withdrawn: 'Angebot zurückgezogen.', keep: 'Behalten', reason: 'Grund', reasonHint: 'Der Kunde liest ihn.', reasonMissing: 'Geben Sie einen Grund ein.', remove: 'Entfernen', removeTitle: 'Diesen Entwurf entfernen?',
removed: 'Entwurf entfernt.', makeContract: 'Vertrag erstellen', contractHint: 'Werte des Angebots werden für das Dokument vorgeschlagen.', about: 'Über', version: (n: number) => `Version ${counted(n)}`, versions: 'Versionen', notSentYet: 'Noch nicht gesendet', acceptance: 'Angenommen', acceptedBy: 'Angenommen von',
acceptedAt: 'Angenommen am', record: 'Nachweis (SHA-256)', history: 'Verlauf', happened: { created: 'Erstellt', sent: 'Gesendet', accepted: 'Angenommen', declined: 'Abgelehnt', expired: 'Abgelaufen', withdrawn: 'Zurückgezogen' }, byClient: 'vom Kunden', by: (name: string) => `von ${name}`,
declinedBecause: 'Abgelehnt, mit diesem Grund', withdrawnBecause: 'Zurückgezogen, mit diesem Grund', changesTitle: 'Es gibt Änderungen, die der Kunde nicht gesehen hat', changesText: 'Er sieht die zuletzt gesendete Version. Senden Sie die Änderungen als neue Version.',
},
'business/proposals/deal-strings': { title: 'Angebote', none: 'Noch keine Angebote.', create: 'Angebot erstellen', failed: 'Die Angebote konnten nicht geladen werden' },
'business/proposals/sentences': {
'accept-proposal': { done: 'hat ein Angebot angenommen', tried: 'hat versucht, ein Angebot anzunehmen' },
'create-proposal': { done: 'hat ein Angebot erstellt', tried: 'hat versucht, ein Angebot zu erstellen' },
'decline-proposal': { done: 'hat ein Angebot abgelehnt', tried: 'hat versucht, ein Angebot abzulehnen' },
'remove-proposal': { done: 'hat den Entwurf eines Angebots entfernt', tried: 'hat versucht, ein Angebot zu entfernen' },
'send-proposal': { done: 'hat ein Angebot gesendet', tried: 'hat versucht, ein Angebot zu senden' },
'update-proposal': { done: 'hat ein Angebot geändert', tried: 'hat versucht, ein Angebot zu ändern' },
'withdraw-proposal': { done: 'hat ein Angebot zurückgezogen', tried: 'hat versucht, ein Angebot zurückzuziehen' },
},
}
