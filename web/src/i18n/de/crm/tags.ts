import { counted } from '#web/i18n/format.ts'

/** From here on the server counts no further. */
const mostCounted = 10_000
/** In the dative, after “bei” and “von”. */
const records = (n: number): string =>
  n === 0
    ? 'keinem Datensatz'
    : n === 1
      ? '1 Datensatz'
      : n >= mostCounted
        ? `mehr als ${counted(mostCounted - 1)} Datensätzen`
        : `${counted(n)} Datensätzen`

/** German of web/src/crm/tags. */
export default {
  'crm/tags/module': { tags: 'Schlagwörter', tagsAbout: 'Kennzeichen für Kontakte, Unternehmen, Leads und Deals.' },
  'crm/tags/strings': {
    title: 'Schlagwörter',
    about: 'Kennzeichen für Kontakte, Unternehmen, Leads und Deals. Alle im Arbeitsbereich verwenden dieselbe Liste.',
    add: 'Neues Schlagwort',
    edit: 'Schlagwort bearbeiten',
    name: 'Name',
    nameMissing: 'Geben Sie einen Namen ein.',
    save: 'Speichern',
    loadFailed: 'Die Schlagwörter konnten nicht geladen werden',
    notSaved: 'Das Schlagwort konnte nicht gespeichert werden',
    emptyTitle: 'Noch keine Schlagwörter',
    emptyText: 'Ein Schlagwort fasst Datensätze über Seiten hinweg zusammen, etwa „VIP“ oder „Kleines Bad“.',
    uses: 'Verwendet bei',
    usedBy: (n: number) => (n >= mostCounted ? `${counted(mostCounted)}+` : counted(n)),
    actionsOf: (name: string) => `Aktionen für ${name}`,
    rename: 'Name oder Farbe ändern',
    merge: 'Mit anderem Schlagwort vereinen',
    remove: 'Löschen',
    filter: 'Schlagwörter filtern',
    noMatch: 'Kein Schlagwort heißt so.',
    mergeTitle: (name: string) => `„${name}“ zusammenführen`,
    mergeText: (name: string, n: number) =>
      `„${name}“ steht bei ${records(n)}. Dort tritt das andere Schlagwort an seine Stelle. Das lässt sich nicht rückgängig machen.`,
    mergeInto: 'Zusammenführen mit',
    mergeMissing: 'Wählen Sie ein Schlagwort.',
    mergeNow: 'Zusammenführen',
    merged: (name: string) => `Mit „${name}“ zusammengeführt`,
    notMerged: 'Die Schlagwörter konnten nicht zusammengeführt werden',
    cancel: 'Abbrechen',
    deleteTitle: (name: string) => `„${name}“ löschen?`,
    deleteText: (n: number) => `Das Schlagwort wird von ${records(n)} entfernt. Das lässt sich nicht rückgängig machen.`,
    deleted: 'Schlagwort gelöscht',
    search: 'Schlagwort suchen oder anlegen',
    create: (name: string) => `„${name}“ anlegen`,
    noTags: 'Es gibt noch keine Schlagwörter. Tippen Sie einen Namen, um eines anzulegen.',
    notTagged: 'Die Schlagwörter konnten nicht geändert werden',
  },
  'crm/tags/record-strings': {
    title: 'Schlagwörter',
    editTags: 'Schlagwörter bearbeiten',
    addTag: 'Schlagwort hinzufügen',
    picker: 'Schlagwörter dieses Datensatzes',
  },
  'crm/tags/sentences': {
    'save-tag': { done: 'hat ein Schlagwort gespeichert', tried: 'hat versucht, ein Schlagwort zu speichern' },
    'merge-tags': { done: 'hat zwei Schlagwörter zusammengeführt', tried: 'hat versucht, zwei Schlagwörter zusammenzuführen' },
    'delete-tag': { done: 'hat ein Schlagwort gelöscht', tried: 'hat versucht, ein Schlagwort zu löschen' },
    'tag-records': {
      done: 'hat Schlagwörter von Datensätzen geändert',
      tried: 'hat versucht, Schlagwörter von Datensätzen zu ändern',
    },
  },
}
