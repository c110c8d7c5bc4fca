import { instantIn, type MemberMails, severalIn, titleOf } from './member-mail.ts'

const instant = instantIn('fr')
const several = severalIn('fr')

const roles = { owner: 'comme propriétaire', admin: 'comme admin', member: 'comme membre' } as const
const changes = {
  password_changed: 'Votre mot de passe a été modifié',
  totp_on: 'La double authentification a été activée',
  totp_off: 'La double authentification a été désactivée',
  recovery_codes_renewed: 'De nouveaux codes de récupération ont été créés',
  recovery_code_used: 'Un code de récupération a servi à se connecter',
  passkey_added: 'Une clé d’accès a été ajoutée',
  passkey_removed: 'Une clé d’accès a été supprimée',
} as const
const meetings = {
  requested: 'Demande de rendez-vous',
  confirmed: 'Nouveau rendez-vous',
  moved: 'Rendez-vous déplacé',
  cancelled: 'Rendez-vous annulé',
  declined: 'Rendez-vous refusé',
  handed: 'Rendez-vous avec un nouvel hôte',
  unanswered: 'Demande de rendez-vous restée sans réponse',
  released: 'Ce rendez-vous n’est plus le vôtre',
} as const
const asks = {
  asked: (workflow: string) => `Le workflow « ${workflow} » demande votre réponse.`,
  reminded: (workflow: string) => `Le workflow « ${workflow} » attend toujours votre réponse.`,
  escalated: (workflow: string) => `Le workflow « ${workflow} » n’a pas encore de réponse et s’adresse donc à vous.`,
  delegated: (workflow: string) => `Un collègue vous a délégué cette étape du workflow « ${workflow} ».`,
  passed: (workflow: string) =>
    `Le membre que le workflow « ${workflow} » avait sollicité est parti ; il s’adresse donc aux admins.`,
} as const
const because = (organization: string): string =>
  `Vous recevez cet e-mail en raison de vos réglages de notification chez ${organization}.`
const buttonOf = (button: string, more: string): string =>
  more === '' ? button : `${button} (${several(more, 'de plus', 'de plus')})`

