import { counted } from '#web/i18n/format.ts'

/** German of web/src/automation/knowledge. */
export default {
'automation/knowledge/module': { knowledge: 'Wissen', knowledgeAbout: 'Dokumente für Antworten.' },
'automation/knowledge/strings': {
title: 'Wissen', about: 'Öffnungszeiten, Preise, Bedingungen, Anleitungen: Dokumente, aus denen „Foyer fragen“ und Entwürfe ihre Antworten nehmen.', onlyAdmins: 'Nur Admins und Inhaber ändern Dokumente.', failed: 'Die Dokumente konnten nicht geladen werden', emptyTitle: 'Noch keine Dokumente',
emptyText: 'Schreiben Sie auf, was Kunden oft fragen, oder laden Sie Preisliste und Bedingungen hoch. Antworten nennen das Dokument, aus dem sie stammen.', write: 'Schreiben', upload: 'Hochladen', more: 'Mehr anzeigen', search: 'Dokumente durchsuchen', searchHint: 'Eine Frage, wie ein Kunde sie stellt', searchFailed: 'Die Suche ist fehlgeschlagen', found: 'Gefundene Stellen',
nothing: 'Kein Dokument sagt etwas dazu', nothingText: 'Fügen Sie eines hinzu, das es tut.', documents: 'Dokumente', words: (n: number) => `${counted(n)} ${n === 1 ? 'Wort' : 'Wörter'}`, passages: (n: number) => `${counted(n)} ${n === 1 ? 'Stelle' : 'Stellen'}`, kinds: { text: 'Text', markdown: 'Hier geschrieben', html: 'Webseite', pdf: 'PDF' }, otherLanguage: 'Andere Sprache',
edit: 'Bearbeiten', remove: 'Entfernen', removeTitle: 'Das Dokument entfernen?', removeText: 'Keine Suche und keine Antwort verwendet es ab jetzt. Es lässt sich nicht wiederherstellen.', removed: (title: string) => `${title} ist entfernt`, document: 'Dokument', documentFailed: 'Das Dokument konnte nicht geladen werden', named: 'Von hier stammt die Antwort',
passageGone: 'Diese Stelle gibt es nicht mehr', passageGoneText: 'Das Dokument wurde seitdem geändert.', fromBeginning: 'Von Anfang an lesen', newTitle: 'Neues Dokument', editTitle: 'Dokument bearbeiten', uploadTitle: 'Dokument hochladen', name: 'Titel', nameMissing: 'Geben Sie einen Titel ein.', text: 'Text',
textHint: 'Zeilen, die mit # beginnen, sind Überschriften. Modelle und Kunden können ihn zu lesen bekommen: Schreiben Sie keine Geheimnisse hinein.', textMissing: 'Schreiben Sie einen Text.', language: 'Sprache', seen: 'Wie die Wörter es zeigen', file: 'Datei', fileHint: 'Text, Markdown, HTML oder eine PDF mit Text, höchstens 25 MB. Der Text wird aufbewahrt, die Datei nicht.',
fileMissing: 'Wählen Sie eine Datei.', save: 'Speichern', notSaved: 'Nicht gespeichert', saved: (title: string) => `${title} ist gespeichert`,
},
'automation/knowledge/sentences': {
'remove-knowledge': { done: 'hat ein Dokument aus dem Wissen entfernt', tried: 'hat versucht, ein Dokument aus dem Wissen zu entfernen' },
'save-knowledge': { done: 'hat ein Dokument im Wissen gespeichert', tried: 'hat versucht, ein Dokument im Wissen zu speichern' },
},
}
