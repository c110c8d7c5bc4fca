import { counted } from '#web/i18n/format.ts'

/** From here on the server counts no further. */
const mostCounted = 10_000

const records = (n: number): string =>
  n === 0
    ? 'aucune fiche'
    : n === 1
      ? '1 fiche'
      : n >= mostCounted
        ? `plus de ${counted(mostCounted - 1)} fiches`
        : `${counted(n)} fiches`

/** French of web/src/crm/tags. */
export default {
  'crm/tags/record-strings': {
    title: 'Étiquettes',
    editTags: 'Modifier les étiquettes',
    addTag: 'Ajouter une étiquette',
    picker: 'Étiquettes de cette fiche',
  },
  'crm/tags/sentences': {
    'save-tag': { done: 'a enregistré une étiquette', tried: 'a essayé d’enregistrer une étiquette' },
    'merge-tags': { done: 'a fusionné deux étiquettes', tried: 'a essayé de fusionner deux étiquettes' },
    'delete-tag': { done: 'a supprimé une étiquette', tried: 'a essayé de supprimer une étiquette' },
    'tag-records': {
      done: 'a modifié les étiquettes de fiches',
      tried: 'a essayé de modifier les étiquettes de fiches',
    },
  },
  'crm/tags/strings': {
    title: 'Étiquettes',
    about: 'Étiquettes des contacts, entreprises, leads et affaires. Tous les membres de l’espace utilisent la même liste.',
    add: 'Nouvelle étiquette',
    edit: 'Modifier l’étiquette',
    name: 'Nom',
    nameMissing: 'Saisissez un nom.',
    save: 'Enregistrer',
    loadFailed: 'Les étiquettes n’ont pas pu être chargées',
    notSaved: 'L’étiquette n’a pas pu être enregistrée',
    emptyTitle: 'Aucune étiquette pour l’instant',
    emptyText: 'Une étiquette regroupe des fiches de plusieurs pages, par exemple « VIP » ou « Petite salle de bains ».',
    uses: 'Utilisations',
    usedBy: (n: number) => (n >= mostCounted ? `${counted(mostCounted)}+` : counted(n)),
    actionsOf: (name: string) => `Actions pour ${name}`,
    rename: 'Renommer ou changer la couleur',
    merge: 'Fusionner avec une autre',
    remove: 'Supprimer',
    filter: 'Filtrer les étiquettes',
    noMatch: 'Aucune étiquette ne porte ce nom.',
    mergeTitle: (name: string) => `Fusionner « ${name} »`,
    mergeText: (name: string, n: number) =>
      n === 0
        ? `Aucune fiche ne porte « ${name} ». Cette action est irréversible.`
        : `« ${name} » est sur ${records(n)} ; l’autre étiquette la remplace. Cette action est irréversible.`,
    mergeInto: 'Fusionner avec',
    mergeMissing: 'Choisissez une étiquette.',
    mergeNow: 'Fusionner',
    merged: (name: string) => `Fusionnée avec « ${name} »`,
    notMerged: 'Les étiquettes n’ont pas pu être fusionnées',
    cancel: 'Annuler',
    deleteTitle: (name: string) => `Supprimer « ${name} » ?`,
    deleteText: (n: number) =>
      n === 0
        ? 'Aucune fiche ne porte cette étiquette. Cette action est irréversible.'
        : `L’étiquette est retirée de ${records(n)}. Cette action est irréversible.`,
    deleted: 'Étiquette supprimée',
    search: 'Trouver ou créer une étiquette',
    create: (name: string) => `Créer « ${name} »`,
    noTags: 'Il n’y a pas encore d’étiquette. Saisissez un nom pour en créer une.',
    notTagged: 'Les étiquettes n’ont pas pu être modifiées',
  },
  'crm/tags/module': {
    tags: 'Étiquettes',
    tagsAbout: 'Étiquettes des contacts, entreprises, leads et affaires.',
  },
}
