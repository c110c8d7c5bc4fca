/** French of web/src/desk/duplicates. */
export default {
  'desk/duplicates/module': {
    duplicates: 'Doublons',
    duplicatesAbout: 'Des contacts ou des entreprises qui n’en font peut-être qu’un.',
  },
  'desk/duplicates/sentences': {
    'dismiss-company-duplicate': {
      done: 'a indiqué que deux entreprises sont différentes',
      tried: 'a essayé d’indiquer que deux entreprises sont différentes',
    },
    'dismiss-duplicate': {
      done: 'a indiqué que deux contacts sont différents',
      tried: 'a essayé d’indiquer que deux contacts sont différents',
    },
  },
  'desk/duplicates/strings': {
    title: 'Doublons',
    back: 'Contacts',
    about:
      'Des contacts qui sont peut-être la même personne, et des entreprises qui n’en font peut-être qu’une. Rien n’est fusionné sans vous, et vous pouvez annuler une fusion.',
    kinds: 'Que comparer',
    companies: 'Entreprises',
    loadFailed: 'Les doublons n’ont pas pu être chargés',
    emptyTitle: 'Aucun doublon',
    emptyText:
      'Les contacts qui ont la même boîte e-mail, le même numéro ou le même nom dans une même entreprise s’affichent ici.',
    reasons: {
      mailbox: 'Même boîte e-mail',
      phone: 'Même numéro',
      name_company: 'Même nom et même entreprise',
      name_domain: 'Même nom et même domaine d’e-mail',
    },
    companiesEmptyText:
      'Les entreprises qui ont le même numéro fiscal ou d’immatriculation, le même domaine ou le même nom sans la forme juridique s’affichent ici.',
    companyReasons: { number: 'Même numéro d’immatriculation', domain: 'Même domaine', name: 'Même nom' },
    pair: (one: string, other: string) => `${one} et ${other}`,
    unnamed: 'Sans nom',
    email: 'E-mail',
    phone: 'Téléphone',
    company: 'Entreprise',
    domain: 'Domaine',
    jobTitle: 'Fonction',
    added: 'Ajouté',
    none: '–',
    keep: 'Conserver',
    keepNamed: (name: string) => `Conserver ${name}`,
    notSame: 'Pas les mêmes',
    merged: (name: string) => `Les contacts ont été fusionnés dans ${name}.`,
    companiesMerged: (name: string) => `Les entreprises ont été fusionnées dans ${name}.`,
    dismissed: 'Cette paire ne sera plus proposée.',
    failed: 'La modification n’a pas pu être enregistrée',
    companyKeys: '1 et 2 conservent cette entreprise, N indique que ce ne sont pas les mêmes.',
    keys: '1 et 2 conservent ce contact, N indique que ce ne sont pas les mêmes.',
  },
  'desk/duplicates/duplicates-link': {
    possible: (n: number, count: string) => `${count} ${n < 2 ? 'doublon possible' : 'doublons possibles'}`,
  },
}
