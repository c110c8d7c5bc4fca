/**
 * The addresses and numbers of the people whom the demo invents: under domains of RFC 2606, and numbers that countries keep for film and
 * print. They belong to no person, in each workspace and for ever, so nothing that is written to one is handed to a provider, whichever
 * record bears it. A test compares them with the people of the demo.
 */
const emails: ReadonlySet<string> = new Set([
  'ahmed@farouk-textiles.example.com',
  'aiko.tanabe@kumo-ceramics.example.com',
  'am.rossi@villa-rossi.example.com',
  'amara@diallo-mode.example.com',
  'andre.kowalczyk@example.com',
  'bruno@carvalho-vinhos.example.com',
  'c.dubois@dubois-traiteur.example.com',
  'chinedu@ezesolar.example.com',
  'christine.vogel@vogel-optik.example.com',
  'daniel@goldberg-strings.example.com',
  'dstein@meridian-dental.example.com',
  'emeka.nwosu@example.org',
  'fiona@macleod-knits.example.com',
  'giulia@ferrante-oli.example.com',
  'grace.okafor@harbourlight.example.org',
  'hannah.weiss@weiss-und-sohn.example.com',
  'henrik@dahl-robotics.example.com',
  'hugo@bergstrom-segel.example.com',
  'ines@casamoura.example.com',
  'ingrid.solberg@fjordpay.example.com',
  'isabel@castellanos-deporte.example.com',
  'joanna@whitlock-gardens.example.com',
  'jonas@lindqvistbygg.example.com',
  'julien@lefevre-fromages.example.com',
  'kayla.nguyen@example.com',
  'kwame.boateng@accra-fresh.example.com',
  'leila@benali-patisserie.example.com',
  'liam@byrnebrewing.example.com',
  'm.whitfield@northgate-logistics.example.com',
  'marta.nowicka@piekarnia-nowicka.example.com',
  'mehmet@yildiz-hali.example.com',
  'meiling@chou-acoustics.example.com',
  'nadia@atelier-amrani.example.com',
  'noor@haddad-law.example.com',
  'office@brandstaetter-holz.example.com',
  'olivia.brennan@fieldnote.example.com',
  'oskar.lehmann@lehmann-dach.example.com',
  'peter@novak-servis.example.com',
  'pieter@vandermeer-bikes.example.com',
  'priya.r@lumenforge.example.com',
  'rahul@stackharbor.example.com',
  'rebecca.lindholm@nordklang.example.net',
  'rhaines@hainesplumbing.example.com',
  'samuel@adeyemi-pharma.example.com',
  'shanice.c@example.net',
  'siobhan@niriain-jewellery.example.com',
  'sofia.herrera@aguaclara.example.com',
  'stefan.popescu@carpathia-tours.example.com',
  'sunniva@aas-arkitekter.example.org',
  'tiago@almeida-surf.example.com',
  'tomasz@zielinski-okna.example.net',
  'viktor.horvath@example.net',
  'w.ashdown@ashdown-estates.example.com',
  'y.sokolova@polarclinic.example.net',
  'zanele@dlamini-tea.example.com',
])

/** E.164. */
const phones: ReadonlySet<string> = new Set([
  '+12125550134',
  '+13055550126',
  '+14165550149',
  '+15125550171',
  '+16175550183',
  '+16465550118',
  '+17205550107',
  '+18085550160',
  '+33199001247',
  '+33199005520',
  '+33639984107',
  '+441632960077',
  '+441632960431',
  '+442079460318',
  '+442079460771',
  '+447700900142',
  '+447700900875',
  '+46701740605',
  '+46846500412',
  '+46846500488',
  '+491713920012',
  '+4917604069012',
  '+493023125108',
  '+493023125177',
  '+61255501436',
  '+61491570156',
])

/** How what is written to one of them ends. */
export const demoData = { code: 'demo_data', words: 'Demo data: this was sent to no one.' } as const

/** `email`: as it is compared by, or as it was typed. */
export const isDemoEmail = (email: string | null): boolean => email !== null && emails.has(email.trim().toLowerCase())

/** `phone`: in E.164. */
export const isDemoPhone = (phone: string | null): boolean => phone !== null && phones.has(phone)
