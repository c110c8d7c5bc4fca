/** French of web/src/desk/duplicates. */
export default {
  'desk/duplicates/module': {
    duplicates: 'Doublons',
    duplicatesAbout: 'Des contacts qui sont peut-être une seule personne.',
  },
  'desk/duplicates/sentences': {
    'dismiss-duplicate': {
      done: 'a indiqué que deux contacts sont différents',
      tried: 'a essayé d’indiquer que deux contacts sont différents',
    },
  },
  'desk/duplicates/strings': {
    title: 'Doublons',
    back: 'Contacts',
    about:
      'Des contacts qui sont peut-être la même personne. Rien n’est fusionné sans vous, et vous pouvez annuler une fusion.',
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
    pair: (one: string, other: string) => `${one} et ${other}`,
    unnamed: 'Sans nom',
    email: 'E-mail',
    phone: 'Téléphone',
    company: 'Entreprise',
    jobTitle: 'Fonction',
    added: 'Ajouté',
    none: '–',
    keep: 'Conserver celui-ci',
    keepNamed: (name: string) => `Conserver celui-ci : ${name}`,
    notSame: 'Pas les mêmes',
    merged: (name: string) => `Les contacts ont été fusionnés dans ${name}.`,
    dismissed: 'Ces deux contacts ne seront plus proposés.',
    failed: 'La modification n’a pas pu être enregistrée',
    keys: '1 et 2 conservent ce contact, N indique que ce ne sont pas les mêmes.',
  },
  'desk/duplicates/duplicates-link': {
    possible: (n: number, count: string) => `${count} ${n < 2 ? 'doublon possible' : 'doublons possibles'}`,
  },
}
