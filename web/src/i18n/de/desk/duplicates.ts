/** German of web/src/desk/duplicates. */
export default {
  'desk/duplicates/module': {
    duplicates: 'Duplikate',
    duplicatesAbout: 'Kontakte oder Unternehmen, die eines sein könnten.',
  },
  'desk/duplicates/sentences': {
    'dismiss-company-duplicate': {
      done: 'hat angegeben, dass zwei Unternehmen nicht dasselbe sind',
      tried: 'hat versucht anzugeben, dass zwei Unternehmen nicht dasselbe sind',
    },
    'dismiss-duplicate': {
      done: 'hat angegeben, dass zwei Kontakte nicht dieselbe Person sind',
      tried: 'hat versucht anzugeben, dass zwei Kontakte nicht dieselbe Person sind',
    },
  },
  'desk/duplicates/strings': {
    title: 'Duplikate',
    back: 'Kontakte',
    about:
      'Kontakte, die dieselbe Person sein könnten, und Unternehmen, die eines sein könnten. Nichts wird ohne Sie zusammengeführt, und jede Zusammenführung lässt sich rückgängig machen.',
    kinds: 'Was verglichen wird',
    companies: 'Unternehmen',
    loadFailed: 'Die Duplikate konnten nicht geladen werden',
    emptyTitle: 'Keine Duplikate',
    emptyText: 'Hier erscheinen Kontakte mit gleichem Postfach, gleicher Nummer oder gleichem Namen in einem Unternehmen.',
    reasons: {
      mailbox: 'Gleiches Postfach',
      phone: 'Gleiche Nummer',
      name_company: 'Gleicher Name, gleiches Unternehmen',
      name_domain: 'Gleicher Name, gleiche E-Mail-Domain',
    },
    companiesEmptyText:
      'Hier erscheinen Unternehmen mit gleicher Steuer- oder Registernummer, gleicher Domain oder gleichem Namen ohne Rechtsform.',
    companyReasons: { number: 'Gleiche Registernummer', domain: 'Gleiche Domain', name: 'Gleicher Name' },
    pair: (one: string, other: string) => `${one} und ${other}`,
    unnamed: 'Ohne Namen',
    email: 'E-Mail',
    phone: 'Telefon',
    company: 'Unternehmen',
    domain: 'Domain',
    jobTitle: 'Position',
    added: 'Hinzugefügt',
    none: '–',
    keep: 'Behalten',
    keepNamed: (name: string) => `${name} behalten`,
    notSame: 'Nicht identisch',
    merged: (name: string) => `Die Kontakte wurden zu ${name} zusammengeführt.`,
    companiesMerged: (name: string) => `Die Unternehmen wurden zu ${name} zusammengeführt.`,
    dismissed: 'Diese beiden werden nicht mehr vorgeschlagen.',
    failed: 'Die Änderung konnte nicht gespeichert werden',
    companyKeys: '1 und 2 behalten das jeweilige Unternehmen, N heißt: nicht dasselbe.',
    keys: '1 und 2 behalten den jeweiligen Kontakt, N heißt: nicht dieselbe Person.',
  },
  'desk/duplicates/duplicates-link': {
    possible: (n: number, count: string) => (n === 1 ? `${count} mögliches Duplikat` : `${count} mögliche Duplikate`),
  },
}
