import { instantIn, type MemberMails, severalIn, titleOf } from './member-mail.ts'

const instant = instantIn('es')
const several = severalIn('es')

const roles = { owner: 'con el rol de propietario', admin: 'con el rol de administrador', member: 'como miembro' } as const
const changes = {
  password_changed: 'Se cambió tu contraseña',
  totp_on: 'Se activaron los códigos de dos factores',
  totp_off: 'Se desactivaron los códigos de dos factores',
  recovery_codes_renewed: 'Se crearon códigos de recuperación nuevos',
  recovery_code_used: 'Se usó un código de recuperación para iniciar sesión',
  passkey_added: 'Se agregó una llave de acceso',
  passkey_removed: 'Se eliminó una llave de acceso',
} as const
const meetings = {
  requested: 'Solicitud de reunión',
  confirmed: 'Reunión nueva',
  moved: 'Reunión reprogramada',
  cancelled: 'Reunión cancelada',
  declined: 'Reunión rechazada',
  handed: 'Reunión con otro anfitrión',
  unanswered: 'Solicitud de reunión sin responder a tiempo',
  released: 'Esta reunión ya no es tuya',
} as const
const asks = {
  asked: (workflow: string) => `El flujo “${workflow}” pide tu respuesta.`,
  reminded: (workflow: string) => `El flujo “${workflow}” sigue esperando tu respuesta.`,
  escalated: (workflow: string) => `El flujo “${workflow}” aún no tiene respuesta, por eso te pregunta a ti.`,
  delegated: (workflow: string) => `Alguien de tu equipo te delegó este paso del flujo “${workflow}”.`,
  passed: (workflow: string) =>
    `El miembro a quien preguntó el flujo “${workflow}” ya no está, por eso pregunta a los administradores.`,
} as const
const because = (organization: string): string => `Recibes este correo por tus ajustes de notificaciones en ${organization}.`
const buttonOf = (button: string, more: string): string => (more === '' ? button : `${button} (${several(more, 'más', 'más')})`)

