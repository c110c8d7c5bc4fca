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
    recordLabel: 'Zu',
    recordHint: 'Geben Sie einen Namen, eine E-Mail-Adresse oder eine Nummer ein.',
    recordOptional: 'Ein Kontakt, Unternehmen, Deal oder Lead. Kann leer bleiben.',
    recordsFound: 'Kontakte, Unternehmen, Deals und Leads',
    recordKinds: { contact: 'Kontakt', company: 'Unternehmen', deal: 'Deal', lead: 'Lead' },
  },
}
