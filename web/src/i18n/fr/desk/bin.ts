import { counted } from '#web/i18n/format.ts'

const some = (n: number, one: string, many: string): string => `${counted(n)} ${n < 2 ? one : many}`

/** French of web/src/desk/bin. */
export default {
  'desk/bin/label': { remove: 'Supprimer' },
  'desk/bin/module': {
    bin: 'Corbeille',
    binAbout: 'Les fiches supprimées.',
  },
  'desk/bin/sentences': {
    'delete-records': { done: 'a supprimé des fiches', tried: 'a essayé de supprimer des fiches' },
    'restore-records': {
      done: 'a restauré des fiches de la corbeille',
      tried: 'a essayé de restaurer des fiches de la corbeille',
    },
    'remove-from-bin': {
      done: 'a supprimé définitivement des fiches',
      tried: 'a essayé de supprimer définitivement des fiches',
    },
  },
  'desk/bin/strings#deleting': {
    remove: 'Supprimer',
    title: (name: string) => `Supprimer ${name} ?`,
    text: {
      contact:
        'Le contact va dans la corbeille avec ses leads, et avec les tâches qui n’appartiennent à aucune affaire. Ses affaires, ses conversations et son entreprise restent. Vous pouvez le restaurer pendant 30 jours.',
      company:
        'L’entreprise va dans la corbeille. Ses contacts et ses affaires restent. Vous pouvez la restaurer pendant 30 jours.',
      lead: 'Le lead va dans la corbeille. Son contact reste. Vous pouvez le restaurer pendant 30 jours.',
      deal: 'L’affaire va dans la corbeille avec ses tâches. Son contact reste. Vous pouvez la restaurer pendant 30 jours.',
      task: 'La tâche va dans la corbeille. Vous pouvez la restaurer pendant 30 jours.',
    },
    deleted: (name: string) => `Suppression effectuée : ${name}.`,
    restore: 'Restaurer',
    restored: (name: string) => `Restauration effectuée : ${name}.`,
    kept: {
      has_invoice: 'Une facture envoyée ou payée y est liée, et doit être conservée.',
      has_signed_document: 'Un document signé y est lié, et doit être conservé.',
      has_accepted_proposal: 'Une proposition acceptée y est liée, et doit être conservée.',
      has_open_document: 'Un document est en attente de signature. Annulez-le d’abord.',
      has_open_proposal: 'Une proposition attend une réponse. Retirez-la d’abord.',
      has_meeting: 'Un rendez-vous est à venir. Annulez-le d’abord.',
      record_not_found: 'Cette fiche n’existe pas, ou a été supprimée définitivement.',
    },
    notRestored: 'La fiche n’a pas pu être restaurée',
    inBin: 'Dans la corbeille',
    daysLeft: (n: number) =>
      n <= 0
        ? 'Suppression définitive cette nuit.'
        : `Suppression définitive dans ${some(n, 'jour', 'jours')}, sauf si vous la restaurez.`,
  },
  'desk/bin/strings': {
    title: 'Corbeille',
    about:
      'Les fiches supprimées restent ici 30 jours. Elles sont ensuite supprimées définitivement, avec leurs notes et leurs fichiers.',
    search: 'Rechercher dans la corbeille',
    kind: 'Type',
    allKinds: 'Tous les types',
    kinds: { contact: 'Contact', company: 'Entreprise', lead: 'Lead', deal: 'Affaire', task: 'Tâche' },
    name: 'Nom',
    unnamed: 'Sans nom',
    along: (leads: number, tasks: number) =>
      [leads > 0 && some(leads, 'lead', 'leads'), tasks > 0 && some(tasks, 'tâche', 'tâches')].filter(Boolean).join(', '),
    withIt: (what: string) => `avec ${what}`,
    deletedAt: 'Suppression',
    deletedBy: 'Par',
    left: 'Jours restants',
    leftFor: (n: number) => (n <= 0 ? 'Cette nuit' : counted(n)),
    restore: 'Restaurer',
    removeNow: 'Supprimer définitivement',
    removeTitle: (name: string) => `Supprimer définitivement ${name} ?`,
    removeText: 'La fiche est supprimée avec ses notes, ses fichiers et ses messages. Vous ne pourrez pas la restaurer.',
    removed: (name: string) => `Suppression définitive effectuée : ${name}.`,
    keptAfterAll: (name: string) => `${name} doit désormais être conservé, et a été restauré.`,
    loadFailed: 'La corbeille n’a pas pu être chargée',
    emptyTitle: 'La corbeille est vide',
    emptyText: 'Ce que vous supprimez reste ici 30 jours, et vous pouvez le restaurer.',
    noMatch: 'Rien ne correspond dans la corbeille.',
  },
}
