import { counted } from '#web/i18n/format.ts'

const some = (n: number, one: string, many: string): string => `${counted(n)} ${n === 1 ? one : many}`

/** German of web/src/desk/bin. */
export default {
  'desk/bin/label': { remove: 'Löschen' },
  'desk/bin/module': { bin: 'Papierkorb', binAbout: 'Gelöschte Datensätze.' },
  'desk/bin/sentences': {
    'delete-records': { done: 'hat Datensätze gelöscht', tried: 'hat versucht, Datensätze zu löschen' },
    'restore-records': {
      done: 'hat Datensätze aus dem Papierkorb wiederhergestellt',
      tried: 'hat versucht, Datensätze aus dem Papierkorb wiederherzustellen',
    },
    'remove-from-bin': {
      done: 'hat Datensätze endgültig entfernt',
      tried: 'hat versucht, Datensätze endgültig zu entfernen',
    },
  },
  'desk/bin/strings#deleting': {
    remove: 'Löschen',
    title: (name: string) => `${name} löschen?`,
    text: {
      contact:
        'Der Kontakt kommt mit seinen Leads und mit Aufgaben, die zu keinem Deal gehören, in den Papierkorb. Deals, Unterhaltungen und Unternehmen bleiben. Sie können ihn 30 Tage lang wiederherstellen.',
      company:
        'Das Unternehmen kommt in den Papierkorb. Seine Kontakte und Deals bleiben. Sie können es 30 Tage lang wiederherstellen.',
      lead: 'Der Lead kommt in den Papierkorb. Sein Kontakt bleibt. Sie können ihn 30 Tage lang wiederherstellen.',
      deal: 'Der Deal kommt mit seinen Aufgaben in den Papierkorb. Sein Kontakt bleibt. Sie können ihn 30 Tage lang wiederherstellen.',
      task: 'Die Aufgabe kommt in den Papierkorb. Sie können sie 30 Tage lang wiederherstellen.',
    },
    deleted: (name: string) => `${name} wurde gelöscht.`,
    restore: 'Wiederherstellen',
    restored: (name: string) => `${name} wurde wiederhergestellt.`,
    kept: {
      has_invoice: 'Dazu gehört eine gesendete oder bezahlte Rechnung, die aufbewahrt werden muss.',
      has_signed_document: 'Dazu gehört ein unterschriebenes Dokument, das aufbewahrt werden muss.',
      has_accepted_proposal: 'Dazu gehört ein angenommenes Angebot, das aufbewahrt werden muss.',
      has_open_document: 'Ein Dokument liegt zur Unterschrift vor. Ziehen Sie es zuerst zurück.',
      has_open_proposal: 'Ein Angebot wartet auf eine Antwort. Ziehen Sie es zuerst zurück.',
      has_meeting: 'Ein Termin steht noch an. Sagen Sie ihn zuerst ab.',
      record_not_found: 'Diesen Datensatz gibt es nicht, oder er wurde endgültig entfernt.',
    },
    notRestored: 'Der Datensatz konnte nicht wiederhergestellt werden',
    inBin: 'Im Papierkorb',
    daysLeft: (n: number) =>
      n <= 0
        ? 'Wird heute Nacht endgültig entfernt.'
        : `Wird in ${some(n, 'Tag', 'Tagen')} endgültig entfernt, sofern Sie den Datensatz nicht wiederherstellen.`,
  },
  'desk/bin/strings': {
    title: 'Papierkorb',
    about: 'Gelöschte Datensätze bleiben 30 Tage hier. Danach werden sie mit ihren Notizen und Dateien endgültig entfernt.',
    search: 'Papierkorb durchsuchen',
    kind: 'Art',
    allKinds: 'Alle Arten',
    kinds: { contact: 'Kontakt', company: 'Unternehmen', lead: 'Lead', deal: 'Deal', task: 'Aufgabe' },
    name: 'Name',
    unnamed: 'Ohne Namen',
    along: (leads: number, tasks: number) =>
      [leads > 0 && some(leads, 'Lead', 'Leads'), tasks > 0 && some(tasks, 'Aufgabe', 'Aufgaben')].filter(Boolean).join(', '),
    withIt: (what: string) => `mit ${what}`,
    deletedAt: 'Gelöscht',
    deletedBy: 'Von',
    left: 'Verbleibende Tage',
    leftFor: (n: number) => (n <= 0 ? 'Heute Nacht' : counted(n)),
    restore: 'Wiederherstellen',
    removeNow: 'Endgültig entfernen',
    removeTitle: (name: string) => `${name} endgültig entfernen?`,
    removeText: 'Auch Notizen, Dateien und Nachrichten werden entfernt. Das lässt sich nicht rückgängig machen.',
    removed: (name: string) => `${name} wurde endgültig entfernt.`,
    keptAfterAll: (name: string) => `${name} muss inzwischen aufbewahrt werden und wurde wiederhergestellt.`,
    loadFailed: 'Der Papierkorb konnte nicht geladen werden',
    emptyTitle: 'Der Papierkorb ist leer',
    emptyText: 'Was Sie löschen, bleibt 30 Tage hier und lässt sich wiederherstellen.',
    noMatch: 'Nichts im Papierkorb passt dazu.',
  },
}
