import { counted } from '#web/i18n/format.ts'

/** German of web/src/business/templates. */
export default {
'business/templates/module': { templates: 'Vorlagen', templatesAbout: 'Die Texte, aus denen Dokumente entstehen.' },
'business/templates/strings': {
title: 'Vorlagen', about: 'Die Texte, aus denen Dokumente entstehen. Eine Textänderung ist eine neue Version; Dokumente behalten ihre.', onlyAdmins: 'Nur Admins können Vorlagen ändern.', template: 'Vorlage', add: 'Neue Vorlage', newTitle: 'Neue Vorlage', loadFailed: 'Die Vorlagen konnten nicht geladen werden',
oneFailed: 'Diese Vorlage konnte nicht geladen werden', emptyTitle: 'Noch keine Vorlagen', emptyText: 'Eine Vorlage ist ein Text mit Platzhaltern. Senden Sie Ihren Kunden daraus Dokumente zum Unterschreiben.', startWith: 'Mit einem Dienstleistungsvertrag beginnen', startEmpty: 'Leer beginnen', archived: 'Archiviert',
noneArchived: 'Keine archivierten Vorlagen.', archive: 'Archivieren', restore: 'Wiederherstellen', archiveTitle: (name: string) => `„${name}“ archivieren?`, archiveText: 'Sie wird für neue Dokumente nicht mehr angeboten. Ihre Dokumente bleiben, wie sie sind, und Sie können sie wiederherstellen.',
archivedNow: (name: string) => `„${name}“ archiviert.`, restored: (name: string) => `„${name}“ wiederhergestellt.`, notRestored: 'Die Vorlage konnte nicht wiederhergestellt werden', versionOf: (n: number) => `Version ${counted(n)}`, placeholdersOf: (n: number) => (n === 1 ? '1 Platzhalter' : `${counted(n)} Platzhalter`),
documentsOf: (n: number) => (n === 1 ? '1 Dokument' : `${counted(n)} Dokumente`), text: 'Text', name: 'Name', nameMissing: 'Geben Sie einen Namen ein.', body: 'Text', bodyHint: 'Markdown, mit {{PLACEHOLDERS}} und Feldern wie [[signature client]].', bodyMissing: 'Geben Sie einen Text ein.', placeholders: 'Platzhalter',
placeholdersHint: 'Beim Tippen im Text gefunden und für jedes Dokument ausgefüllt.', noPlaceholders: 'Noch keine. Schreiben Sie {{CLIENT_NAME}}, wo ein Wert stehen soll.', label: 'Beschriftung', type: 'Typ', types: { line: 'Eine Zeile', text: 'Mehrere Zeilen', number: 'Zahl', date: 'Datum', email: 'E-Mail' }, usual: 'Standard',
reminders: 'Erinnerungen', remindersHint: 'Wer noch nicht unterschrieben hat, wird per E-Mail erinnert.', remindersOf: 'Wann', remindersAs: { workspace: 'Wie unter Einstellungen → Versiegelung', own: 'Für diese Vorlage' }, remindAfter: 'Tage nach der Anfrage', remindAfterHint: 'Bis zu fünf, etwa 3, 7. Leer: keine.',
afterWrong: 'Geben Sie bis zu fünf verschiedene Tage von 1 bis 90 ein, etwa 3, 7.', remindBefore: 'Tage vor der Frist', remindBeforeHint: 'Leer: keine.', beforeWrong: 'Geben Sie 1 bis 30 Tage ein oder nichts.', whenSigned: 'Wenn alle unterschrieben haben', whenSignedHint: 'Geschieht einmal, mit der letzten Unterschrift.',
deposit: 'Anzahlungsrechnung', whenAccepted: 'Nach der Annahme', deposits: { document: { none: 'Keine', percent: 'Ein Teil des Deal-Werts', amount: 'Ein fester Betrag' }, proposal: { none: 'Keine', percent: 'Ein Teil des Angenommenen', amount: 'Ein fester Betrag' } }, sends: 'Sofort senden',
sendsHint: 'Sie erhält ihre Nummer und der Kunde eine E-Mail mit dem Zahlungslink. Sonst bleibt sie ein Entwurf.', percent: 'Prozent', percentWrong: 'Geben Sie 1 bis 100 Prozent ein.', amount: 'Betrag, ohne Steuer', amountWrong: 'Geben Sie einen Betrag ein.', currency: 'Währung', moveDeal: 'Deal verschieben nach',
noMove: 'Lassen, wo er ist', unknownStage: 'Eine archivierte Phase', follows: { part: { document: (percent: string) => `${percent} des Deal-Werts`, proposal: (percent: string) => `${percent} des Angenommenen` }, draft: (sum: string) => `Für den Kunden entsteht ein Rechnungsentwurf über ${sum}.`,
sent: (sum: string) => `Der Kunde erhält eine Rechnung über ${sum}.`, stage: (stage: string) => `Der Deal kommt nach „${stage}“.` }, preview: 'Vorschau', create: 'Vorlage erstellen', save: 'Speichern', saved: (name: string) => `„${name}“ gespeichert.`, notSaved: 'Die Vorlage konnte nicht gespeichert werden',
help: { title: 'So schreiben Sie eine Vorlage', plainTitle: 'So schreiben Sie einen Text', heading: 'Eine Überschrift; ## und ### für kleinere.', bold: 'Fett und kursiv.', list: 'Eine Liste; 1. für eine nummerierte.', table: 'Eine Tabelle; der Doppelpunkt richtet eine Spalte rechts aus.',
placeholder: 'Ein Wert, der für jedes Dokument ausgefüllt wird.', field: 'Felder zum Ausfüllen, allein auf ihrer Zeile: signature, initials, name, date, text oder tick, von client oder admin.', second: 'Der zweite Kunde. Unterzeichner ohne Unterschriftsfeld erhalten eines am Ende.', pageBreak: 'Eine neue Seite, allein auf ihrer Zeile.' },
},
'business/templates/pdf-strings': {
kinds: { value: 'Wert', signature: 'Unterschrift', initials: 'Initialen', name: 'Name', date: 'Datum', text: 'Text', tick: 'Kontrollkästchen' }, uploadTitle: 'Neue Vorlage aus einer PDF', uploadButton: 'PDF hochladen', file: 'PDF-Datei',
fileHint: 'Höchstens 25 MB und 500 Seiten. Danach platzieren Sie Werte und Unterschriftsfelder darauf.', fileMissing: 'Wählen Sie eine PDF.', notUploaded: 'Die PDF konnte nicht hochgeladen werden', pages: 'Seiten',
pagesHint: 'Ziehen Sie ein Feld auf eine Seite oder klicken Sie es an, um eines hinzuzufügen. Pfeiltasten verschieben ein Feld, Umschalt mit Pfeiltasten ändert seine Größe, Entf entfernt es, und Enter führt zu seinen Einstellungen.', palette: 'Feld hinzufügen', add: (kind: string) => `${kind} hinzufügen`, zoom: 'Zoom',
zoomIn: 'Vergrößern', zoomOut: 'Verkleinern', page: (n: number, count: number) => `Seite ${n} von ${count}`, item: (what: string, n: number) => `${what}, Seite ${n}`, fields: 'Felder', noFields: 'Noch keine. Jeder Unterzeichner braucht ein Unterschriftsfeld.', settingsOf: (what: string) => `Einstellungen: ${what}`,
choose: 'Wählen Sie ein Feld, um es zu ändern.', key: 'Platzhalter', keyHint: 'Felder mit demselben Platzhalter zeigen denselben Wert.', size: 'Schriftgröße', align: 'Ausrichtung', aligns: { left: 'Links', center: 'Zentriert', right: 'Rechts' }, signer: 'Unterzeichner',
signers: (key: string) => { const [role, n] = key.split('-'); return `${role === 'admin' ? 'Ihre Seite' : 'Kunde'}${n === undefined ? '' : ` ${n}`}` },
label: 'Beschriftung', required: 'Pflichtfeld', pageField: 'Seite', x: 'Von links', y: 'Von oben', width: 'Breite', height: 'Höhe', points: 'Größen in Punkt: 72 sind ein Zoll.', remove: 'Feld entfernen', moved: (what: string, x: number, y: number) => `${what}: ${x} von links, ${y} von oben`,
resized: (what: string, width: number, height: number) => `${what}: ${width} breit, ${height} hoch`, added: (what: string) => `${what} hinzugefügt`, removed: (what: string) => `${what} entfernt`, placeholdersHint: 'Einer für jeden Wert auf den Seiten, für jedes Dokument ausgefüllt.',
noPlaceholders: 'Noch keine. Fügen Sie einer Seite einen Wert hinzu.', replace: 'PDF ersetzen', replaced: 'PDF ersetzt. Prüfen Sie die Felder und speichern Sie dann.', saveFirst: 'Speichern Sie, um die Vorschau zu sehen.',
},
'business/templates/sentences': {
'archive-template': { done: 'hat eine Vorlage archiviert oder wiederhergestellt', tried: 'hat versucht, eine Vorlage zu archivieren oder wiederherzustellen' },
'create-template': { done: 'hat eine Vorlage erstellt', tried: 'hat versucht, eine Vorlage zu erstellen' },
'update-template': { done: 'hat eine Vorlage bearbeitet', tried: 'hat versucht, eine Vorlage zu bearbeiten' },
},
'business/templates/google-strings': {
newTitle: 'Neue Vorlage aus einem Google-Dokument', button: 'Aus Google-Dokument', address: 'Adresse des Google-Dokuments', addressHint: 'Wie im Browser: https://docs.google.com/document/d/…/edit. Schreiben Sie darin {{CLIENT_NAME}}, wo ein Wert stehen soll.', addressMissing: 'Fügen Sie die Adresse ein.',
notRead: 'Das Google-Dokument konnte nicht gelesen werden', connect: 'Google verbinden', connectText: 'Foyer erstellt im verbundenen Konto eine Kopie des Dokuments, füllt sie aus, exportiert sie als PDF und löscht die Kopie. Google fragt nach dem Recht auf Ihre Dateien, weil kein kleineres das Kopieren eines Dokuments erlaubt.',
connected: 'Google ist verbunden. Fügen Sie die Adresse des Dokuments ein.', document: 'Google-Dokument', open: 'In Google Docs öffnen', read: 'Gelesen', readText: 'Dokumente entstehen aus dem damaligen Text. Lesen Sie es nach einer Änderung erneut.', readAgain: 'Erneut lesen', unchanged: 'Das Google-Dokument ist unverändert.',
readVersion: (n: number) => `Das Google-Dokument wurde geändert: Das ist jetzt Version ${counted(n)}.`, other: 'Anderes Dokument', otherHint: 'Fügen Sie seine Adresse ein, um ab jetzt dieses zu lesen.', readOther: 'Dieses lesen', text: 'Text, wie er gelesen wurde',
textHint: 'Ohne Bilder und Formatierung. Kopf- und Fußzeilen, Tabellen und alle Tabs sind enthalten.', placeholdersHint: 'Im Dokument gefunden und für jedes ausgefüllt.', noPlaceholders: 'Noch keine. Schreiben Sie {{CLIENT_NAME}} in das Google-Dokument und lesen Sie es erneut.',
signaturesText: 'Alle unterschreiben auf einer Seite, die am Ende des Dokuments angefügt wird.', saveFirst: 'Speichern Sie, um die Vorschau zu sehen.',
},
}