export const fr: MemberMails = {
  orCopy: 'Ou copiez cette adresse dans votre navigateur :',
  invitation: ({ organization, inviter, role, days }) => ({
    subject: inviter ? `${inviter} vous invite à rejoindre ${organization}` : `Invitation à rejoindre ${organization}`,
    title: `Rejoindre ${organization}`,
    paragraphs: [
      `${inviter || 'Un membre de l’équipe'} vous invite à rejoindre ${organization} sur Foyer, ${roles[role]}.`,
      'Ouvrez le lien pour accepter et choisir un mot de passe.',
    ],
    button: 'Accepter l’invitation',
    footer: `Le lien fonctionne une fois et expire au bout de ${several(days, 'jour', 'jours')}. Si vous n’attendiez pas cet e-mail, ignorez-le.`,
  }),
  'set-password': ({ organization, hours }) => ({
    subject: `Bienvenue chez ${organization}`,
    title: `Bienvenue chez ${organization}`,
    paragraphs: [
      `Vous êtes maintenant membre de ${organization} sur Foyer.`,
      'Ouvrez le lien pour choisir un mot de passe. Si vous avez déjà un compte avec cette adresse e-mail, utilisez son mot de passe.',
    ],
    button: 'Ouvrir Foyer',
    footer: `Le lien fonctionne une fois et expire au bout de ${several(hours, 'heure', 'heures')}. S’il a expiré, demandez-en un nouveau à votre admin. Si vous n’attendiez pas cet e-mail, ignorez-le.`,
  }),
  'reset-password': ({ hours }) => ({
    subject: 'Choisissez un nouveau mot de passe',
    title: 'Choisissez un nouveau mot de passe',
    paragraphs: [
      'Nous avons reçu une demande de réinitialisation du mot de passe de votre compte Foyer. Si elle vient de vous, ouvrez le lien.',
    ],
    button: 'Choisir un nouveau mot de passe',
    footer: `Le lien fonctionne une fois et expire au bout de ${several(hours, 'heure', 'heures')}. Si vous n’avez rien demandé, ignorez cet e-mail : votre mot de passe reste inchangé.`,
  }),
  'security-notice': ({ what, at, where }) => ({
    subject: `Votre compte : ${changes[what]}`,
    title: changes[what],
    paragraphs: [`C’était le ${instant(at)}${where ? `, depuis ${where}` : ''}.`, 'Si c’était vous, il n’y a rien à faire.'],
    button: 'Vérifier votre compte',
    footer: 'Si ce n’était pas vous, changez votre mot de passe maintenant et fermez toutes les autres sessions.',
  }),
  notices: ({ organization, only, isTest, count, more }) => {
    const title = only || several(count, 'notification', 'notifications')
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: isTest ? [`${only}, comme vous l’avez demandée dans vos réglages.`] : [],
      button: buttonOf(only ? 'Ouvrir dans Foyer' : 'Voir les notifications', more),
      footer: because(organization),
      settings: 'Choisir ce que vous recevez par e-mail',
    }
  },
  'notice-summary': ({ organization, count, more }) => {
    const title = `Votre résumé du matin : ${several(count, 'notification', 'notifications')}`
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: ['Ce qui est arrivé depuis votre dernier résumé et n’est pas encore lu.'],
      button: buttonOf('Voir les notifications', more),
      footer: because(organization),
      settings: 'Choisir ce que contient votre résumé',
    }
  },
  'webhook-disabled': ({ url, reason, days, organization }) => ({
    subject: `Un webhook de ${organization} a été désactivé`,
    title: 'Un webhook a été désactivé',
    paragraphs: [
      `Foyer n’envoie plus d’événements de ${organization} à ${url} : ${
        reason === 'gone'
          ? 'le destinataire a répondu 410 (Gone), il s’est désabonné'
          : `tous les envois ont échoué pendant ${several(days, 'jour', 'jours')}`
      }.`,
      'Les événements manqués sont conservés. Quand le destinataire fonctionne de nouveau, activez le webhook et récupérez-les.',
    ],
    button: 'Ouvrir le webhook',
    footer: `Vous recevez cet e-mail parce que vous êtes propriétaire ou admin de ${organization}.`,
  }),
  'proposal-answered': ({ title, client, organization, answer, name, amount, reason }) => ({
    subject: `${client} a ${answer === 'accepted' ? 'accepté' : 'refusé'} « ${title} »`,
    title: `${client} a ${answer === 'accepted' ? 'accepté' : 'refusé'} votre proposition`,
    paragraphs: [
      `« ${title} »${amount ? `, ${amount} au total` : ''}.`,
      name ? `Acceptée au nom de : ${name}. Ce qui a été accepté est joint en PDF.` : '',
      reason ? `Dans ses mots : « ${reason} »` : '',
    ],
    button: 'Ouvrir la proposition',
    footer: `Vous recevez cet e-mail parce que vous avez fait cette proposition chez ${organization}. Le nom et le texte cité ont été écrits par le client.`,
  }),
  'human-step': ({ because: reason, heading, workflow, text, about, until, organization }) => ({
    subject: `${reason === 'reminded' ? 'Rappel' : 'À faire'} : ${heading}`,
    title: heading,
    paragraphs: [
      asks[reason](workflow),
      text,
      about && `Au sujet de : ${about}`,
      until && `Vous pouvez répondre jusqu’au ${until}.`,
    ],
    button: 'Ouvrir l’étape',
    footer: `Vous recevez cet e-mail parce qu’un workflow de ${organization} attend une réponse. Ouvrir le lien ne répond à rien : vous répondez sur la page. Des noms et des textes peuvent venir de clients.`,
  }),
  'booking-host': ({ news, when, who, place, where, said, organization }) => ({
    subject: `${meetings[news]} : ${who}, ${when}`,
    title: meetings[news],
    paragraphs: [
      who,
      when,
      place === 'phone' ? 'Par téléphone' : place === 'other_host' ? `Désormais avec ${where}` : where,
      said && `« ${said} »`,
    ],
    button: 'Ouvrir la réservation',
    footer: `Vous recevez cet e-mail parce que vous êtes l’hôte de ce rendez-vous chez ${organization}. Le nom et le texte cité ont été écrits par la personne qui a réservé.`,
  }),
}
