import { counted } from '#web/i18n/format.ts'

const many = (n: number, one: string, more: string): string => `${counted(n)} ${n < 2 ? one : more}`

/** French of web/src/business/payments. */
export default {
  'business/payments/sentences#audit': {
    reconcile: { done: 'a lancé un rapprochement', tried: 'a essayé de lancer un rapprochement' },
    'resolve-difference': {
      done: 'a résolu un écart de rapprochement',
      tried: 'a essayé de résoudre un écart de rapprochement',
    },
  },
  'business/payments/sentences': {
    odd: 'Un paiement ne correspond pas à sa facture',
    kinds: {
      wrong_invoice: 'Il a été fait pour une autre facture et n’est pas compté.',
      wrong_amount: 'Son montant diffère de la facture. Il n’est pas compté.',
      wrong_currency: 'Sa devise diffère de la facture. Il n’est pas compté.',
      wrong_mode:
        'Un paiement de test est arrivé pour une facture réelle, ou un paiement réel pour une facture de test. Il n’est pas compté.',
      double_payment: 'La facture était déjà payée. Remboursez ce paiement au client.',
      paid_after_void: 'La facture était annulée à l’arrivée du paiement. Remboursez-le au client.',
      disputed: 'Le client le conteste auprès de sa banque.',
      dispute_lost: 'Le client a gagné un litige : la banque lui a rendu l’argent.',
      missing_here: 'Le fournisseur l’a, et il n’est pas enregistré ici.',
      missing_at_provider: 'Il est enregistré ici, et le fournisseur ne l’a pas.',
      different_amount: 'Le fournisseur a un autre montant, ou d’autres remboursements, que ce qui est enregistré ici.',
    },
  },
  'business/payments/strings': {
    title: 'Rapprochement',
    about:
      'Les 90 derniers jours chez vos fournisseurs de paiement, comparés aux données d’ici, paiement par paiement, déduction faite des remboursements et des litiges perdus.',
    loadFailed: 'Le rapprochement n’a pas pu être chargé',
    compare: 'Comparer',
    comparing: 'Comparaison…',
    compareText:
      'Lecture de chaque session et de chaque paiement chez le fournisseur. Cela prend de quelques secondes à quelques minutes.',
    compareFailed: 'La comparaison n’a pas pu être lancée',
    last: 'Dernière comparaison',
    never: 'Pas encore comparé',
    neverText: (at: string) => `La première comparaison est prévue : ${at}. Vous pouvez aussi la lancer maintenant.`,
    someNever: (n: number) => many(n, 'compte pas encore comparé', 'comptes pas encore comparés'),
    someFailed: (n: number) => many(n, 'compte n’a pas pu être comparé', 'comptes n’ont pas pu être comparés'),
    someFailedText: (at: string) => `La raison est indiquée ci-dessous. Prochaine comparaison : ${at}.`,
    allWell: 'Aucun écart',
    allWellText: 'Chaque paiement correspond aux données de vos fournisseurs.',
    unresolved: (n: number) => many(n, 'écart', 'écarts'),
    unresolvedText: 'Voyez ci-dessous que faire. Les écarts corrigés se résolvent automatiquement.',
    providers: 'Fournisseurs',
    nothingConnected: 'Aucun paiement à comparer pour l’instant',
    nothingConnectedText: 'Dès qu’un client paie une facture, son paiement est comparé ici.',
    toInvoices: 'Ouvrir les factures',
    modes: { live: 'Réel', test: 'Test', sandbox: 'Simulé' },
    notCompared: (at: string) => `Pas encore comparé. Première comparaison : ${at}.`,
    others: (checkouts: number, events: number) =>
      `Ignorés, venant d’autres programmes sur ce compte : ${many(checkouts, 'session de paiement', 'sessions de paiement')} et ${many(events, 'événement de webhook', 'événements de webhook')}.`,
    disconnected: 'Déconnecté',
    nothingTaken: 'Aucun paiement ces 90 derniers jours.',
    collected: 'Chez le fournisseur',
    recorded: 'Enregistré ici',
    lost: 'Perdu en litiges',
    difference: 'Écart',
    none: 'Aucun',
    available: 'Solde disponible',
    pending: 'Solde en attente',
    failed: (why: string) => `La comparaison a échoué : ${why}`,
    differences: 'Écarts',
    list: 'Écarts, les plus récents d’abord',
    theInvoice: 'Facture',
    draft: 'Brouillon',
    provider: 'Fournisseur',
    found: 'Trouvé',
    resolve: 'Résoudre',
    resolveTitle: 'Résoudre cet écart ?',
    resolveText: 'À utiliser si vous l’avez corrigé ailleurs. Votre note est enregistrée dans la chronologie de la facture.',
    note: 'Note',
    noteHint: 'Ce qui a été fait.',
    noteMissing: 'Saisissez une note.',
    resolved: 'Écart résolu.',
  },
  'business/payments/module': {
    reconciliation: 'Rapprochement',
    reconciliationLead: 'Les paiements comparés aux données de vos fournisseurs.',
  },
}
