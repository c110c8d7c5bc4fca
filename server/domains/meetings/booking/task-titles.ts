import type { Language } from '#shapes/languages.ts'

/** What tasks about a meeting are called. `name` is the booker's; null where it is not known any more. */
interface TaskTitles {
  readonly moved: (name: string | null) => string
  readonly deleted: (name: string | null) => string
  /** Another host moved what this one had changed too. */
  readonly overruled: (name: string | null) => string
  readonly conflict: (name: string | null) => string
  /** `when`: in words. */
  readonly proposed: (name: string | null, when: string) => string
  readonly declined: (name: string | null) => string
  /** `host`: who hosts it, and is no member any more. */
  readonly hostLeft: (host: string, name: string | null) => string
}

/** In the language of the host whom a task is for, else of the workspace, which it keeps: it is one text for all who see it. */
export const taskTitles: Readonly<Record<Language, TaskTitles>> = {
  en: {
    moved: (name) => `Meeting with ${name ?? 'a booker'} was moved in your calendar: tell the booker, or put it back`,
    deleted: (name) => `Meeting with ${name ?? 'a booker'} was deleted in your calendar: tell the booker, or put it back`,
    overruled: (name) =>
      `Another host moved the meeting with ${name ?? 'a booker'}, which you had changed in your calendar too: reschedule it, or leave it so`,
    conflict: (name) =>
      `Your calendar has another event during the meeting with ${name ?? 'a booker'}: reschedule, or keep both`,
    proposed: (name, when) => `${name ?? 'The booker'} proposes ${when} by email: accept the new time, or cancel the meeting`,
    declined: (name) => `${name ?? 'The booker'} declined the meeting by email: cancel it, or keep it`,
    hostLeft: (host, name) => `${host} left, and hosts the meeting with ${name ?? 'a booker'}: choose another host, or cancel`,
  },
  de: {
    moved: (name) =>
      `Termin mit ${name ?? 'einem Kunden'} in Ihrem Kalender verschoben: informieren Sie den Kunden oder setzen Sie ihn zurück`,
    deleted: (name) =>
      `Termin mit ${name ?? 'einem Kunden'} in Ihrem Kalender gelöscht: informieren Sie den Kunden oder setzen Sie ihn zurück`,
    overruled: (name) =>
      `Ein anderer Gastgeber hat den Termin mit ${name ?? 'einem Kunden'} verschoben, den auch Sie in Ihrem Kalender geändert hatten: verschieben Sie ihn oder lassen Sie ihn so`,
    conflict: (name) =>
      `In Ihrem Kalender steht während des Termins mit ${name ?? 'einem Kunden'} ein anderes Ereignis: verschieben Sie den Termin oder behalten Sie beide`,
    proposed: (name, when) =>
      `${name ?? 'Der Kunde'} schlägt per E-Mail eine andere Zeit vor (${when}): nehmen Sie sie an oder sagen Sie den Termin ab`,
    declined: (name) => `${name ?? 'Der Kunde'} hat den Termin per E-Mail abgelehnt: sagen Sie ihn ab oder behalten Sie ihn`,
    hostLeft: (host, name) =>
      `${host} ist nicht mehr dabei und Gastgeber des Termins mit ${name ?? 'einem Kunden'}: wählen Sie einen anderen oder sagen Sie ab`,
  },
  fr: {
    moved: (name) =>
      `Rendez-vous avec ${name ?? 'un client'} déplacé dans votre calendrier : prévenez le client ou remettez-le en place`,
    deleted: (name) =>
      `Rendez-vous avec ${name ?? 'un client'} supprimé dans votre calendrier : prévenez le client ou remettez-le en place`,
    overruled: (name) =>
      `Un autre hôte a déplacé le rendez-vous avec ${name ?? 'un client'}, que vous aviez aussi modifié dans votre calendrier : déplacez-le ou laissez-le ainsi`,
    conflict: (name) =>
      `Votre calendrier contient un autre événement pendant le rendez-vous avec ${name ?? 'un client'} : déplacez-le ou gardez les deux`,
    proposed: (name, when) =>
      `${name ?? 'Le client'} propose une autre heure par e-mail (${when}) : acceptez-la ou annulez le rendez-vous`,
    declined: (name) => `${name ?? 'Le client'} a décliné le rendez-vous par e-mail : annulez-le ou maintenez-le`,
    hostLeft: (host, name) =>
      `${host} est parti et reste l’hôte du rendez-vous avec ${name ?? 'un client'} : choisissez un autre hôte ou annulez`,
  },
  es: {
    moved: (name) => `La reunión con ${name ?? 'un invitado'} se movió en tu calendario: avisa al invitado o restablécela`,
    deleted: (name) => `La reunión con ${name ?? 'un invitado'} se eliminó en tu calendario: avisa al invitado o restablécela`,
    overruled: (name) =>
      `Otro anfitrión movió la reunión con ${name ?? 'un invitado'}, que tú también habías cambiado en tu calendario: reprográmala o déjala así`,
    conflict: (name) =>
      `Tu calendario tiene otro evento durante la reunión con ${name ?? 'un invitado'}: reprograma la reunión o mantén ambos`,
    proposed: (name, when) => `${name ?? 'El invitado'} propone otra hora por correo (${when}): acéptala o cancela la reunión`,
    declined: (name) => `${name ?? 'El invitado'} rechazó la reunión por correo: cancélala o mantenla`,
    hostLeft: (host, name) =>
      `${host} ya no está y es anfitrión de la reunión con ${name ?? 'un invitado'}: elige otro anfitrión o cancela`,
  },
  pt: {
    moved: (name) =>
      `A reunião com ${name ?? 'um convidado'} mudou de horário no seu calendário: avise o convidado ou coloque-a de volta`,
    deleted: (name) =>
      `A reunião com ${name ?? 'um convidado'} foi excluída no seu calendário: avise o convidado ou coloque-a de volta`,
    overruled: (name) =>
      `Outro anfitrião moveu a reunião com ${name ?? 'um convidado'}, que você também tinha alterado no seu calendário: reagende ou deixe assim`,
    conflict: (name) =>
      `O seu calendário tem outro evento durante a reunião com ${name ?? 'um convidado'}: reagende a reunião ou mantenha ambos`,
    proposed: (name, when) =>
      `${name ?? 'O convidado'} propõe outro horário por e-mail (${when}): aceite o novo horário ou cancele a reunião`,
    declined: (name) => `${name ?? 'O convidado'} recusou a reunião por e-mail: cancele ou mantenha a reunião`,
    hostLeft: (host, name) =>
      `${host} saiu e é anfitrião da reunião com ${name ?? 'um convidado'}: escolha outro anfitrião ou cancele`,
  },
  hi: {
    moved: (name) => `${name ?? 'बुक करने वाले'} के साथ मीटिंग का समय आपके कैलेंडर में बदला गया: बुक करने वाले को बताएँ या पहले जैसा करें`,
    deleted: (name) => `${name ?? 'बुक करने वाले'} के साथ मीटिंग आपके कैलेंडर में मिटा दी गई: बुक करने वाले को बताएँ या पहले जैसा करें`,
    overruled: (name) =>
      `दूसरे होस्ट ने ${name ?? 'बुक करने वाले'} के साथ मीटिंग का समय बदला, जिसे आपने भी अपने कैलेंडर में बदला था: समय फिर बदलें या ऐसे ही रहने दें`,
    conflict: (name) => `${name ?? 'बुक करने वाले'} के साथ मीटिंग के समय आपके कैलेंडर में कोई और इवेंट है: समय बदलें या दोनों रखें`,
    proposed: (name, when) => `${name ?? 'बुक करने वाले'} ने ईमेल से दूसरा समय सुझाया है (${when}): नया समय स्वीकार करें या मीटिंग रद्द करें`,
    declined: (name) => `${name ?? 'बुक करने वाले'} ने ईमेल से मीटिंग के लिए मना किया: मीटिंग रद्द करें या रहने दें`,
    hostLeft: (host, name) => `${host} अब सदस्य नहीं हैं और ${name ?? 'बुक करने वाले'} के साथ मीटिंग के होस्ट हैं: दूसरा होस्ट चुनें या रद्द करें`,
  },
}
