/** German of web/src/automation/assistant. */
export default {
  'automation/assistant/strings': {
    title: 'Foyer fragen',
    close: '„Foyer fragen“ schließen',
    fresh: 'Neue Unterhaltung',
    history: 'Unterhaltungen',
    back: 'Zurück zur Unterhaltung',
    field: 'Ihre Frage',
    placeholder: 'Fragen Sie nach Deals, Kontakten, Rechnungen, Terminen …',
    placeholderAbout: 'Fragen Sie zu dieser Seite oder zu etwas anderem …',
    send: 'Senden',
    stop: 'Stoppen',
    you: 'Sie',
    it: 'Foyer',
    emptyTitle: 'Was möchten Sie wissen?',
    emptyText:
      'Foyer schlägt mit Ihren Rechten nach und sagt, was es angesehen hat. Was es ändern würde, wartet auf Ihre Freigabe; vorher geschieht nichts.',
    waiting: 'Welche Deals warten auf uns?',
    overdue: 'Welche Rechnungen sind überfällig?',
    week: 'Was steht diese Woche an?',
    thinking: 'Denkt nach …',
    looking: (summary: string) => `${summary} …`,
    interrupted: 'Die Antwort wurde unterbrochen. Fragen Sie erneut, um fortzufahren.',
    cut: 'Diese Antwort brach ab.',
    lengthReached: 'Die Antwort wurde bei der größten Länge abgeschnitten.',
    filtered: 'Der KI-Anbieter hat diese Antwort wegen ihres Inhalts gestoppt.',
    fallback: (from: string, model: string) => `${model} hat geantwortet, weil ${from} nicht konnte.`,
    lookedAt: 'Angesehen',
    shown: (n: string) => `${n} angezeigt`,
    shownOf: (n: string, total: string, isMore: boolean) => `${n} von ${isMore ? 'mehr als ' : ''}${total}`,
    cutShort: (n: string) => `die ersten ${n}; es gibt mehr`,
    failed: 'konnte nicht gelesen werden',
    notAsked: 'Die Frage wurde nicht beantwortet',
    search: 'Unterhaltungen suchen',
    noConversation: 'Noch keine Unterhaltungen',
    noConversationText: 'Was Sie fragen, wird hier nur für Sie aufbewahrt.',
    noMatch: 'Keine Unterhaltung enthält diese Wörter',
    remove: (title: string) => `„${title}“ löschen`,
    removed: 'Unterhaltung gelöscht.',
    notRemoved: 'Die Unterhaltung wurde nicht gelöscht',
    approve: 'Freigeben',
    dismiss: 'Verwerfen',
    again: 'Erneut versuchen',
    proposal: 'Vorschlag',
    before: 'Jetzt',
    after: 'Neu',
    changed: 'geändert',
    notProposed: 'Nicht vorgeschlagen:',
    table: 'Tabelle',
    leaves: 'Verlässt das Haus:',
    openUntil: 'Offen bis',
    states: {
      open: 'Wartet auf Sie',
      running: 'Wird ausgeführt …',
      done: 'Erledigt',
      failed: 'Fehlgeschlagen',
      expired: 'Abgelaufen; nichts ist geschehen',
      dismissed: 'Verworfen; nichts ist geschehen',
    },
    notApproved: 'Es wurde nicht ausgeführt',
  },
  'automation/assistant/trouble-strings': {
    usedUp: {
      workspace: {
        day: (limit: string) =>
          `Der Arbeitsbereich darf am Tag ${limit} für KI ausgeben; was davon übrig ist, reicht für diese Frage nicht.`,
        month: (limit: string) =>
          `Der Arbeitsbereich darf im Monat ${limit} für KI ausgeben; was davon übrig ist, reicht für diese Frage nicht.`,
      },
      person: {
        day: (limit: string) =>
          `Sie dürfen am Tag ${limit} für KI ausgeben; was davon übrig ist, reicht für diese Frage nicht.`,
        month: (limit: string) =>
          `Sie dürfen im Monat ${limit} für KI ausgeben; was davon übrig ist, reicht für diese Frage nicht.`,
      },
      feature: {
        day: (limit: string) =>
          `„Foyer fragen“ darf am Tag ${limit} ausgeben; was davon übrig ist, reicht für diese Frage nicht.`,
        month: (limit: string) =>
          `„Foyer fragen“ darf im Monat ${limit} ausgeben; was davon übrig ist, reicht für diese Frage nicht.`,
      },
    },
    again: (from: string) => `Das Budget beginnt neu am ${from}.`,
    raise: 'Unter Einstellungen → KI erhöhen',
    owners: (names: string) => `Erhöhen kann es: ${names}.`,
  },
}