export const es: MemberMails = {
  orCopy: 'O copia esta dirección en tu navegador:',
  invitation: ({ organization, inviter, role, days }) => ({
    subject: inviter ? `${inviter} te invita a ${organization}` : `Te invitan a ${organization}`,
    title: `Únete a ${organization}`,
    paragraphs: [
      `${inviter || 'Alguien de tu equipo'} te invita a ${organization} en Foyer, ${roles[role]}.`,
      'Abre el enlace para aceptar y elegir una contraseña.',
    ],
    button: 'Aceptar la invitación',
    footer: `El enlace funciona una vez y caduca después de ${several(days, 'día', 'días')}. Si no esperabas este correo, puedes ignorarlo.`,
  }),
  'set-password': ({ organization, hours }) => ({
    subject: `Te damos la bienvenida a ${organization}`,
    title: `Te damos la bienvenida a ${organization}`,
    paragraphs: [
      `Ya eres miembro de ${organization} en Foyer.`,
      'Abre el enlace para elegir una contraseña. Si ya tienes una cuenta con este correo, usa su contraseña.',
    ],
    button: 'Abrir Foyer',
    footer: `El enlace funciona una vez y caduca después de ${several(hours, 'hora', 'horas')}. Si ya caducó, pide uno nuevo a tu administrador. Si no esperabas este correo, puedes ignorarlo.`,
  }),
  'reset-password': ({ hours }) => ({
    subject: 'Elige una contraseña nueva',
    title: 'Elige una contraseña nueva',
    paragraphs: ['Recibimos una solicitud para restablecer la contraseña de tu cuenta de Foyer. Si fuiste tú, abre el enlace.'],
    button: 'Elegir una contraseña nueva',
    footer: `El enlace funciona una vez y caduca después de ${several(hours, 'hora', 'horas')}. Si no lo solicitaste, puedes ignorar este correo: tu contraseña no cambia.`,
  }),
  'security-notice': ({ what, at, where }) => ({
    subject: `Tu cuenta: ${changes[what]}`,
    title: changes[what],
    paragraphs: [`Fue el ${instant(at)}${where ? `, desde ${where}` : ''}.`, 'Si fuiste tú, no tienes que hacer nada.'],
    button: 'Revisar tu cuenta',
    footer: 'Si no fuiste tú, cambia tu contraseña ahora y cierra todas las demás sesiones.',
  }),
  notices: ({ organization, only, isTest, count, more }) => {
    const title = only || several(count, 'notificación', 'notificaciones')
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: isTest ? [`${only}, como la pediste en tus ajustes.`] : [],
      button: buttonOf(only ? 'Abrir en Foyer' : 'Ver notificaciones', more),
      footer: because(organization),
      settings: 'Elegir qué recibes por correo',
    }
  },
  'notice-summary': ({ organization, count, more }) => {
    const title = `Tu resumen de la mañana: ${several(count, 'notificación', 'notificaciones')}`
    return {
      subject: titleOf(title, organization),
      title,
      paragraphs: ['Lo que llegó desde tu último resumen y sigue sin leer.'],
      button: buttonOf('Ver notificaciones', more),
      footer: because(organization),
      settings: 'Elegir qué incluye tu resumen',
    }
  },
  'webhook-disabled': ({ url, reason, days, organization }) => ({
    subject: `Se desactivó un webhook de ${organization}`,
    title: 'Se desactivó un webhook',
    paragraphs: [
      `Foyer ya no envía eventos de ${organization} a ${url}: ${
        reason === 'gone'
          ? 'el destino respondió con 410 (Gone), es decir, se dio de baja'
          : `todas las entregas fallaron durante ${several(days, 'día', 'días')}`
      }.`,
      'Los eventos perdidos están guardados. Cuando el receptor vuelva a funcionar, activa el webhook y recupéralos.',
    ],
    button: 'Abrir el webhook',
    footer: `Recibes este correo porque eres propietario o administrador de ${organization}.`,
  }),
  'proposal-answered': ({ title, client, organization, answer, name, amount, reason }) => ({
    subject: `${client} ${answer === 'accepted' ? 'aceptó' : 'rechazó'} “${title}”`,
    title: `${client} ${answer === 'accepted' ? 'aceptó' : 'rechazó'} tu propuesta`,
    paragraphs: [
      `“${title}”${amount ? `, ${amount} en total` : ''}.`,
      name ? `Aceptada como: ${name}. Lo aceptado va adjunto en PDF.` : '',
      reason ? `En sus palabras: “${reason}”` : '',
    ],
    button: 'Abrir la propuesta',
    footer: `Recibes este correo porque hiciste esta propuesta en ${organization}. El nombre y el texto citado los escribió el cliente.`,
  }),
  'human-step': ({ because: reason, heading, workflow, text, about, until, organization }) => ({
    subject: `${reason === 'reminded' ? 'Recordatorio' : 'Por hacer'}: ${heading}`,
    title: heading,
    paragraphs: [asks[reason](workflow), text, about && `Sobre: ${about}`, until && `Puedes responder hasta el ${until}.`],
    button: 'Abrir el paso',
    footer: `Recibes este correo porque un flujo de ${organization} necesita una respuesta. Abrir el enlace no responde nada: respondes en la página. Los nombres y textos pueden ser de clientes.`,
  }),
  'booking-host': ({ news, when, who, place, where, said, organization }) => ({
    subject: `${meetings[news]}: ${who}, ${when}`,
    title: meetings[news],
    paragraphs: [
      who,
      when,
      place === 'phone' ? 'Por teléfono' : place === 'other_host' ? `Ahora con ${where}` : where,
      said && `“${said}”`,
    ],
    button: 'Abrir la reserva',
    footer: `Recibes este correo porque eres anfitrión de esta reunión en ${organization}. El nombre y el texto citado los escribió quien reservó.`,
  }),
}
