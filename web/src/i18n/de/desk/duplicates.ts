/** German of web/src/desk/duplicates. */
export default {
  'desk/duplicates/module': {
    duplicates: 'Duplikate',
    duplicatesAbout: 'Kontakte, die dieselbe Person sein könnten.',
  },
  'desk/duplicates/sentences': {
    'dismiss-duplicate': {
      done: 'hat angegeben, dass zwei Kontakte nicht dieselbe Person sind',
      tried: 'hat versucht anzugeben, dass zwei Kontakte nicht dieselbe Person sind',
    },
  },
  'desk/duplicates/strings': {
    title: 'Duplikate',
    back: 'Kontakte',
    about:
      'Kontakte, die dieselbe Person sein könnten. Nichts wird ohne Sie zusammengeführt, und jede Zusammenführung lässt sich rückgängig machen.',
    loadFailed: 'Die Duplikate konnten nicht geladen werden',
    emptyTitle: 'Keine Duplikate',
    emptyText: 'Hier erscheinen Kontakte mit gleichem Postfach, gleicher Nummer oder gleichem Namen in einem Unternehmen.',
    reasons: {
      mailbox: 'Gleiches Postfach',
      phone: 'Gleiche Nummer',
      name_company: 'Gleicher Name, gleiches Unternehmen',
      name_domain: 'Gleicher Name, gleiche E-Mail-Domain',
    },
    pair: (one: string, other: string) => `${one} und ${other}`,
    unnamed: 'Ohne Namen',
    email: 'E-Mail',
    phone: 'Telefon',
    company: 'Unternehmen',
    jobTitle: 'Position',
    added: 'Hinzugefügt',
    none: '–',
    keep: 'Diesen behalten',
    keepNamed: (name: string) => `Diesen behalten: ${name}`,
    notSame: 'Nicht dieselbe Person',
    merged: (name: string) => `Die Kontakte wurden zu ${name} zusammengeführt.`,
    dismissed: 'Diese beiden werden nicht mehr vorgeschlagen.',
    failed: 'Die Änderung konnte nicht gespeichert werden',
    keys: '1 und 2 behalten den jeweiligen Kontakt, N heißt: nicht dieselbe Person.',
  },
  'desk/duplicates/duplicates-link': {
    possible: (n: number, count: string) => (n === 1 ? `${count} mögliches Duplikat` : `${count} mögliche Duplikate`),
  },
}
