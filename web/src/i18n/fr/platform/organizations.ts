import { counted } from '#web/i18n/format.ts'
import type { DemoCount } from '#web/wire.ts'

/** French of web/src/platform/organizations. */
export default {
  'platform/organizations/sentences': {
    'switch-organization': {
      done: 'a changé d’espace de travail',
      tried: 'a essayé de changer d’espace de travail',
    },
    'update-workspace': {
      done: 'a modifié les paramètres de l’espace',
      tried: 'a essayé de modifier les paramètres de l’espace',
    },
    'clear-demo': { done: 'a supprimé les données de démo', tried: 'a essayé de supprimer les données de démo' },
    'seed-demo': { done: 'a chargé des données de démo', tried: 'a essayé de charger des données de démo' },
  },
  'platform/organizations/strings': {
    workspace: 'Espace de travail',
    about: 'Nom, pays par défaut, fuseau horaire et limites de votre espace.',
    loadFailed: 'Les paramètres n’ont pas pu être chargés.',
    general: 'Général',
    name: 'Nom',
    nameMissing: 'Saisissez un nom.',
    saved: 'Paramètres enregistrés.',
    onlyAdmins: 'Seuls les propriétaires et les admins peuvent modifier ces paramètres.',
    country: 'Pays par défaut',
    countryHint: 'Pour les numéros de téléphone sans indicatif de pays.',
    countryNone: 'Aucun : uniquement les numéros avec + et indicatif',
    zone: 'Fuseau horaire',
    zoneHint: 'Celui des échéances et des rapports, et des membres qui n’en ont pas défini.',
    room: 'Adresse des salles vidéo',
    roomHint: 'Pour les rendez-vous dont le calendrier ne crée pas de salle : {id} devient propre à chaque salle.',
    roomExample: 'https://meet.example.com/{id}',
    roomWrong: 'Utilisez https:// et placez {id} dans le chemin, par exemple https://meet.example.com/{id}.',
    noCountry: 'Aucun pays',
    noSuchCountry: 'Aucun pays correspondant',
    limits: 'Limites',
    keyLimit: 'Limite de débit par clé',
    keyLimitHint: 'Limite de débit par défaut de chaque clé (requêtes/minute).',
    quota: 'Quota mensuel',
    quotaHint: 'Au-delà, les nouveaux leads sont rejetés jusqu’au mois suivant. Les doublons ne comptent pas.',
    quotaField: 'Nouveaux leads par mois',
    thisMonth: 'Ce mois-ci',
    withoutQuota: (n: number) => `${counted(n)} ${n < 2 ? 'lead' : 'leads'}. Aucun quota n’est défini.`,
    ofQuota: (n: number, quota: number, day: string) => `${counted(n)} sur ${counted(quota)} leads. Remise à zéro le ${day}.`,
    quotaUsed: 'Quota utilisé ce mois-ci',
    quotaFull:
      'Quota atteint : les nouveaux leads sont rejetés. Augmentez-le, puis rejouez-les depuis le journal des requêtes.',
    demoTitle: 'Données de démo',
    demoHas:
      'Cet espace contient des données de démo. Les effacer conserve vos propres fiches, ainsi que les affaires et conversations de démo auxquelles vous avez ajouté des tâches ou des messages.',
    demoNone:
      'Ajoute quelques semaines de travail inventé : une soixantaine de leads, 12 affaires, 8 conversations, des appels, des tâches et 6 factures. Rien n’est envoyé. Vous pouvez les effacer à tout moment.',
    demoLoad: 'Charger des données de démo',
    demoClear: 'Effacer les données de démo',
    demoAdded: (n: DemoCount) =>
      `Ajoutés : ${counted(n.leads)} leads, ${counted(n.companies)} entreprises, ${counted(n.deals)} affaires, ${counted(n.messages)} messages, ${counted(n.tasks)} tâches, ${counted(n.invoices)} factures.`,
    demoRemoved: (n: DemoCount) =>
      `Effacés : ${counted(n.leads)} leads, ${counted(n.companies)} entreprises, ${counted(n.deals)} affaires, ${counted(n.messages)} messages, ${counted(n.tasks)} tâches, ${counted(n.invoices)} factures.`,
  },
  'platform/organizations/module': {
    workspace: 'Espace de travail',
    workspaceLead: 'Nom, pays par défaut des numéros de téléphone, fuseau horaire et limites.',
  },
}
