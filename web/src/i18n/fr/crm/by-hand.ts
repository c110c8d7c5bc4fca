/** French of web/src/crm/by-hand. */
export default {
  'crm/by-hand/strings': {
    owner: 'Propriétaire',
    noOwner: 'Sans propriétaire',
    known: 'Déjà présent ?',
    knownPeople: 'Contacts et entreprises peut-être identiques',
    open: 'Ouvrir',
    unnamed: 'Contact inconnu',
    contactReasons: { email: 'Même e-mail', phone: 'Même numéro', name: 'Même nom', company: 'Même entreprise' },
    companyReasons: { domain: 'Même domaine', email: 'Domaine de l’e-mail', name: 'Début de nom identique' },
    inBin: 'Dans la corbeille : l’ajouter le restaure',
    restored: 'Vous aviez commencé. Votre saisie est toujours là.',
    startOver: 'Recommencer',
    recordLabel: 'À propos de',
    recordHint: 'Saisissez un nom, une adresse e-mail ou un numéro.',
    recordOptional: 'Un contact, une entreprise, une affaire ou un lead. Peut rester vide.',
    recordsFound: 'Contacts, entreprises, affaires et leads',
    recordKinds: { contact: 'Contact', company: 'Entreprise', deal: 'Affaire', lead: 'Lead' },
  },
}
