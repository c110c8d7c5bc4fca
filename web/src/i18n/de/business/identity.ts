/** German of web/src/business/identity. */
export default {
'business/identity/module': { business: 'Unternehmen', businessLead: 'Name, Adresse, Steuernummern, Logo und Farbe auf Rechnungen, in E-Mails und auf öffentlichen Seiten.' },
'business/identity/strings': {
business: 'Unternehmen', about: 'Was Kunden auf Rechnungen, Zahlungsbelegen, in E-Mails und auf öffentlichen Seiten sehen.', loadFailed: 'Die Unternehmensdaten konnten nicht geladen werden.', saveFailed: 'Die Unternehmensdaten konnten nicht gespeichert werden.',
saved: 'Unternehmensdaten gespeichert.', onlyAdmins: 'Nur Inhaber und Admins können die Unternehmensdaten ändern.', startTitle: 'Kunden sehen noch nicht, wer Sie sind',
startText: 'Auf Rechnungen steht nur Ihr Name. Ergänzen Sie rechtlichen Namen, Adresse und Steuernummer, dann ein Logo.', brand: 'Marke', logo: 'Logo', logoHint: 'SVG, PNG, JPEG oder WebP, mindestens 200 Pixel breit', upload: 'Hochladen', replace: 'Ersetzen', remove: 'Entfernen',
logoFailed: 'Das Logo konnte nicht hochgeladen werden.', logoNotDrawn: 'Dieser Browser kann die Datei nicht als Bild öffnen. Versuchen Sie es mit PNG.', logoAlt: 'Logo', colour: 'Markenfarbe', colourNone: 'Keine', colourOther: 'Andere Farbe',
colourWrong: 'Schreiben Sie eine Farbe wie #1f5f4c.', colours: { '#1f5f4c': 'Grün', '#243c7a': 'Blau', '#6b2f6b': 'Pflaume', '#b04b26': 'Ton', '#41484f': 'Schiefer', '#0f6a75': 'Petrol' },
contrastGood: (contrast: string) => `${contrast} : 1 gegen Weiß. Schaltflächen und Links bleiben lesbar.`, contrastLow: (contrast: string, shown: string) => `${contrast} : 1 gegen Weiß. Text und Links werden dunkler gezeigt (${shown}).`, names: 'Namen und Nummern',
tradeName: 'Geschäftsname', tradeNameHint: 'Der Name des Arbeitsbereichs.', legalName: 'Rechtlicher Name', legalNameHint: 'Wie eingetragen, mit GmbH, e. K., Ltd …', nameMissing: 'Geben Sie einen Namen ein.', registration: 'Registereintrag',
registrationHint: 'Register und Nummer, etwa Amtsgericht Berlin HRB 12345.', taxNames: { vat: 'USt-IdNr.', gstin: 'GSTIN', pan: 'PAN', utr: 'Unique Taxpayer Reference (UTR)', company: 'Company number', siret: 'SIREN oder SIRET', steuernummer: 'Steuernummer',
ein: 'Employer Identification Number (EIN)', uid: 'UID', abn: 'ABN', other: 'Steuernummer' },
numberForm: (example: string) => `Hat nicht die Form dieser Nummer. Sie sieht aus wie ${example}.`, numberDigit: (example: string) => `Eine der Ziffern ist falsch. Vergleichen Sie mit Ihrem Bescheid; die Nummer sieht aus wie ${example}.`, address: 'Adresse', street: 'Straße', postcode: 'Postleitzahl',
city: 'Ort', region: 'Bundesland oder Provinz', country: 'Land', countryHint: 'Rechnungen folgen den Regeln dieses Landes.', countryNone: 'Land wählen', noSuchCountry: 'Kein passendes Land', contact: 'Kontakt', email: 'E-Mail', emailHint: 'Für Fragen von Kunden zu Rechnungen.',
phone: 'Telefon', website: 'Website', websiteWrong: 'Schreiben Sie eine Adresse wie https://rao.studio.', bank: 'Bankverbindung', bankText: 'Auf Rechnungen und der Zahlungsseite, für Kunden, die überweisen.',
bankNames: { iban: 'IBAN', bic: 'BIC', sort_code: 'Sort Code', account: 'Kontonummer', routing: 'Routing Number', ifsc: 'IFSC' }, invoices: 'Rechnungsnummern', prefix: 'Präfix', prefixWrong: 'Verwenden Sie nur Buchstaben und - / # . _. Jahr und Nummer werden ergänzt.',
period: 'Nummern beginnen neu', periods: { none: 'Nie', year: 'Jedes Jahr im Januar', april: 'Jedes Geschäftsjahr im April' }, width: 'Ziffern', next: (label: string) => `Die nächste Rechnung ist ${label}.`,
nextAfter: (label: string, last: string) => `Die nächste Rechnung ist ${label}. Die letzte war ${last}.`, keeps: 'Gesendete Rechnungen behalten ihre Nummern.', documents: 'Dokumente', footer: 'Fußzeile',
footerHint: 'Am Ende von Rechnungen und Zahlungsbelegen, etwa Geschäftsführung oder Zahlungsbedingungen.', currency: 'Währung', currencyHint: 'Neue Rechnungen beginnen damit.', currencyNone: 'Wie auf der letzten Rechnung', nothingFound: 'Nichts gefunden', zone: 'Zeitzone',
hours: 'Arbeitszeiten und Feiertage', previewTitle: 'So sehen es Kunden', sampleInvoice: (label: string) => `Rechnung ${label}`, sampleDue: (day: string) => `Fällig ${day}`, samplePay: (amount: string) => `${amount} bezahlen`, sampleQuestions: 'Fragen?',
},
'business/identity/sentences': {
'save-business': { done: 'hat die Unternehmensdaten geändert', tried: 'hat versucht, die Unternehmensdaten zu ändern' },
'save-invoice-numbering': { done: 'hat die Nummerierung von Rechnungen geändert', tried: 'hat versucht, die Nummerierung von Rechnungen zu ändern' },
},
}
