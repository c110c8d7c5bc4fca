import { counted } from '#web/i18n/format.ts'

const rows = (n: number): string => (n === 1 ? '1 Datensatz' : `${counted(n)} Datensätze`)

/** German of web/src/platform/retention. */
export default {
  'platform/retention/module': { cleanup: 'Bereinigung', cleanupAbout: 'Abgelaufene Daten jetzt entfernen.' },
  'platform/retention/strings': {
    title: 'Bereinigung',
    about:
      'Foyer entfernt abgelaufene Daten jede Nacht. Hier sehen Sie, was fällig ist, und können es jetzt entfernen. Leads, Dokumente mit ihren Nachweisen, Zahlungen und das Audit-Protokoll werden hier nie entfernt.',
    loadFailed: 'Die abgelaufenen Daten konnten nicht gezählt werden',
    due: 'Abgelaufene Daten',
    dueText: 'Nur was hier steht, wird entfernt.',
    countAgain: 'Neu zählen',
    list: 'Abgelaufene Daten nach Art',
    kind: 'Daten',
    count: 'Datensätze',
    oldest: 'Älteste',
    kept: 'Aufbewahrt',
    days: (n: number) => (n === 1 ? '1 Tag' : `${counted(n)} Tage`),
    none: 'Keine',
    emptyTitle: 'Nichts ist abgelaufen',
    emptyText: 'Die nächtliche Bereinigung hat alles Fällige entfernt.',
    remove: (n: number) => `${rows(n)} entfernen`,
    confirmTitle: 'Abgelaufene Daten entfernen',
    confirmText: (n: number) =>
      `${rows(n)} ${n === 1 ? 'wird' : 'werden'} aus diesem Arbeitsbereich entfernt. Das lässt sich nicht rückgängig machen.`,
    confirm: 'Entfernen',
    removed: (n: number) => `${rows(n)} entfernt`,
    running: 'Die Bereinigung läuft',
    progress: (removed: number, planned: number) =>
      `${counted(removed)} von ${planned === 1 ? '1 Datensatz' : `${counted(planned)} Datensätzen`} entfernt`,
    last: 'Letzte Bereinigung',
    lastText: (n: number, by: string) => (by === '' ? `${rows(n)} entfernt` : `${rows(n)} entfernt von ${by}`),
  },
  'platform/retention/strings#kindNames': {
    sessions: 'Sitzungen',
    challenges: 'Nicht abgeschlossene Anmeldungen',
    oauth_flows: 'Nicht abgeschlossene Verbindungen',
    idempotency: 'Für Wiederholungen aufbewahrte Antworten',
    deliveries: 'Anfragen ohne Lead',
    provider_calls: 'Aufrufe bei Anbietern',
    mails: 'Gesendete und fehlgeschlagene E-Mails',
    webhook_deliveries: 'Webhook-Zustellungen',
    uploads: 'Dateien ohne Leads',
    ai_reservations: 'Verlorene KI-Aufrufe',
    transcripts: 'Unterhaltungen mit dem Assistenten',
    sync_pages: 'Einzelheiten von CRM-Abgleichen',
  },
  'platform/retention/sentences': {
    'system-cleanup': {
      done: 'hat abgelaufene Daten gezählt oder entfernt',
      tried: 'hat versucht, abgelaufene Daten zu zählen oder zu entfernen',
    },
  },
}
