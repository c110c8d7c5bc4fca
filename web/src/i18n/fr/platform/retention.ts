import { counted } from '#web/i18n/format.ts'

const rows = (n: number): string => `${counted(n)} ${n < 2 ? 'enregistrement' : 'enregistrements'}`
const removed = (n: number): string => `${rows(n)} ${n < 2 ? 'supprimé' : 'supprimés'}`

/** French of web/src/platform/retention. */
export default {
  'platform/retention/sentences': {
    'system-cleanup': {
      done: 'a compté ou supprimé des données expirées',
      tried: 'a essayé de compter ou de supprimer des données expirées',
    },
  },
  'platform/retention/strings': {
    title: 'Nettoyage',
    about:
      'Foyer supprime les données expirées chaque nuit. Vous voyez ici ce qui est à supprimer, et pouvez le faire maintenant. Les leads, les documents avec leurs preuves, les paiements et le journal d’audit ne sont jamais supprimés ici.',
    loadFailed: 'Les données expirées n’ont pas pu être comptées',
    due: 'Données expirées',
    dueText: 'Seul ce qui est listé ici est supprimé.',
    countAgain: 'Recompter',
    list: 'Données expirées par type',
    kind: 'Données',
    count: 'Enregistrements',
    oldest: 'Le plus ancien',
    kept: 'Conservation',
    days: (n: number) => `${counted(n)} ${n < 2 ? 'jour' : 'jours'}`,
    none: 'Aucun',
    emptyTitle: 'Rien n’a expiré',
    emptyText: 'Le nettoyage nocturne a supprimé tout ce qui devait l’être.',
    remove: (n: number) => `Supprimer ${rows(n)}`,
    confirmTitle: 'Supprimer les données expirées',
    confirmText: (n: number) =>
      `${rows(n)} ${n < 2 ? 'sera supprimé' : 'seront supprimés'} de cet espace de travail. Cette action est irréversible.`,
    confirm: 'Supprimer',
    removed: (n: number) => removed(n),
    running: 'Le nettoyage est en cours',
    progress: (done: number, planned: number) =>
      `${counted(done)} sur ${rows(planned)} ${planned < 2 ? 'supprimé' : 'supprimés'}`,
    last: 'Dernier nettoyage',
    lastText: (n: number, by: string) => (by === '' ? removed(n) : `${removed(n)} par ${by}`),
  },
  'platform/retention/strings#kindNames': {
    sessions: 'Sessions',
    challenges: 'Connexions inachevées',
    oauth_flows: 'Liaisons de comptes inachevées',
    idempotency: 'Réponses gardées pour les répétitions',
    deliveries: 'Requêtes sans lead',
    provider_calls: 'Appels aux fournisseurs',
    mails: 'E-mails envoyés et en échec',
    webhook_deliveries: 'Envois de webhook',
    uploads: 'Fichiers sans leads',
    ai_reservations: 'Appels d’IA perdus',
    transcripts: 'Conversations avec l’assistant',
    sync_pages: 'Détails des synchronisations CRM',
  },
  'platform/retention/module': {
    cleanup: 'Nettoyage',
    cleanupAbout: 'Supprimer maintenant les données expirées.',
  },
}
