import { counted } from '#web/i18n/format.ts'

/** German of web/src/crm/records. */
export default {
'crm/records/strings': {
emptyFields: (n: number) => `${counted(n)} ${n === 1 ? 'leeres Feld' : 'leere Felder'} anzeigen`, fewerFields: 'Leere Felder ausblenden', edit: (name: string) => `${name} bearbeiten`, add: (name: string) => `${name} hinzufügen`,
openLink: (name: string) => `${name} öffnen`, empty: '–', owner: 'Zuständig', noOwner: 'Niemand zuständig', formerMember: 'ehemaliges Mitglied', notSaved: 'Die Änderung konnte nicht gespeichert werden',
composer: 'Neuer Eintrag', note: 'Notiz', message: 'Nachricht', task: 'Aufgabe', call: 'Anruf', notePlaceholder: 'Schreiben Sie eine Notiz. @ erwähnt ein Teammitglied.',
noteHint: 'Nur Ihr Team sieht Notizen · Strg Enter fügt sie hinzu', addNote: 'Notiz hinzufügen', notAdded: 'Die Notiz konnte nicht hinzugefügt werden. Ihr Text ist noch da.',
tooLong: (n: number) => `${counted(n)} Zeichen zu viel`, teammates: 'Teammitglieder', messagePlaceholder: 'Schreiben Sie eine Nachricht', messageHint: 'Geht in die Unterhaltung · Strg Enter sendet sie',
send: 'Senden', sent: 'Nachricht gesendet', notSent: 'Die Nachricht konnte nicht gesendet werden. Ihr Text ist noch da.', noConversation: 'Mit diesem Kontakt gibt es noch keine Unterhaltung.',
openConversation: 'Unterhaltung öffnen', taskTitle: 'Aufgabe', taskDue: 'Fällig', addTask: 'Aufgabe hinzufügen', taskAdded: 'Aufgabe hinzugefügt', taskNotAdded: 'Die Aufgabe konnte nicht hinzugefügt werden. Ihr Text ist noch da.',
callNow: 'Jetzt anrufen oder einen Anruf planen:', callTitle: 'Grund des Anrufs', planCall: 'Anruf planen', filter: 'Zeitleiste filtern', all: 'Alle',
groups: { messages: 'Nachrichten', calls: 'Anrufe', notes: 'Notizen', deals: 'Deals', money: 'Zahlungen', changes: 'Änderungen' }, manyOf: (n: number) => `${counted(n)}+`, timeline: 'Zeitleiste',
noneOfKind: 'Noch nichts dieser Art.', editNote: 'Notiz bearbeiten', deleteNote: 'Notiz löschen', noteActions: 'Aktionen für diese Notiz', noteDeleted: 'Notiz gelöscht', noteNotDeleted: 'Die Notiz konnte nicht gelöscht werden',
save: 'Speichern', cancel: 'Abbrechen', files: 'Dateien', addFiles: 'Dateien hinzufügen', noFiles: 'Noch keine Dateien. Ziehen Sie sie hierher oder fügen Sie sie ein.', dropFiles: 'Dateien zum Hinzufügen loslassen',
uploading: (name: string) => `${name} wird hochgeladen`, fileNotAdded: (name: string) => `${name} konnte nicht hinzugefügt werden`, filesFailed: 'Die Dateien konnten nicht geladen werden',
fileTooLarge: 'Eine Datei darf höchstens 25 MB haben.', dismiss: 'Ausblenden', removeFile: (name: string) => `${name} entfernen`, fileRemoved: (name: string) => `${name} entfernt`,
fileNotRemoved: 'Die Datei konnte nicht entfernt werden', preview: (name: string) => `Vorschau von ${name}`, download: 'Herunterladen', downloadFile: (name: string) => `${name} herunterladen`,
noPreview: 'Diese Seite kann nicht angezeigt werden. Laden Sie die Datei herunter, um sie zu sehen.', page: (n: number) => `Seite ${counted(n)}`, pageBefore: 'Vorherige Seite', pageAfter: 'Nächste Seite', moreFiles: 'Mehr anzeigen',
tasks: 'Aufgaben', noTasks: 'Keine offenen Aufgaben', place: (n: number, of: number, hasMore: boolean) => `${counted(n)} von ${counted(of)}${hasMore ? '+' : ''}`, previous: 'Vorheriger (k)', next: 'Nächster (j)',
inBin: 'Im Papierkorb', inBinText: 'Wird 30 Tage nach dem Löschen endgültig entfernt.',
},
'crm/records/sentences#audit': {
'add-note': { done: 'hat eine Notiz hinzugefügt', tried: 'hat versucht, eine Notiz hinzuzufügen' },
'update-note': { done: 'hat eine Notiz bearbeitet', tried: 'hat versucht, eine Notiz zu bearbeiten' },
'delete-note': { done: 'hat eine Notiz gelöscht', tried: 'hat versucht, eine Notiz zu löschen' },
'restore-note': { done: 'hat eine Notiz wiederhergestellt', tried: 'hat versucht, eine Notiz wiederherzustellen' },
'add-record-file': { done: 'hat einem Datensatz eine Datei hinzugefügt', tried: 'hat versucht, einem Datensatz eine Datei hinzuzufügen' },
'remove-record-file': { done: 'hat eine Datei eines Datensatzes entfernt', tried: 'hat versucht, eine Datei eines Datensatzes zu entfernen' },
'restore-record-file': { done: 'hat eine Datei eines Datensatzes wiederhergestellt', tried: 'hat versucht, eine Datei eines Datensatzes wiederherzustellen' },
},
'crm/records/sentences': { mentioned: (by: string) => (by === '' ? 'Sie wurden in einer Notiz erwähnt' : `${by} hat Sie in einer Notiz erwähnt`) },
}
