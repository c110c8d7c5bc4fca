import { counted } from '#web/i18n/format.ts'

/** French of web/src/platform/mail-out. */
export default {
  'platform/mail-out/sentences#audit': {
    'retry-mail': { done: 'a relancé un e-mail', tried: 'a essayé de relancer un e-mail' },
  },
  'platform/mail-out/sentences': {
    mailFailed: (to: string) => `Un e-mail à ${to} n’a pas pu être remis`,
  },
  'platform/mail-out/strings': {
    title: 'E-mails sortants',
    about:
      'Chaque e-mail envoyé par Foyer, et son statut. Le contenu n’est pas affiché : ses liens sont réservés au destinataire.',
    setupFailed: 'La configuration d’envoi n’a pas pu être chargée',
    providers: {
      smtp: 'Par SMTP',
      resend: 'Par Resend',
      sandbox: 'Dans le bac à sable : les e-mails ne sont pas réellement envoyés.',
    },
    noProvider:
      'Aucun compte d’envoi n’est connecté : les e-mails attendent ici. Connectez-en un dans la configuration du serveur.',
    from: (address: string) => `de ${address}`,
    openMailbox: 'Ouvrir la boîte e-mail',
    state: 'Statut',
    anyState: 'Tous les statuts',
    states: { queued: 'En file d’attente', sent: 'Envoyé', failed: 'Échec' },
    list: 'E-mails, les plus récents d’abord',
    loadFailed: 'Les e-mails n’ont pas pu être chargés',
    emptyTitle: 'Aucun e-mail pour l’instant',
    emptyText: 'Les e-mails apparaissent ici quand Foyer les envoie, à commencer par votre première invitation.',
    toMembers: 'Inviter un collègue',
    noMatch: 'Aucun résultat',
    all: 'Afficher tous les e-mails',
    subject: 'Objet',
    to: 'À',
    kind: 'Type',
    when: 'Date',
    recipient: (address: string, name: string | null) => (name ? `${name} <${address}>` : address),
    templates: {
      invitation: 'Invitation',
      'set-password': 'Premier mot de passe',
      'reset-password': 'Réinitialisation du mot de passe',
      'security-notice': 'Avis de sécurité',
      'webhook-disabled': 'Webhook désactivé',
      notices: 'Notification',
      'notice-summary': 'Résumé du matin',
    },
    attempts: (n: number) => `${counted(n)} ${n < 2 ? 'tentative' : 'tentatives'}`,
    held: 'retenu après une restauration jusqu’à ce qu’un propriétaire le libère',
    nextAttempt: 'prochaine tentative',
    sentAt: 'envoyé',
    queuedAt: 'en file d’attente',
    retry: 'Envoyer maintenant',
    retryFailed: 'L’e-mail n’a pas pu être remis en file d’attente',
    retried: (n: number) => (n < 2 ? 'E-mail remis en file d’attente.' : `${counted(n)} e-mails remis en file d’attente.`),
    oneTitle: 'E-mail',
    oneFailed: 'Cet e-mail n’a pas pu être chargé',
  },
  'platform/mail-out/module': {
    outbox: 'E-mails sortants',
    outboxLead: 'Chaque e-mail envoyé par Foyer, et son statut.',
  },
}
