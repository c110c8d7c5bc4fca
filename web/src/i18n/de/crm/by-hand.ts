/** German of web/src/crm/by-hand. */
export default {
  'crm/by-hand/strings': {
    owner: 'Zuständig',
    noOwner: 'Niemand zuständig',
    known: 'Schon vorhanden?',
    knownPeople: 'Kontakte und Unternehmen, die gleich sein könnten',
    open: 'Öffnen',
    unnamed: 'Unbekannter Kontakt',
    contactReasons: {
      email: 'Gleiche E-Mail',
      phone: 'Gleiche Nummer',
      name: 'Gleicher Name',
      company: 'Gleiches Unternehmen',
    },
    companyReasons: { domain: 'Gleiche Domain', email: 'Domain der E-Mail', name: 'Name beginnt gleich' },
    inBin: 'Im Papierkorb: Hinzufügen stellt wieder her',
    restored: 'Sie hatten das schon begonnen. Ihre Eingaben sind noch da.',
    startOver: 'Neu beginnen',
  },
}
