/** A lead of the demo: the body that a sender would have posted, and when. */
export interface DemoLead {
  readonly hoursAgo: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A consent as senders claim it, obtained so many days before the lead came. */
const claim = (basis: string, source: string, daysBefore = 0) => ({ basis, source, daysBefore })

type Row = readonly [hoursAgo: number, source: string, fields: Readonly<Record<string, unknown>>]

/**
 * What some weeks bring to an agency for brands and web sites: forms, data providers, fairs, word of mouth; people who
 * come twice, by another way or with a number added. All of them invented: addresses under the domains of RFC 2606, and
 * numbers that Germany, France, the United Kingdom, Sweden, Australia and North America keep for film and print.
 * None has an external_id: no real lead may ever be taken for the repeat of one of these.
 */
const rows: readonly Row[] = [
  [
    0.4,
    'website',
    {
      name: 'Nadia El Amrani',
      email: 'nadia@atelier-amrani.example.com',
      phone: '+33 1 99 00 12 47',
      company: 'Atelier Amrani',
      job_title: 'Founder',
      note: 'We open our second showroom in March and the site still says we have one. Can we talk this week?',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    3,
    'apollo',
    {
      name: 'Marcus Whitfield',
      email: 'm.whitfield@northgate-logistics.example.com',
      phone: '+44 20 7946 0318',
      company: 'Northgate Logistics',
      job_title: 'Marketing Director',
      linkedin_url: 'https://www.linkedin.com/in/example-marcus-whitfield',
      consent: claim('legitimate_interests', 'Apollo', 40),
    },
  ],
  [
    5.5,
    'website',
    {
      name: 'Tomasz Zieliński',
      email: 'tomasz@zielinski-okna.example.net',
      company: 'Zieliński Okna',
      note: 'Nowa strona dla firmy okiennej, 14 podstron. Proszę o wycenę.',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    8,
    'referral',
    {
      name: 'Grace Okafor',
      email: 'grace.okafor@harbourlight.example.org',
      phone: '+44 7700 900142',
      company: 'Harbourlight Trust',
      job_title: 'Head of Communications',
      note: 'Sent over by Ines at Casa Moura. Annual report, print and web.',
    },
  ],
  [
    22,
    'clay',
    {
      name: 'Priya Raghunathan',
      email: 'priya.r@lumenforge.example.com',
      company: 'Lumenforge',
      job_title: 'VP Growth',
      linkedin_url: 'https://www.linkedin.com/in/example-priya-r',
      consent: claim('legitimate_interests', 'Clay', 12),
    },
  ],
  [
    26,
    'website',
    {
      name: 'Jonas Lindqvist',
      email: 'jonas@lindqvistbygg.example.com',
      phone: '+46 8 465 004 12',
      company: 'Lindqvist Bygg',
      note: 'Hej! Vi behöver en ny grafisk profil till våren.',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    29,
    'google-ads',
    {
      name: 'Caroline Dubois',
      email: 'c.dubois@dubois-traiteur.example.com',
      phone: '+33 6 39 98 41 07',
      company: 'Dubois Traiteur',
      note: 'Site vitrine + commande en ligne pour un traiteur.',
      consent: claim('consent', 'Landing page: restaurants'),
    },
  ],
  [
    31,
    'linkedin-ads',
    { full_name: 'Andre Kowalczyk', email: 'andre.kowalczyk@example.com', company: 'Freelance', title: 'Product Designer' },
  ],
  [
    47,
    'website',
    {
      name: 'Hannah Weiss',
      email: 'hannah.weiss@weiss-und-sohn.example.com',
      phone: '+49 30 23125 108',
      company: 'Weiss & Sohn',
      job_title: 'Geschäftsführerin',
      note: 'Relaunch unseres Onlineshops, ca. 400 Artikel. Budget steht.',
      consent: claim('consent', 'Kontaktformular'),
    },
  ],
  [
    50,
    'trade-fair',
    {
      name: 'Liam Gallagher-Byrne',
      email: 'liam@byrnebrewing.example.com',
      phone: '+44 1632 960077',
      company: 'Byrne Brewing Co',
      note: 'Stand 14. Labels for three seasonal beers, wants samples.',
      consent: claim('consent', 'Card at the stand'),
    },
  ],
  [
    52,
    'trade-fair',
    {
      name: 'Aiko Tanabe',
      email: 'aiko.tanabe@kumo-ceramics.example.com',
      company: 'Kumo Ceramics',
      job_title: 'Owner',
      note: 'Stand 14. Catalogue and a small shop.',
      consent: claim('consent', 'Card at the stand'),
    },
  ],
  [
    54,
    'trade-fair',
    { name: 'Mateo Fuentes', phone: '+1 305 555 0126', company: 'Fuentes Marine', note: 'Stand 14. Prefers a call, mornings.' },
  ],
  [
    55,
    'trade-fair',
    {
      name: 'Sunniva Aas',
      email: 'sunniva@aas-arkitekter.example.org',
      company: 'Aas Arkitekter',
      consent: claim('consent', 'Card at the stand'),
    },
  ],
  [
    70,
    'apollo',
    {
      name: 'Deborah Stein',
      email: 'dstein@meridian-dental.example.com',
      phone: '+1 617 555 0183',
      company: 'Meridian Dental Group',
      job_title: 'Practice Manager',
      consent: claim('legitimate_interests', 'Apollo', 60),
    },
  ],
  [
    70.2,
    'apollo',
    {
      name: 'Kwame Boateng',
      email: 'kwame.boateng@accra-fresh.example.com',
      company: 'Accra Fresh',
      job_title: 'COO',
      consent: claim('legitimate_interests', 'Apollo', 60),
    },
  ],
  [
    70.4,
    'apollo',
    {
      name: 'Yelena Sokolova',
      email: 'y.sokolova@polarclinic.example.net',
      company: 'Polar Clinic',
      job_title: 'Brand Manager',
      consent: claim('legitimate_interests', 'Apollo', 60),
    },
  ],
  [
    75,
    'website',
    {
      name: 'Grace Okafor',
      email: 'Grace.Okafor@harbourlight.example.org',
      company: 'Harbourlight Trust',
      note: 'Following up on my message: our deadline moved to the 20th.',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    93,
    'webinar',
    {
      name: 'Bruno Carvalho',
      email: 'bruno@carvalho-vinhos.example.com',
      company: 'Carvalho Vinhos',
      job_title: 'Export',
      consent: claim('consent', 'Webinar: selling wine online'),
    },
  ],
  [
    93.1,
    'webinar',
    {
      name: 'Ines Moura',
      email: 'ines@casamoura.example.com',
      company: 'Casa Moura',
      job_title: 'Sócia-gerente',
      consent: claim('consent', 'Webinar: selling wine online'),
    },
  ],
  [
    93.3,
    'webinar',
    {
      name: 'Giulia Ferrante',
      email: 'giulia@ferrante-oli.example.com',
      company: 'Ferrante Oli',
      consent: claim('consent', 'Webinar: selling wine online'),
    },
  ],
  [
    94,
    'webinar',
    { full_name: 'Pieter van der Meer', email: 'pieter@vandermeer-bikes.example.com', company: 'Van der Meer Bikes' },
  ],
  [
    98,
    'meta-ads',
    { full_name: 'Shanice Campbell', email: 'shanice.c@example.net', phone: '+1 416 555 0149', note: 'Logo for a food truck' },
  ],
  [101, 'meta-ads', { full_name: 'Tyler Brooks', phone: '+1 512 555 0171', note: 'How much is a website' }],
  [
    118,
    'website',
    {
      name: 'Noor Haddad',
      email: 'noor@haddad-law.example.com',
      company: 'Haddad Law',
      job_title: 'Partner',
      note: 'We need a site in English, French and Arabic, right-to-left done properly.',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    121,
    'referral',
    {
      name: 'Stefan Popescu',
      email: 'stefan.popescu@carpathia-tours.example.com',
      company: 'Carpathia Tours',
      note: 'Recommended by Hannah Weiss.',
    },
  ],
  [
    126,
    'clay',
    {
      name: 'Olivia Brennan',
      email: 'olivia.brennan@fieldnote.example.com',
      phone: '+61 2 5550 1436',
      company: 'Fieldnote',
      job_title: 'Head of Marketing',
      consent: claim('legitimate_interests', 'Clay', 9),
    },
  ],
  [
    126.1,
    'clay',
    {
      name: 'Rahul Menon',
      email: 'rahul@stackharbor.example.com',
      company: 'Stackharbor',
      job_title: 'Co-founder',
      consent: claim('legitimate_interests', 'Clay', 9),
    },
  ],
  [
    126.3,
    'clay',
    {
      name: 'Ingrid Solberg',
      email: 'ingrid.solberg@fjordpay.example.com',
      company: 'Fjordpay',
      job_title: 'CMO',
      linkedin_url: 'https://www.linkedin.com/in/example-ingrid-solberg',
      consent: claim('legitimate_interests', 'Clay', 9),
    },
  ],
  [
    142,
    'website',
    {
      name: 'Mehmet Yıldız',
      email: 'mehmet@yildiz-hali.example.com',
      company: 'Yıldız Halı',
      note: 'Photos of 60 carpets and a shop for them.',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    149,
    'google-ads',
    {
      name: 'Fiona MacLeod',
      email: 'fiona@macleod-knits.example.com',
      phone: '+44 7700 900875',
      company: 'MacLeod Knits',
      note: 'Shop is slow on phones.',
      consent: claim('consent', 'Landing page: shops'),
    },
  ],
  [
    166,
    'website',
    {
      name: 'Lukas Brandstätter',
      email: 'office@brandstaetter-holz.example.com',
      phone: '+49 176 04069012',
      company: 'Brandstätter Holz',
      note: 'Bitte um Rückruf wegen Messeauftritt.',
      consent: claim('consent', 'Kontaktformular'),
    },
  ],
  [
    171,
    'apollo',
    {
      name: 'Chinedu Eze',
      email: 'chinedu@ezesolar.example.com',
      company: 'Eze Solar',
      job_title: 'Managing Director',
      consent: claim('legitimate_interests', 'Apollo', 33),
    },
  ],
  [
    171.2,
    'apollo',
    {
      name: 'Rebecca Lindholm',
      email: 'rebecca.lindholm@nordklang.example.net',
      phone: '+46 70 174 06 05',
      company: 'Nordklang',
      job_title: 'Marketing Lead',
      consent: claim('legitimate_interests', 'Apollo', 33),
    },
  ],
  [
    190,
    'linkedin-ads',
    { full_name: 'Emeka Nwosu', email: 'emeka.nwosu@example.org', title: 'Programme Officer', company: 'Clean Wells' },
  ],
  [
    195,
    'website',
    {
      name: 'Anna-Maria Rossi',
      email: 'am.rossi@villa-rossi.example.com',
      company: 'Villa Rossi',
      job_title: 'Direttrice',
      note: 'Hotel, 22 camere. Prenotazioni dirette senza commissioni.',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    214,
    'referral',
    {
      name: 'Daniel Goldberg',
      email: 'daniel@goldberg-strings.example.com',
      phone: '+1 212 555 0134',
      company: 'Goldberg Strings',
      note: 'Violin maker. Met at the chamber of commerce.',
    },
  ],
  [
    219,
    'webinar',
    {
      name: 'Marta Nowicka',
      email: 'marta.nowicka@piekarnia-nowicka.example.com',
      company: 'Piekarnia Nowicka',
      consent: claim('consent', 'Webinar: photos that sell'),
    },
  ],
  [
    219.2,
    'webinar',
    {
      name: 'Julien Lefèvre',
      email: 'julien@lefevre-fromages.example.com',
      company: 'Lefèvre Fromages',
      consent: claim('consent', 'Webinar: photos that sell'),
    },
  ],
  [
    219.3,
    'webinar',
    {
      name: 'Siobhán Ní Riain',
      email: 'siobhan@niriain-jewellery.example.com',
      company: 'Ní Riain Jewellery',
      consent: claim('consent', 'Webinar: photos that sell'),
    },
  ],
  [
    220,
    'webinar',
    {
      name: 'Giulia Ferrante',
      email: 'giulia@ferrante-oli.example.com',
      phone: '+1 646 555 0118',
      company: 'Ferrante Oli',
      note: 'Signed up for the second one too; call our New York office.',
      consent: claim('consent', 'Webinar: photos that sell'),
    },
  ],
  [
    238,
    'website',
    {
      name: 'Ahmed Farouk',
      email: 'ahmed@farouk-textiles.example.com',
      company: 'Farouk Textiles',
      job_title: 'Sales Manager',
      note: 'B2B catalogue behind a log-in.',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    245,
    'meta-ads',
    {
      full_name: 'Kayla Nguyen',
      email: 'kayla.nguyen@example.com',
      phone: '+1 808 555 0160',
      note: 'Wedding photographer, need a brand',
    },
  ],
  [
    262,
    'clay',
    {
      name: 'Henrik Dahl',
      email: 'henrik@dahl-robotics.example.com',
      company: 'Dahl Robotics',
      job_title: 'CEO',
      consent: claim('legitimate_interests', 'Clay', 21),
    },
  ],
  [
    262.2,
    'clay',
    {
      name: 'Sofía Herrera',
      email: 'sofia.herrera@aguaclara.example.com',
      company: 'Agua Clara',
      job_title: 'Directora de Marketing',
      consent: claim('legitimate_interests', 'Clay', 21),
    },
  ],
  [
    267,
    'website',
    {
      name: 'William Ashdown',
      email: 'w.ashdown@ashdown-estates.example.com',
      phone: '+44 20 7946 0771',
      company: 'Ashdown Estates',
      note: 'Brochure for 18 flats, by the end of next month.',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    286,
    'trade-fair',
    {
      name: 'Zanele Dlamini',
      email: 'zanele@dlamini-tea.example.com',
      company: 'Dlamini Tea',
      note: 'Met at the coffee bar. Packaging, 6 sorts.',
      consent: claim('consent', 'Card at the stand'),
    },
  ],
  [
    292,
    'google-ads',
    {
      name: 'Oskar Lehmann',
      email: 'oskar.lehmann@lehmann-dach.example.com',
      phone: '+49 171 3920012',
      company: 'Lehmann Dach',
      note: 'Mehr Anfragen aus dem Umkreis.',
      consent: claim('consent', 'Landing page: trades'),
    },
  ],
  [
    310,
    'website',
    {
      name: 'Mei-Ling Chou',
      email: 'meiling@chou-acoustics.example.com',
      company: 'Chou Acoustics',
      job_title: 'Marketing',
      note: 'Product videos, three of them, subtitled.',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    316,
    'apollo',
    {
      name: 'Robert Haines',
      email: 'rhaines@hainesplumbing.example.com',
      phone: '+1 720 555 0107',
      company: 'Haines Plumbing',
      job_title: 'Owner',
      consent: claim('legitimate_interests', 'Apollo', 75),
    },
  ],
  [
    334,
    'referral',
    {
      name: 'Leïla Benali',
      email: 'leila@benali-patisserie.example.com',
      phone: '+33 1 99 00 55 20',
      company: 'Pâtisserie Benali',
      note: 'De la part de Caroline Dubois.',
    },
  ],
  [
    341,
    'linkedin-ads',
    { full_name: 'Viktor Horváth', email: 'viktor.horvath@example.net', title: 'Commercial Director', company: 'Horváth Kft' },
  ],
  [
    358,
    'website',
    {
      name: 'Joanna Whitlock',
      email: 'joanna@whitlock-gardens.example.com',
      phone: '+61 491 570 156',
      company: 'Whitlock Gardens',
      note: 'We design gardens, our site looks like a car park.',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    382,
    'website',
    {
      name: 'Marcus Whitfield',
      email: 'm.whitfield@northgate-logistics.example.com',
      company: 'Northgate Logistics',
      note: 'Saw your work for the harbour. What would a rebrand of 40 lorries cost?',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    405,
    'clay',
    {
      name: 'Amara Diallo',
      email: 'amara@diallo-mode.example.com',
      company: 'Diallo Mode',
      job_title: 'Founder',
      consent: claim('legitimate_interests', 'Clay', 18),
    },
  ],
  [
    411,
    'google-ads',
    {
      name: 'Peter Novák',
      email: 'peter@novak-servis.example.com',
      company: 'Novák Servis',
      note: 'Potrebujeme nový web a rezervácie.',
      consent: claim('consent', 'Landing page: trades'),
    },
  ],
  [
    429,
    'webinar',
    {
      name: 'Tiago Almeida',
      email: 'tiago@almeida-surf.example.com',
      company: 'Almeida Surf School',
      consent: claim('consent', 'Webinar: bookings without a phone'),
    },
  ],
  [
    429.2,
    'webinar',
    {
      name: 'Joanna Whitlock',
      email: 'joanna@whitlock-gardens.example.com',
      company: 'Whitlock Gardens',
      consent: claim('consent', 'Webinar: bookings without a phone'),
    },
  ],
  [
    454,
    'website',
    {
      name: 'Isabel Castellanos',
      email: 'isabel@castellanos-deporte.example.com',
      company: 'Castellanos Deporte',
      note: 'Campaña de verano para una tienda de deporte.',
      consent: claim('consent', 'Contact form'),
    },
  ],
  [
    478,
    'referral',
    {
      name: 'Samuel Adeyemi',
      email: 'samuel@adeyemi-pharma.example.com',
      phone: '+44 1632 960431',
      company: 'Adeyemi Pharmacies',
      note: 'Old client of Grace. Six branches, one look.',
    },
  ],
  [
    501,
    'apollo',
    {
      name: 'Christine Vogel',
      email: 'christine.vogel@vogel-optik.example.com',
      phone: '+49 30 23125 177',
      company: 'Vogel Optik',
      job_title: 'Inhaberin',
      consent: claim('legitimate_interests', 'Apollo', 50),
    },
  ],
  [
    502,
    'apollo',
    {
      name: 'Hugo Bergström',
      email: 'hugo@bergstrom-segel.example.com',
      phone: '+46 8 465 004 88',
      company: 'Bergström Segel',
      job_title: 'VD',
      consent: claim('legitimate_interests', 'Apollo', 50),
    },
  ],
]

const hourMs = 3_600_000

/** Oldest first, as they would have come. */
export const demoLeads = (now: Date): (DemoLead & { readonly at: Date })[] =>
  rows
    .map(([hoursAgo, source, fields]) => {
      const at = new Date(now.getTime() - spread(hoursAgo) * hourMs)
      return { hoursAgo, at, body: { source, ...fields, ...dated(fields.consent as ReturnType<typeof claim> | undefined, at) } }
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime())

/** The older ones further apart, over some thirty days. */
const spread = (hoursAgo: number): number => (hoursAgo <= 100 ? hoursAgo : 100 + (hoursAgo - 100) * 1.5)

const dated = (consent: ReturnType<typeof claim> | undefined, at: Date) => {
  if (!consent) return {}
  const { daysBefore, ...claimed } = consent
  return { consent: { ...claimed, obtained_at: new Date(at.getTime() - daysBefore * 24 * hourMs).toISOString().slice(0, 10) } }
}
